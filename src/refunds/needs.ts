// The dependencies of this room: the ports, the store, and the message that asks a payer for an account.
import type { PayerName } from '../accounts/profile/payer-name.ts'
import type { Acquirers } from '../connectors/acquirers.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { RefundRow } from './tables.ts'

/** Asks the payer for the account: an e-mail, an SMS or both. */
type AskPayer = (refund: RefundRow, asked: { merchant: string; secret: string }) => Write[]

export interface RefundNeeds extends StoreAndClock {
  acquirers: Acquirers
  /** The bank that sends refunds by SPEI. */
  speiBank: { name: string }
  askPayer: AskPayer
  payerName: PayerName
}
