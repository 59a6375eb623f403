// Money that may need a person: payments in suspense, transfers that are withheld, and charges that are not known to be undone.
import { sql } from 'kysely'
import type { Task } from '../core/task.ts'
import type { Store } from '../store/store.ts'
import { UNMATCHED_ACCOUNT } from './transfer-causes.ts'

const PORTION = 500

/** A payment in suspense, a transfer that is withheld, or an advice that the acquirer has not acknowledged. */
export interface Held {
  id: string
  accountId: string
  amountCentavos: number
  at: string
  because: string
}

export interface HeldFigures {
  suspended: number
  withheld: number
  /** Reversal advices that are not acknowledged, and when the oldest was written. */
  advices: number
  oldestAdviceAt: string | undefined
}

/** The counts of the worker's last look, so that the metrics do not query the database. */
export function heldFigures(store: Store): { seen(): HeldFigures; task: Task } {
  let seen: HeldFigures = { suspended: 0, withheld: 0, advices: 0, oldestAdviceAt: undefined }
  return {
    seen: () => seen,
    task: {
      name: 'count held money',
      unhurried: true,
      nextDueAt: async () => undefined,
      run: async () => {
        seen = await readHeld(store)
        return 0
      },
    },
  }
}

/** How many there are of each, over all accounts. All are few, and have an index of their own. */
async function readHeld({ db }: Store): Promise<HeldFigures> {
  const [suspended, withheld, advices] = await Promise.all([
    db
      .selectFrom('payments_received')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('outcome', '=', sql.lit('suspended' as const))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('transfers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', sql.lit('withheld' as const))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('advices')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
      .where('state', '<>', sql.lit('acknowledged' as const))
      .executeTakeFirstOrThrow(),
  ])
  return {
    suspended: suspended.count,
    withheld: withheld.count,
    advices: advices.count,
    oldestAdviceAt: advices.oldest ?? undefined,
  }
}

/** Each of them over all accounts: first the payments, then the transfers and the advices, by id. */
export async function* eachHeld({ db }: Store): AsyncGenerator<Held> {
  const payments = (after: string) =>
    db
      .selectFrom('payments_received')
      .select(['id', 'account_id', 'amount_centavos', 'received_at as at', 'reason as because'])
      .where('outcome', '=', sql.lit('suspended' as const))
      .where('id', '>', after)
      .orderBy('id')
      .limit(PORTION)
      .execute()
  const transfers = (after: string) =>
    db
      .selectFrom('transfers')
      .select(['id', 'account_id', 'amount_centavos', 'created_at as at', 'withheld_because as because'])
      .where('state', '=', sql.lit('withheld' as const))
      .where('id', '>', after)
      .orderBy('id')
      .limit(PORTION)
      .execute()
  const advices = (after: string) =>
    db
      .selectFrom('advices')
      .select(['id', 'account_id', 'amount_centavos', 'created_at as at'])
      .select((eb) =>
        sql<string>`'charge of ' || ${eb.ref('operation_id')} || ' not undone after ' || ${eb.ref('attempts')} || ' advices'
          || case when ${eb.ref('refusal')} = '' then '' else ': ' || ${eb.ref('refusal')} end`.as('because'),
      )
      .where('state', '<>', sql.lit('acknowledged' as const))
      .where('id', '>', after)
      .orderBy('id')
      .limit(PORTION)
      .execute()
  for (const read of [payments, transfers, advices]) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: Awaited<ReturnType<typeof payments>> = await read(after)
      for (const { account_id, amount_centavos, ...row } of rows) {
        yield { ...row, accountId: account_id ?? UNMATCHED_ACCOUNT, amountCentavos: amount_centavos }
      }
      after = rows.length < PORTION ? undefined : rows.at(-1)?.id
    }
  }
}
