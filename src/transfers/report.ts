// Records a network's own notice about a transfer. Notices may be repeated or out of order, and the worker may poll the same transfer
// meanwhile; each move is recorded once.
import { readInstant } from '../core/time.ts'
import { isBehind, mayBeReported, type ReportedState } from '../core/transfer.ts'
import type { NoticeVerdict } from '../core/verdict.ts'
import { across, acrossDb } from '../store/across.ts'
import { columns } from '../store/columns.ts'
import { decide } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import { transferByTrackingKey } from './by-tracking-key.ts'
import { moveWrites } from './move.ts'
import type { MoveNeeds, TransferNeeds } from './needs.ts'
import { isOfAnother } from './shown.ts'
import type { TransferRow } from './tables.ts'
import { faultOf } from './transfer-causes.ts'
import { withhold } from './withhold.ts'

/** A bank's notice about a transfer. */
export interface TransferNotice {
  /** The connector's name, as the transfer has it. */
  network: string
  /** Empty: the bank reports by its own id. */
  trackingKey: string
  networkReference?: string | undefined
  state: ReportedState
  /** When it happened, as the network says: any ISO 8601 instant with an offset. */
  at?: string | undefined
  /** Why it was rejected or returned. */
  reason?: string | undefined
  /** What the network shows of it. */
  amountCentavos?: number | undefined
  destination?: string | undefined
}

/** Each conflict means that another writer has moved or polled the transfer. A transfer has fewer moves than this. */
const TRIES = 10

/** Every notice about a transfer is recorded here, from callbacks and from statements. A repeated or late notice changes nothing. */
export function transferRecorder(
  needs: MoveNeeds & Pick<TransferNeeds, 'store' | 'log' | 'readCauses'>,
): (notice: TransferNotice) => Promise<NoticeVerdict> {
  return (notice) =>
    decide(() => recordOnce(needs, notice), {
      tries: TRIES,
      row: `transfer ${notice.network} ${notice.trackingKey || notice.networkReference}`,
      patienceMs: 0,
      exhausted: (error) => error,
    })
}

async function recordOnce(
  needs: MoveNeeds & Pick<TransferNeeds, 'store' | 'log' | 'readCauses'>,
  notice: TransferNotice,
): Promise<NoticeVerdict> {
  const { store, log } = needs
  const { state, at, reason, networkReference } = notice
  const row = await transferOf(store, notice)
  if (row === undefined) return 'unknown'
  if (isBehind(state, row.state)) return 'known'
  // A transfer that no network was asked to send cannot have been accepted, settled or returned.
  if (!mayBeReported(row, state) || row.asked_at === null || isOfAnother(row, notice)) {
    log.error(
      { transfer: row.id, state: row.state, reported: state },
      'a network contradicts what became of a transfer',
    )
    return 'contradiction'
  }
  const fault =
    row.state === 'pending'
      ? faultOf(row, (await needs.readCauses(acrossDb(store.db, 'networks'), [row])).get(row.id))
      : undefined
  if (fault !== undefined) {
    await withhold(needs, row, fault)
    return recordOnce(needs, notice)
  }
  await store.commit(
    moveWrites(needs, row, { state, reason, networkReference, at: at === undefined ? undefined : readInstant(at) }),
  )
  return 'recorded'
}

/** By our tracking key, else by the bank's own id. Two transfers of one id are none: the bank contradicts itself. */
async function transferOf(
  store: Store,
  { network, trackingKey, networkReference }: TransferNotice,
): Promise<TransferRow | undefined> {
  if (trackingKey !== '') return transferByTrackingKey(store, { network, trackingKey })
  const [found, another] = await store.db
    .selectFrom('transfers')
    .select(columns.transfers)
    .where('network', '=', network)
    .where('network_reference', 'is not', null)
    .where('network_reference', '=', networkReference ?? '')
    .limit(2)
    .modifyEnd(across('networks'))
    .execute()
  return another === undefined ? found : undefined
}
