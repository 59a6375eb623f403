// The queues of the whole service, for its operator: the waiting items of each kind, their age, and how many have failed
// before.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { choice, orNull } from '../../api/fields.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { across } from '../../store/across.ts'
import type { Store } from '../../store/store.ts'

export const Queue = Type.Object(
  {
    name: choice(['webhooks', 'messages', 'transfers', 'advices', 'reversals']),
    waiting: Type.Integer({ description: 'At most 10,000: more are not counted' }),
    failing: Type.Integer({ description: 'Tried before, and to be tried again' }),
    next: orNull(Type.String({ description: 'When the earliest one falls due, or fell due; null when none waits' })),
  },
  { title: 'Queue' },
)

type Queue = Static<typeof Queue>

/** Counting stops at this number. */
const MAX = 10_000

const tables = {
  webhooks: 'webhook_deliveries',
  messages: 'messages',
  transfers: 'transfers',
  advices: 'advices',
  reversals: 'reversals',
} as const satisfies Record<Queue['name'], string>

export async function readQueues(store: Store): Promise<Queue[]> {
  return Promise.all(
    Object.entries(tables).map(async ([name, table]) => {
      const { rows } = await sql<{ waiting: number; failing: number | null; next: string | null }>`
        select count(*) as waiting, sum(case when attempts > 0 then 1 else 0 end) as failing, min(due_at) as next
        from (select attempts, due_at from ${sql.table(table)} where due_at is not null limit ${sql.lit(MAX)}) as due ${across('operator')}`.execute(
        store.db,
      )
      const [row] = rows
      return {
        name: name as Queue['name'],
        waiting: Number(row?.waiting ?? 0),
        failing: Number(row?.failing ?? 0),
        next: row?.next ? mexicoCityTime(row.next) : null,
      }
    }),
  )
}
