// An operator gives up a card payment whose outcome the acquirer never reports: the payment is declined or cancelled, and
// an advice undoes the charge.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { isCancelAsked } from '../../operations/reversal/cancel-pending.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { operationOf } from '../../store/operation.ts'
import { Unmet } from '../../store/write.ts'
import type { OutcomeNeeds } from '../needs.ts'
import { CANCELLED_UNKNOWN, DECLINED_UNKNOWN } from '../outcome.ts'
import { finish } from './finish.ts'

/**
 * Ends the payment in the only safe way: the charge may have happened, so an advice undoes it, until the acquirer
 * acknowledges. A later approval is undone like any late approval. Throws `Unmet` when the payment is not pending, or when
 * no inquiry was due yet: its answer may still come.
 */
export async function giveUpCharge(needs: OutcomeNeeds, id: string, because: string, by: Actor): Promise<void> {
  const { store, clock } = needs
  const row = await store.db
    .selectFrom('operations')
    .select(columns.operations)
    .where('id', '=', id)
    .modifyEnd(across('operator'))
    .executeTakeFirst()
  const operation = operationOf(row)
  if (operation?.rail !== 'card' || operation.status !== 'pending' || operation.inquiries === 0)
    throw new Unmet(`no card payment ${id} whose acquirer does not answer`)
  const { account_id: accountId, inquiries } = operation
  const move = (await isCancelAsked(store, operation)) ? CANCELLED_UNKNOWN : DECLINED_UNKNOWN
  await finish(needs, operation, { move }, [
    trailWrite(clock, by, {
      accountId,
      action: 'charge.closed',
      subject: id,
      before: { status: operation.status, inquiries },
      after: { status: move.to, because },
    }),
  ])
}
