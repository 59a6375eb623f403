// The address of an export's file: its id and a keyed hash of it, so that it cannot be guessed.
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 24

export interface ExportLinks {
  urlOf(exportId: string): string
  /** The export that a token names; undefined for a token that we did not make. */
  exportOf(token: string): string | undefined
}

/** `keys`: first the key that signs, then the earlier keys that are still valid after a rotation. */
export function exportLinks(baseUrl: () => string, keys: Buffer[]): ExportLinks {
  const [signing] = keys
  if (signing === undefined) throw new Error('links of exports need a key')
  return {
    urlOf: (id) => `${baseUrl()}/exports/${id}-${macOf(signing, id).toString('base64url')}`,
    exportOf: (token) => {
      const [, id, mac] = /^(exp_[0-9a-z]{26})-([A-Za-z0-9_-]{32})$/.exec(token) ?? []
      if (id === undefined || mac === undefined) return undefined
      const given = Buffer.from(mac, 'base64url')
      return keys.some((key) => timingSafeEqual(macOf(key, id), given)) ? id : undefined
    },
  }
}

function macOf(key: Buffer, id: string): Buffer {
  return createHmac('sha256', key).update(`export:${id}`).digest().subarray(0, MAC_BYTES)
}
