// An operator ends a capture without an answer of the acquirer, by what the operator has learned from the acquirer.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { advance, eventAbout } from '../../operations/record.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { moved } from '../../store/moves.ts'
import { operationOf } from '../../store/operation.ts'
import { rowOf } from '../../store/rows.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { Unmet, update } from '../../store/write.ts'
import { captureMoves } from '../moves.ts'
import { amountsOf } from './carry-out.ts'

/**
 * If the acquirer captured it, the operation is paid. If not, it stays authorised: an event tells the merchant, who may ask again. Throws `Unmet` when there
 * is no such capture without an answer, or when the acquirer is being asked at this moment.
 */
export async function endCapture(
  needs: StoreAndClock,
  captureId: string,
  { isCaptured, because, by }: { isCaptured: boolean; because: string; by: Actor },
): Promise<void> {
  const { store, clock } = needs
  const { db } = store
  const capture = await db
    .selectFrom('captures')
    .select(columns.captures)
    .where('id', '=', captureId)
    .where('state', '=', 'pending')
    .where('attempts', '>', 0)
    .where('leased_until', '<=', clock.wallMs())
    .modifyEnd(across('operator'))
    .executeTakeFirst()
  const none = new Unmet(`no capture ${captureId} that the acquirer does not answer for`)
  if (capture === undefined) throw none
  const { id, account_id: accountId, operation_id, attempts, leased_until } = capture
  const row = await rowOf(db, 'operations', { id: operation_id, account_id: accountId, status: 'authorized' })
  const operation = operationOf(row)
  if (operation === undefined) throw none
  const state = moved(captureMoves, 'pending', isCaptured ? 'done' : 'refused')
  const set = { state, due_at: null, ...(isCaptured ? {} : { refusal: because }) }
  const ended = [
    // The condition fails when a worker has begun to ask meanwhile.
    update('captures', set, { account_id: accountId, id, state: 'pending', attempts, leased_until }),
    trailWrite(clock, by, {
      accountId,
      action: 'capture.closed',
      subject: id,
      before: { state: 'pending', attempts },
      after: { state, because },
    }),
  ]
  if (isCaptured) await advance(needs, operation, 'paid', amountsOf(capture), ended)
  else await store.commit([...ended, ...eventAbout(needs, 'operation.capture_refused', operation)])
}
