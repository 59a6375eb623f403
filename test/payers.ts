// Short functions for stories to issue vouchers, to pay them, to move the clock and to see where the money is.
import assert from 'node:assert/strict'
import { instantOf, plusDuration } from '../src/core/time.ts'
import { TOUCHED } from '../src/events/append.ts'
import { audit } from '../src/ledger/audit.ts'
import type { Answer, Merchant, World } from './world.ts'

/** A voucher of a store, as issued. */
export async function storeVoucher(merchant: Merchant, body: object = {}) {
  return issued(await merchant.post('/v1/payment/convenience-store', { total: 150, ...body }))
}

export async function speiVoucher(merchant: Merchant, body: object = {}) {
  return issued(await merchant.post('/v1/payment/spei', { total: 150, ...body }))
}

function issued(answer: Answer) {
  assert.equal(answer.status, 200, answer.text)
  return answer.body.result
}

/** The network's answer to a payment at the till. */
export async function payAtStore(merchant: Merchant, body: object) {
  return issued(await merchant.post('/v1/sandbox/pay/store', body))
}

export async function payBySpei(merchant: Merchant, body: object) {
  return issued(await merchant.post('/v1/sandbox/pay/spei', body))
}

export async function operationOf(merchant: Merchant, transaction: string) {
  return issued(await merchant.get(`/v1/operations/${transaction}`))
}

export async function moveClock(
  merchant: Merchant,
  change: { advance?: string; set?: string; [other: string]: unknown },
) {
  const { advance, ...rest } = change
  // Over days there may be more work than one call does.
  const fromMs = advance !== undefined && /^P\d/.test(advance) ? await nowOf(merchant) : undefined
  let moved = issued(await merchant.call('PUT', '/v1/sandbox/clock', change))
  const target = fromMs === undefined ? undefined : plusDuration(fromMs, advance ?? '')
  const set = target === undefined ? change.set : instantOf(target)
  for (let call = 1; !moved.finished && set !== undefined && call < 20; call += 1) {
    moved = issued(await merchant.call('PUT', '/v1/sandbox/clock', { ...rest, set }))
  }
  return moved
}

/** The service's time, in epoch milliseconds of whole seconds. */
export async function nowOf(merchant: Merchant): Promise<number> {
  return Date.parse(issued(await merchant.get('/v1/sandbox/clock')).now)
}

/** A customer of the merchant with the SPEI source that every customer has. */
export async function customerWithSource(merchant: Merchant): Promise<{ id: string; source: string; clabe: string }> {
  const { id } = issued(await merchant.post('/v1/customer', { name: 'Ana Núñez', email: 'ana@example.mx' }))
  const { sources } = issued(await merchant.get(`/v1/customer/${id}`))
  return { id, source: sources[0].id, clabe: sources[0].clabe }
}

/** The balance of a merchant's ledger account, in centavos, over all days. */
export async function balanceOf(world: World, merchant: Pick<Merchant, 'accountId'>, ledgerAccount: string) {
  const rows = await world.service.store.db
    .selectFrom('postings')
    .select('amount_centavos')
    .where('account_id', '=', merchant.accountId)
    .where('ledger_account', '=', ledgerAccount)
    .execute()
  return rows.reduce((sum, row) => sum + row.amount_centavos, 0)
}

/** Every transfer of the merchant, oldest first. */
export async function transfersOf(world: World, merchant: Merchant) {
  const rows = await world.service.store.db
    .selectFrom('transfers')
    .selectAll()
    .where('account_id', '=', merchant.accountId)
    .orderBy('id')
    .execute()
  return [...rows]
}

/** The number of events of each type for an operation. */
export async function eventsOf(world: World, transaction: string): Promise<Record<string, number>> {
  const rows = await world.service.store.db
    .selectFrom('events')
    .select('type')
    .where('operation_id', '=', transaction)
    .where('type', '<>', TOUCHED)
    .execute()
  const counts: Record<string, number> = {}
  for (const { type } of rows) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

/** Every invariant of the ledger holds for everything in the database. */
export async function assertAudited(world: World): Promise<void> {
  const { clean, invariants } = await audit(world.service.store)
  assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
}
