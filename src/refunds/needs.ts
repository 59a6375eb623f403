// The dependencies of this room: the ports, the store, and the message that asks a payer for an account.
import type { Acquirers } from '../connectors/acquirers.ts'
import type { RecordNeeds } from '../operations/record.ts'
import type { Write } from '../store/write.ts'
import type { RefundRow } from './tables.ts'

/** Asks the payer for the account: an e-mail, an SMS or both. */
type AskPayer = (refund: RefundRow, asked: { merchant: string; secret: string }) => Write[]

export interface RefundNeeds extends RecordNeeds {
  acquirers: Acquirers
  /** The bank that sends refunds by SPEI. */
  speiBank: { name: string }
  askPayer: AskPayer
}
