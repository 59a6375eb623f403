// A refund follows its transfer: sent, settled, failed, settled after all, returned days later, or sent again by another transfer.
import { sql } from 'kysely'
import type { Task } from '../core/task.ts'
import { acrossDb } from '../store/across.ts'
import { columnsOf } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import { atOnce, dueAt, firstOf } from '../store/due.ts'
import type { StoreAndClock } from '../store/store.ts'
import { isUntroubled, isUntroubledNow, troubled } from '../store/troubled.ts'
import { accountOf, unindexed } from '../store/unindexed.ts'
import type { Write } from '../store/write.ts'
import type { TransferRow } from '../transfers/tables.ts'
import { settledWrites, stepWrites } from './steps.ts'
import type { RefundRow } from './tables.ts'

const BATCH_SIZE = 50

/** Its transfer was withheld, and the operator closed it: the merchant can only cancel the refund. */
const GIVEN_UP = 'its transfer was given up'

type Carrier = Pick<TransferRow, 'state' | 'settled_at' | 'reason' | 'replaced_by'>

const SOURCE = 'refunds by transfer'

/** What the transfer of a refund has come to. */
interface Moved {
  transferState: Carrier['state']
  settledAt: Carrier['settled_at']
  transferReason: Carrier['reason']
  replacedBy: Carrier['replaced_by']
}

export function followTransfersTask(needs: StoreAndClock): Task {
  const { store } = needs
  const db = acrossDb(store.db, 'due')
  const both = db
    .selectFrom('refunds')
    .innerJoin('transfers', (join) =>
      join
        .on('transfers.account_id', '=', accountOf(store, 'refunds'))
        .on('transfers.id', '=', unindexed('refunds.transfer_id')),
    )
  // Returned transfers are few, and settled refunds are many.
  const ofTransfers = db
    .selectFrom('transfers')
    .innerJoin('refunds', (join) =>
      join
        .on('refunds.transfer_id', '=', unindexed('transfers.id'))
        .on('refunds.account_id', '=', accountOf(store, 'transfers')),
    )
  // The partial indexes need their conditions written out.
  const moved = [
    both
      .where(sql<boolean>`refunds.state in ('pending', 'sent')`)
      .where('transfers.state', 'in', ['accepted', 'settled', 'rejected', 'returned', 'closed'])
      .where((eb) => eb.or([eb('refunds.state', '=', 'pending'), eb('transfers.state', '<>', 'accepted')])),
    ofTransfers
      .where(sql<boolean>`transfers.state = 'returned' and transfers.refund_id is not null`)
      .where('refunds.state', '=', 'settled'),
    both
      .where(sql<boolean>`refunds.state in ('failed', 'returned')`)
      .where((eb) =>
        eb.or([
          eb('transfers.replaced_by', 'like', 'trf%'),
          eb('refunds.state', '=', 'failed').and('transfers.settled_at', 'is not', null),
        ]),
      ),
  ]
  const work = troubled(needs, SOURCE, ({ id, account_id: accountId }: RefundRow & Moved) => ({ id, accountId }))
  return {
    name: SOURCE,
    wokenBy: ['transfers'],
    nextDueAt: dueAt(
      needs,
      atOnce((hole) =>
        firstOf(
          moved.map((some) =>
            some
              .where(isUntroubled(SOURCE, sql.ref('refunds.id'), hole))
              .select('transfers.state_at as due_at')
              .limit(1),
          ),
        ),
      ),
    ),
    run: async () => {
      const found = await Promise.all(
        moved.map((some) =>
          some
            .where(isUntroubledNow(needs, SOURCE, 'refunds.id'))
            .select(columnsOf('refunds'))
            .select([
              'transfers.state as transferState',
              'transfers.settled_at as settledAt',
              'transfers.reason as transferReason',
              'transfers.replaced_by as replacedBy',
            ])
            .limit(BATCH_SIZE)
            .execute(),
        ),
      )
      return work.each(found.flat(), ({ transferState, settledAt, transferReason, replacedBy, ...refund }) => {
        const carrier = {
          state: transferState,
          settled_at: settledAt,
          reason: transferReason,
          replaced_by: replacedBy,
        }
        const writes = nextStep(needs, refund, carrier)
        // Otherwise another worker was first.
        return writes.length > 0 ? conditionHeld(store.commit(writes)) : undefined
      })
    },
  }
}

/** A transfer that was settled and then returned before this task ran settles the refund first, and returns it on the next turn. */
function nextStep(needs: StoreAndClock, refund: RefundRow, carrier: Carrier): Write[] {
  const { state, reason, replaced_by: by } = carrier
  const hasFailed = refund.state === 'failed' || refund.state === 'returned'
  if (hasFailed && by?.startsWith('trf')) return stepWrites(needs, refund, 'pending', { transfer_id: by })
  if (refund.state === 'returned') return []
  if (refund.state !== 'settled' && carrier.settled_at !== null) return settledWrites(needs, refund)
  switch (state) {
    case 'accepted':
      return refund.state === 'pending' ? stepWrites(needs, refund, 'sent') : []
    case 'rejected':
      return stepWrites(needs, refund, 'failed', { failure: reason })
    case 'returned':
      return stepWrites(needs, refund, 'returned', { failure: reason })
    case 'closed':
      return stepWrites(needs, refund, 'failed', { failure: GIVEN_UP })
    default:
      return []
  }
}
