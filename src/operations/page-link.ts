// The addresses of pages for payers, which cannot be guessed.
import { idSigner } from '../core/signed-id.ts'

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

/** The addresses of pages under earlier settings. `baseUrl`: empty when the service's own address served; `atRestKey`: the id of the key. */
export type LinksUnder = (settings: { baseUrl: string; atRestKey: string }) => PageLinks

/** `keys`: as `idSigner` takes them. */
export function pageLinks(baseUrl: () => string, keys: Buffer[]): PageLinks {
  const signer = idSigner(keys, { ids: /[0-9a-f-]{36}/, macBytes: 15 })
  return {
    urlOf: (id) => `${baseUrl()}/p/${signer.sign(id)}`,
    refundUrl: (secret) => `${baseUrl()}/r/${secret}`,
    shortUrlOf: (code) => `${baseUrl()}/s/${code}`,
    operationOf: signer.idOf,
  }
}
