// The address of an operation's page: its id and a keyed hash of it, so that nobody finds a page by guessing.
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 15

export interface PageLinks {
  /** The public address of the operation's receipt or slip. */
  urlOf(operationId: string): string
  /** The address that an SMS has room for, which leads to the same page. */
  shortUrlOf(code: string): string
  /** The operation that a page's token names; undefined for a token that we did not make. */
  operationOf(token: string): string | undefined
}

/** `keys`: the one that signs first, then those that are still good after a rotation. */
export function pageLinks(baseUrl: () => string, keys: Buffer[]): PageLinks {
  const [signing] = keys
  if (signing === undefined) throw new Error('page links need a key')
  return {
    urlOf: (id) => `${baseUrl()}/p/${id}-${macOf(signing, id).toString('base64url')}`,
    shortUrlOf: (code) => `${baseUrl()}/s/${code}`,
    operationOf: (token) => {
      const found = /^([0-9a-f-]{36})-([A-Za-z0-9_-]{20})$/.exec(token)
      const [, id = '', mac = ''] = found ?? []
      if (!found) return undefined
      const given = Buffer.from(mac, 'base64url')
      return keys.some((key) => timingSafeEqual(macOf(key, id), given)) ? id : undefined
    },
  }
}

function macOf(key: Buffer, operationId: string): Buffer {
  return createHmac('sha256', key).update(operationId).digest().subarray(0, MAC_BYTES)
}
