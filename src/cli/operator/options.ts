// The options of the commands that manage a database.
import type { TypedPowers } from '../terminal/typed.ts'

export interface AdminOptions {
  /** A publishable key instead of a secret one. */
  publishable: boolean
  /** The account of the books; undefined for all accounts. */
  account: string | undefined
  json: boolean
  /** The CLABE that receives money without an account. */
  clabe: string | undefined
  beneficiary: string | undefined
  /** The reason for closing a held item. */
  because: string | undefined
  /** The statement that a reconciled file corrects. */
  corrects: string | undefined
  /** The file of its layout, and the days that it covers. */
  layout: string | undefined
  firstDay: string | undefined
  lastDay: string | undefined
  /** The network's outcome of a reversal that is closed. */
  reversed: boolean
  /** The acquirer confirmed the capture that is closed. */
  captured: boolean
  /** The acquirer confirmed the refund that is closed. */
  refunded: boolean
  /** The scopes of a new credential. */
  powers: TypedPowers
  /** Hours for which the previous secret works too. */
  grace: string | undefined
  /** Of `audit`: print checkpoints with their rows; compare with a file of checkpoints. */
  heads: boolean
  rows: boolean
  against: string | undefined
  /** The role of PostgreSQL that gets the rights of the service. */
  serviceRole: string | undefined
  /** The role of an invited person. */
  role: string | undefined
}
