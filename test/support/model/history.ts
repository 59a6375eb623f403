// Random histories of operations, made by the one writer of operations, for tests of the books.
import fc from 'fast-check'
import { adviceWrite } from '../../../src/cards/unanswered/undo.ts'
import { type Clock, createClock } from '../../../src/core/clock.ts'
import { computeFees } from '../../../src/core/fees.ts'
import { newId, newUuid } from '../../../src/core/ids.ts'
import { mexicoCityDay } from '../../../src/core/time.ts'
import { BLANK_OPERATION } from '../../../src/operations/blank.ts'
import { advance, create } from '../../../src/operations/record.ts'
import type { OperationRow } from '../../../src/operations/tables.ts'
import { type Operation, operationOf } from '../../../src/store/operation.ts'
import type { Store } from '../../../src/store/store.ts'
import { insert, run, type Write } from '../../../src/store/write.ts'
import { trackingKeyOf } from '../../../src/transfers/transfer-causes.ts'
import { receivedWrites } from '../../../src/vouchers/received/identities.ts'
import { storyLinks } from './operation-rows.ts'

/** One operation and its steps. */
export interface Life {
  method: OperationRow['rail']
  totalCentavos: number
  percentageMillis: number
  /** The affiliate's share in thousandths of what the fee leaves. */
  affiliateMillis: number
  operator: string
  account: number
  moves: Exclude<OperationRow['status'], 'pending'>[]
  /** Hours that pass before each step. */
  hours: number
}

export const life: fc.Arbitrary<Life> = fc.record({
  method: fc.constantFrom('card', 'store', 'spei'),
  totalCentavos: fc.integer({ min: 100, max: 1_000_000 }),
  percentageMillis: fc.integer({ min: 0, max: 10_000 }),
  affiliateMillis: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000 })),
  operator: fc.constantFrom('ana@tienda.mx', 'luis@tienda.mx'),
  account: fc.integer({ min: 0, max: 1 }),
  moves: fc.constantFrom(
    [],
    ['paid'],
    ['paid'],
    ['paid', 'cancelled'],
    ['cancelled'],
    ['expired'],
    ['declined'],
  ) as fc.Arbitrary<Life['moves']>,
  hours: fc.integer({ min: 0, max: 30 }),
})

/** A clock at the start of 2 November 2026 (Mexico City) that stands still. */
export function frozenClock(): Clock {
  return createClock({ offsetMs: 0, frozenMs: Date.parse('2026-11-02T06:00:00.000Z') })
}

export function passHours(clock: Clock, hours: number): void {
  clock.follow({ ...clock.state(), frozenMs: clock.epochMs() + hours * 3_600_000 })
}

/** Runs it, and answers the operation in its last state. */
export async function live(place: { store: Store; clock: Clock }, life: Life, accountId: string): Promise<Operation> {
  const { clock } = place
  const needs = { ...place, links: storyLinks }
  await place.store.commit([accountWrite(place.store, accountId)])
  passHours(clock, life.hours)
  const schedule = { percentageMillis: life.percentageMillis, fixedCentavos: 0, ivaPercent: 16 }
  const { netCentavos } = computeFees({ totalCentavos: life.totalCentavos, schedule })
  const affiliateCentavos = life.method === 'card' ? Math.floor((netCentavos * life.affiliateMillis) / 1_000) : 0
  const fees = computeFees({ totalCentavos: life.totalCentavos, schedule, affiliateCentavos })
  const now = clock.now()
  let operation = operationOf({
    ...BLANK_OPERATION,
    id: newUuid(clock),
    account_id: accountId,
    created_at: now,
    day: mexicoCityDay(now),
    rail: life.method,
    status: 'pending',
    status_at: now,
    total_centavos: life.totalCentavos,
    fee_centavos: fees.feeCentavos,
    iva_centavos: fees.ivaCentavos,
    fee_percentage_millis: life.percentageMillis,
    affiliate: affiliateCentavos > 0 ? `socio-${life.account}` : null,
    affiliate_centavos: affiliateCentavos,
    operator: life.operator,
    card_brand: life.method === 'card' ? 'VISA' : '',
    network: 'sandbox',
  })
  await create(needs, operation, [], life.method === 'card' ? undefined : 'voucher.issued')
  for (const to of life.moves) {
    passHours(clock, life.hours)
    // The till does not give cash back.
    if (to === 'cancelled' && operation.status === 'paid' && operation.rail === 'store') break
    const isReturned = to === 'cancelled' && operation.status === 'paid' && operation.rail === 'spei'
    const change = isReturned ? ({ has_devolution: 1, refund_state: 'pending' } as const) : {}
    operation = await advance(needs, operation, to, change, moneyOf(clock, operation, to))
  }
  return operation
}

