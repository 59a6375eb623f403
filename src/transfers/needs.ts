// What the functions of transfers are handed.
import type { FastifyBaseLogger } from 'fastify'
import type { CashNetworkPort } from '../connectors/cash-network.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import type { OperationRow } from '../operations/tables.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { ReadCauses } from './read-causes.ts'

export interface TransferNeeds extends StoreAndClock {
  log: Pick<FastifyBaseLogger, 'error'>
  speiBank: SpeiBankPort
  cashNetwork: CashNetworkPort
  readCauses: ReadCauses
  /** The write that sets the refund state of an operation. */
  refundWrite(name: { accountId: string; operationId: string }, state: Exclude<OperationRow['refund_state'], ''>): Write
}

export type MoveNeeds = Pick<TransferNeeds, 'clock' | 'refundWrite'>
