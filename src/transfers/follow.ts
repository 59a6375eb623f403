// A payout or a refund follows the transfer that carries it: where the transfer has moved on, the next step is recorded.
import { type RawBuilder, sql } from 'kysely'
import type { Task } from '../core/task.ts'
import { acrossDb } from '../store/across.ts'
import { columnsOf } from '../store/columns.ts'
import { atOnce, dueAt, firstOf } from '../store/queues/next-due.ts'
import { isUntroubled, isUntroubledNow, troubled } from '../store/queues/set-aside.ts'
import type { StoreAndClock } from '../store/store.ts'
import { accountOf, unindexed } from '../store/unindexed.ts'
import type { Tables } from '../tables.ts'
import type { TransferRow } from './tables.ts'

const BATCH_SIZE = 50

/** What a transfer has come to. */
export type CarryingTransfer = Pick<TransferRow, 'state' | 'settled_at' | 'reason' | 'replaced_by'>

interface Following<T extends 'payouts' | 'refunds'> {
  /** The name of the task. */
  source: string
  table: T
  /** The account of a row, as the table's index by transfer has it. */
  account: RawBuilder<string>
  /** When the transfer has moved on. Partial indexes need their conditions written out. */
  moved: readonly RawBuilder<boolean>[]
  /** The same of returned transfers, which are few, while the rows that ended well are many. */
  returned: RawBuilder<boolean>
  /** Records the next step, if there is one. */
  step(row: Tables[T], transfer: CarryingTransfer): Promise<unknown> | undefined
}

export function followTransfersTask<T extends 'payouts' | 'refunds'>(
  needs: StoreAndClock,
  { source, table, account, moved, returned, step }: Following<T>,
): Task {
  const { store } = needs
  const db = acrossDb(store.db, 'due')
  // Kysely types a query by the literal names in it.
  const of = table as 'refunds'
  const id = `${table}.id`
  const transferId = sql.ref<string>(`${table}.transfer_id`)
  const fromRows = db
    .selectFrom(of)
    .innerJoin('transfers', (join) =>
      join
        .on('transfers.account_id', '=', accountOf(store, table))
        .on('transfers.id', '=', unindexed(`${table}.transfer_id`)),
    )
  const fromTransfers = db
    .selectFrom('transfers')
    .innerJoin(of, (join) =>
      join.on(transferId, '=', unindexed('transfers.id')).on(account, '=', accountOf(store, 'transfers')),
    )
  const queries = [...moved.map((condition) => fromRows.where(condition)), fromTransfers.where(returned)]
  const work = troubled<{ row: Tables[T]; transfer: CarryingTransfer }>(needs, source, ({ row }) => ({
    id: row.id,
    accountId: row.account_id,
  }))
  return {
    name: source,
    wokenBy: ['transfers'],
    nextDueAt: dueAt(
      needs,
      atOnce((hole) =>
        firstOf(
          queries.map((query) =>
            query
              .where(isUntroubled(source, sql.ref(id), hole))
              .select('transfers.state_at as due_at')
              .limit(1),
          ),
        ),
      ),
    ),
    run: async () => {
      const found = await Promise.all(
        queries.map((query) =>
          query
            .where(isUntroubledNow(needs, source, id))
            .select(columnsOf(of))
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
      const rows = found.flat().map(({ transferState, settledAt, transferReason, replacedBy, ...row }) => ({
        row: row as unknown as Tables[T],
        transfer: { state: transferState, settled_at: settledAt, reason: transferReason, replaced_by: replacedBy },
      }))
      return work.each(rows, ({ row, transfer }) => step(row, transfer))
    },
  }
}
