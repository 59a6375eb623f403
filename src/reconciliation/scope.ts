// The records that a statement is compared with.

/** A network's records, in the sandbox those of one account. */
export interface Scope {
  network: string
  /** Undefined: all accounts. */
  accountId: string | undefined
}
