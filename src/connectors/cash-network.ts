// The port to a network of convenience stores: references that a payer takes to a till.

export interface IssueReferenceRequest {
  /** Our operation's id: one reference for it, however often it is asked. */
  operationId: string
  /** The short name of the chain, from `core/stores`. */
  store: string
  amountCentavos: number
  expiresAt: string
}

export interface IssuedReference {
  kind: 'issued'
  /** The digits of the barcode: what the network reports a payment under. */
  reference: string
  /** What a person types or says instead of the barcode. */
  paymentId: string
  shortId: string
  bankAccountNumber: string
  bankName: string
}

export interface CashNetwork {
  name: string
  issue(
    request: IssueReferenceRequest,
  ): Promise<IssuedReference | { kind: 'refused'; reason: string } | { kind: 'unknown' }>
  /** After this no till takes the reference any more. `paid`: somebody paid first. */
  cancel(request: {
    operationId: string
    reference: string
  }): Promise<{ kind: 'cancelled' } | { kind: 'paid' } | { kind: 'unknown' }>
  /** Gives money back that was paid into a reference which no longer stands. `returnId` makes it happen once. */
  giveBack(request: {
    returnId: string
    /** The ticket of the till, which is unique for a chain and a day only. */
    networkTransaction: string
    /** The short name of the chain, and the Mexico City day of the till, as the payment was reported. */
    chain: string
    day: string
    amountCentavos: number
  }): Promise<{ kind: 'sent' } | { kind: 'refused'; reason: string } | { kind: 'unknown' }>
}
