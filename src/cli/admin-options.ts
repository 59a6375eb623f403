// What the commands that look after a database may be given.
import type { TypedPowers } from './terminal.ts'

export interface AdminOptions {
  /** A key for browsers instead of a secret one. */
  publishable: boolean
  /** Whose books; undefined for everyone's. */
  account: string | undefined
  json: boolean
  /** Where money of nobody is given back to. */
  clabe: string | undefined
  beneficiary: string | undefined
  /** Why something that is held is closed. */
  because: string | undefined
  /** What a network says of a reversal that is closed. */
  reversed: boolean
  /** The acquirer says that the refund that is closed was given back. */
  refunded: boolean
  /** What a new credential may do. */
  powers: TypedPowers
  /** Hours for which the secret before works too. */
  grace: string | undefined
  /** Of `audit`: print heads, with their rows; compare with a file of them. */
  heads: boolean
  rows: boolean
  against: string | undefined
  /** What an invited person may do. */
  role: string | undefined
}
