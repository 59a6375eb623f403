// The part of an audit that reads checkouts: their uses and their states are a recount of their payments.
import type { CheckoutRow } from '../checkout/tables.ts'
import { eachPortion } from './audit-portions.ts'
import { BATCH_SIZE, type Scan } from './audit-scope.ts'

interface Recounted {
  held: number
  paid: number
  /** Payments whose operation is not there or names another checkout. */
  strange: number
}

const NONE: Recounted = { held: 0, paid: 0, strange: 0 }

export async function scanCheckouts(given: Scan): Promise<void> {
  await eachPortion(given, { table: 'checkouts', limit: BATCH_SIZE }, async (rows) => {
    const recounts = await recount(given, rows)
    for (const row of rows) {
      const expected = saysOf(recounts.get(row.id) ?? NONE)
      const found = saysOf({ held: row.uses_held, paid: row.uses_paid, strange: 0 })
      if (expected !== found) given.found.add('checkouts', { id: row.id, expected, found })
      const state = stateFault(row)
      if (state !== undefined) given.found.add('checkouts', { id: row.id, expected: state, found: row.state })
    }
  })
}

async function recount({ snapshot: { db } }: Scan, rows: readonly CheckoutRow[]): Promise<Map<string, Recounted>> {
  const payments = await db
    .selectFrom('checkout_payments')
    .leftJoin('operations', (join) =>
      join
        .onRef('operations.account_id', '=', 'checkout_payments.account_id')
        .onRef('operations.id', '=', 'checkout_payments.operation_id'),
    )
    .select(['checkout_payments.checkout_id as of', 'operations.checkout_id as recorded', 'status', 'paid_at'])
    .where('checkout_payments.account_id', 'in', [...new Set(rows.map(({ account_id }) => account_id))])
    .where(
      'checkout_payments.checkout_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const counts = new Map<string, Recounted>()
  for (const { of, recorded, status, paid_at } of payments) {
    const { held, paid, strange } = counts.get(of) ?? NONE
    counts.set(of, {
      held: held + (status === 'pending' ? 1 : 0),
      paid: paid + (paid_at === null ? 0 : 1),
      strange: strange + (recorded === of ? 0 : 1),
    })
  }
  return counts
}

/** What the state should be; undefined when it can be what it is. */
function stateFault({ state, state_at, expires_at, due_at, uses, uses_paid }: CheckoutRow): string | undefined {
  if ((state === 'paid') !== uses_paid >= uses) return uses_paid >= uses ? 'paid' : 'not paid'
  if ((state === 'open') !== (due_at !== null)) return due_at === null ? 'ended' : 'open'
  return state === 'expired' && state_at < expires_at ? 'not expired yet' : undefined
}

function saysOf({ held, paid, strange }: Recounted): string {
  return `${held} under way, ${paid} paid${strange > 0 ? `, ${strange} of another` : ''}`
}
