// The address of an operation's page: its id and a keyed hash of it, so that nobody finds a page by guessing.
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 15

export interface PageLinks {
  /** The public address of the operation's receipt or slip. */
  urlOf(operationId: string): string
  /** A short address of the same page, for an SMS. */
  shortUrlOf(code: string): string
  /** The operation that a page's token names; undefined for a token that we did not make. */
  operationOf(token: string): string | undefined
  /** The public address of the page on which a payer enters the account for a refund; the secret opens it. */
  refundUrl(secret: string): string
}

/** `keys`: first the key that signs, then the earlier keys that are still valid after a rotation. */
export function pageLinks(baseUrl: () => string, keys: Buffer[]): PageLinks {
  const [signing] = keys
  if (signing === undefined) throw new Error('page links need a key')
  return {
    urlOf: (id) => `${baseUrl()}/p/${id}-${macOf(signing, id).toString('base64url')}`,
    refundUrl: (secret) => `${baseUrl()}/r/${secret}`,
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