/** What is taken from a merchant is counted at its account. One that is there already stays as it is. */
function accountWrite({ db }: Store, id: string): Write {
  const account = {
    id,
    name: 'Tienda',
    email: 'tienda@ejemplo.mx',
    payout_clabe: null,
    created_at: '2026-11-01T06:00:00.000Z',
    settled_day: '',
    affiliate_rule: 'proportional' as const,
    fees_month: '',
    webhooks: 0,
    owed_version: 0,
    people_version: 0,
    suspended_at: null,
    suspended_because: '',
    payment_limit_centavos: null,
    day_limit_centavos: null,
    second_person_centavos: null,
    factor_roles: '',
    external_transactions: 'unique' as const,
  }
  const made = db.insertInto('accounts').values(account)
  return run(made.onConflict((taken) => taken.doNothing()).compile())
}

const PAYER_CLABE = '002010077777777771'

/** The network's report of a paid voucher, and the refund of a SPEI payment. */
function moneyOf(clock: Clock, operation: OperationRow, to: Life['moves'][number]) {
  if (operation.rail === 'card') {
    const isUnknown = to === 'cancelled' && operation.status === 'pending'
    return isUnknown ? [adviceWrite(clock, operation, { reason: 'cancelled' })] : []
  }
  if (to === 'paid') {
    return receivedWrites({
      id: newId(clock, 'pay'),
      network: 'sandbox',
      rail: operation.rail === 'spei' ? 'spei' : 'store',
      institution: operation.rail === 'spei' ? '002' : 'OXXO',
      operation_day: operation.day,
      conflict: 0,
      nth: 0,
      from_statement: 0,
      stated: 0,
      cep_url: null,
      network_transaction: newId(clock, 'net'),
      network_reference: operation.id,
      account_id: operation.account_id,
      operation_id: operation.id,
      amount_centavos: operation.total_centavos,
      payer_clabe: operation.rail === 'spei' ? PAYER_CLABE : null,
      payer_name: null,
      outcome: 'matched',
      reason: '',
      received_at: clock.now(),
      paid_at: clock.now(),
    })
  }
  if (operation.status !== 'paid') return []
  const id = newId(clock, 'trf')
  return [
    insert('transfers', {
      id,
      account_id: operation.account_id,
      operation_id: operation.id,
      kind: 'refund',
      rail: 'spei',
      network: 'sandbox',
      destination: PAYER_CLABE,
      beneficiary: 'Ana',
      amount_centavos: operation.total_centavos,
      tracking_key: trackingKeyOf(id),
      concept: 'Devolucion',
      state: 'pending',
      attempts: 0,
      due_at: clock.now(),
      leased_until: 0,
      created_at: clock.now(),
      accepted_at: null,
      settled_at: null,
      rejected_at: null,
      asked_at: null,
      state_at: clock.now(),
      network_at: null,
      network_reference: null,
      reason: '',
      replaces: null,
      replaced_by: null,
      withheld_because: '',
      refund_id: null,
    }),
  ]
}
