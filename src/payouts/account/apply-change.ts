// Puts a confirmed change of the payout account into effect after its waiting period.
import { sql } from 'kysely'
import { processActor } from '../../accounts/trail/record.ts'
import type { Task } from '../../core/task.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { conditionHeld } from '../../store/decide.ts'
import { dueAt } from '../../store/queues/next-due.ts'
import { isUntroubled, isUntroubledNow, troubled } from '../../store/queues/set-aside.ts'
import { update } from '../../store/write.ts'
import type { ChangeNeeds } from '../needs.ts'
import type { PayoutAccountChangeRow } from '../tables.ts'
import { destinationWrite, readDestination } from './destination.ts'
import { changeNotices } from './tell-change.ts'

const BATCH_SIZE = 50

const SOURCE = 'payout accounts'

export function applyAccountChangesTask(needs: Pick<ChangeNeeds, 'store' | 'clock' | 'letter'>): Task {
  const { store, clock } = needs
  const { db } = store
  const work = troubled(needs, SOURCE, ({ id, account_id: accountId }: PayoutAccountChangeRow) => ({ id, accountId }))
  return {
    name: SOURCE,
    nextDueAt: dueAt(
      needs,
      (hole) => sql`(select effective_at from payout_account_changes where state = 'confirmed'
        and ${isUntroubled(SOURCE, sql.ref('payout_account_changes.id'), hole)} order by effective_at limit 1)`,
    ),
    run: async () => {
      const due = await db
        .selectFrom('payout_account_changes')
        .select(columns.payout_account_changes)
        .where('state', '=', 'confirmed')
        .where('effective_at', '<=', clock.now())
        .where(isUntroubledNow(needs, SOURCE, 'payout_account_changes.id'))
        .orderBy('effective_at')
        .limit(BATCH_SIZE)
        .modifyEnd(across('due'))
        .execute()
      return work.each(due, (change) => apply(needs, change), { oneByOne: true })
    },
  }
}

async function apply(
  needs: Pick<ChangeNeeds, 'store' | 'clock' | 'letter'>,
  change: PayoutAccountChangeRow,
): Promise<void> {
  const { store, clock } = needs
  const payee = { accountId: change.account_id, affiliate: change.affiliate }
  const account = await readDestination(store, payee)
  const over = { state: 'changed', ended_at: clock.now() } as const
  const telling = { step: 'changed', by: processActor('payout accounts'), to: account } as const
  const writing = store.commit([
    destinationWrite(payee, account.clabe, change.clabe),
    update('payout_account_changes', over, { id: change.id, account_id: change.account_id, state: 'confirmed' }),
    ...changeNotices(needs, { ...change, ...over, previous_clabe: account.clabe }, telling),
  ])
  // If it was cancelled or another worker was first, the next run sees the rest.
  await conditionHeld(writing)
}
