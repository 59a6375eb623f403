// The port to a bank on SPEI: accounts (CLABE) to be paid into, and transfers out.

export interface IssuedAccount {
  kind: 'issued'
  clabe: string
  bankName: string
  paymentId: string
}

export interface TransferRequest {
  /** Clave de rastreo, at most 30 letters and digits: one transfer for it, however often it is asked. */
  trackingKey: string
  /** CLABE of the beneficiary. */
  destination: string
  beneficiary: string
  amountCentavos: number
  /** At most 40 characters. */
  concept: string
}

export type TransferOutcome = { kind: 'sent' } | { kind: 'refused'; reason: string } | { kind: 'unknown' }

export interface SpeiBank {
  name: string
  /** One account for an owner (an operation or a customer), however often it is asked. */
  issueAccount(request: {
    ownerId: string
  }): Promise<IssuedAccount | { kind: 'refused'; reason: string } | { kind: 'unknown' }>
  /** After this the account returns what is sent to it. */
  closeAccount(request: { clabe: string }): Promise<{ kind: 'closed' } | { kind: 'unknown' }>
  /** Sends money: a return, a refund or a payout. */
  transfer(request: TransferRequest): Promise<TransferOutcome>
}
