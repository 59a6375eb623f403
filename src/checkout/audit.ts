// What an audit checks of checkouts: their uses and their states are a recount of their payments.
import type { Invariant } from '../audit/invariant.ts'
import { eachPortion } from '../audit/portions.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import { sameAccount } from '../store/same-account.ts'
import { checkoutStateWords } from './code-words.ts'
import type { CheckoutRow } from './tables.ts'

const checkouts: Invariant = {
  name: 'checkouts',
  meaning: [
    'Lo que cada cobro por enlace dice de sus usos y su estado es lo que resulta de contar sus pagos',
    'What every checkout says of its uses and its state equals a recount of its payments',
  ],
}

export const checkoutAudit: RoomAudit = { invariants: [checkouts], scan: scanCheckouts }

const texts = {
  uses: ['{} en curso, {} pagados', '{} under way, {} paid'],
  usesOfAnother: ['{} en curso, {} pagados, {} de otro', '{} under way, {} paid, {} of another'],
  notPaid: ['sin pagar', 'not paid'],
  notExpired: ['todavía sin vencer', 'not expired yet'],
  ended: ['terminado', 'ended'],
} as const satisfies Record<string, Bilingual>

interface Recounted {
  held: number
  paid: number
  /** Payments whose operation is not there or names another checkout. */
  strange: number
}

const NONE: Recounted = { held: 0, paid: 0, strange: 0 }

async function scanCheckouts(scan: Scan): Promise<void> {
  await eachPortion(scan, { table: 'checkouts', limit: BATCH_SIZE }, async (rows) => {
    const recounts = await recount(scan, rows)
    for (const row of rows) {
      const { held, paid, strange } = recounts.get(row.id) ?? NONE
      if (held !== row.uses_held || paid !== row.uses_paid || strange > 0)
        scan.found(checkouts, {
          id: row.id,
          expected: usesText({ held, paid, strange }),
          found: usesText({ held: row.uses_held, paid: row.uses_paid, strange: 0 }),
        })
      const expected = stateFault(row)
      if (expected !== undefined) scan.found(checkouts, { id: row.id, expected, found: wordOf(row.state) })
    }
  })
}

async function recount({ snapshot: { db } }: Scan, rows: readonly CheckoutRow[]): Promise<Map<string, Recounted>> {
  const payments = await db
    .selectFrom('checkout_payments')
    .leftJoin('operations', sameAccount('operations.id', 'checkout_payments.operation_id'))
    .select(['checkout_payments.checkout_id as of', 'operations.checkout_id as named', 'status', 'paid_at'])
    .where('checkout_payments.account_id', 'in', [...new Set(rows.map(({ account_id }) => account_id))])
    .where(
      'checkout_payments.checkout_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const counts = new Map<string, Recounted>()
  for (const { of, named, status, paid_at } of payments) {
    const { held, paid, strange } = counts.get(of) ?? NONE
    counts.set(of, {
      held: held + (status === 'pending' ? 1 : 0),
      paid: paid + (paid_at === null ? 0 : 1),
      strange: strange + (named === of ? 0 : 1),
    })
  }
  return counts
}

/** What the state should be; undefined when it can be what it is. */
function stateFault({ state, state_at, expires_at, due_at, uses, uses_paid }: CheckoutRow): Bilingual | undefined {
  if ((state === 'paid') !== uses_paid >= uses) return uses_paid >= uses ? wordOf('paid') : texts.notPaid
  if ((state === 'open') !== (due_at !== null)) return due_at === null ? texts.ended : wordOf('open')
  return state === 'expired' && state_at < expires_at ? texts.notExpired : undefined
}

function usesText({ held, paid, strange }: Recounted): Bilingual {
  return strange > 0 ? filled(texts.usesOfAnother, held, paid, strange) : filled(texts.uses, held, paid)
}

function wordOf(state: CheckoutRow['state']): Bilingual {
  const [es, en] = checkoutStateWords[state]
  return [es, en]
}
