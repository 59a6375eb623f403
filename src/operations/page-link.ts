// The addresses of pages for payers, which cannot be guessed.
import { idSigner } from '../core/signed-id.ts'

export interface PageLinks {
  /** The public address of the operation's receipt or slip. */
  urlOf(operationId: string): string
  /** A short address of the same page, for an SMS. */
  shortUrlOf(code: string): string
  /** The operation that a page's token names; undefined for a token that we did not make. */
  operationOf(token: string): string | undefined
  /** The public address that leads the payer of a card payment to the acquirer's challenge, and afterwards back to the merchant. */
  payerUrl(operationId: string): string
  /** Where the acquirer sends the payer back. */
  returnUrl(operationId: string): string
  /** The operation that the token of such an address names; undefined for a token that we did not make. */
  payerOf(token: string): string | undefined
  /** The public address of a checkout. */
  checkoutUrl(checkoutId: string): string
  /** The checkout that the token of such an address names; undefined for a token that we did not make. */
  checkoutOf(token: string): string | undefined
  /** The public address of the page on which a payer enters the account for a refund; the secret opens it. */
  refundUrl(secret: string): string
}

/** The addresses of pages under earlier settings. `baseUrl`: empty when the service's own address served; `atRestKey`: the id of the key. */
export type LinksUnder = (settings: { baseUrl: string; atRestKey: string }) => PageLinks

/** `keys`: as `idSigner` takes them. */
export function pageLinks(baseUrl: () => string, keys: Buffer[]): PageLinks {
  const signer = idSigner(keys, { ids: /[0-9a-f-]{36}/, macBytes: 15 })
  const payers = idSigner(keys, { ids: /[0-9a-f-]{36}/, macBytes: 15, purpose: 'payer ' })
  const checkouts = idSigner(keys, { ids: /chk_[0-9a-z]{26}/, macBytes: 15, purpose: 'checkout ' })
  const payerUrl = (id: string) => `${baseUrl()}/a/${payers.sign(id)}`
  return {
    payerUrl,
    returnUrl: (id) => `${payerUrl(id)}/return`,
    payerOf: payers.idOf,
    checkoutUrl: (id) => `${baseUrl()}/c/${checkouts.sign(id)}`,
    checkoutOf: checkouts.idOf,
    urlOf: (id) => `${baseUrl()}/p/${signer.sign(id)}`,
    refundUrl: (secret) => `${baseUrl()}/r/${secret}`,
    shortUrlOf: (code) => `${baseUrl()}/s/${code}`,
    operationOf: signer.idOf,
  }
}
