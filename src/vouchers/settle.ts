// Settles what a network reports as paid: it pays a voucher, or becomes a customer's payment, or goes back to the payer.
import { createHash, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { computeFees, type FeeSchedule } from '../core/fees.ts'
import { newId, newUuid } from '../core/ids.ts'
import type { Rail, ReportedRail } from '../core/rail.ts'
import { mexicoCityDay } from '../core/time.ts'
import { advance, BLANK_OPERATION, createPaid } from '../operations/record.ts'
import type { Store } from '../store/store.ts'
import type { OperationRow, PaymentReceivedRow, SourceRow } from '../store/tables.ts'
import { Duplicate, insert, Unmet } from '../store/write.ts'
import { returnWrites } from './give-back.ts'
import { paymentReader } from './received.ts'
import { FIRST_CONFLICT, suspenseWrites } from './suspend.ts'

/**
 * What a network says was paid. Rail, network, institution, operation day and the network's own id identify it: the same facts said
 * again are the same payment, and other facts are a conflict.
 */
export interface Notification {
  /** The rail on which it came: one provider may carry several under one name. */
  rail: ReportedRail
  network: string
  /** The network's own id: a tracking key, a till ticket. */
  networkTransaction: string
  /** The ordering institution of a transfer (three digits, as in its CLABEs), or the short name of the chain. Empty: not told. */
  institution: string
  /** `speiDay` of a transfer, the Mexico City day of a till. */
  operationDay: string
  /** What was paid into: barcode digits or CLABE. */
  networkReference: string
  amountCentavos: number
  payerClabe?: string
  payerName?: string
}

/** Why a payment was settled, returned or suspended. All but the first two and the last return the money to the payer. */
export const settlementReasons = {
  'voucher-paid': 'the exact amount of a pending voucher',
  'customer-paid': 'into a customer’s own CLABE, with no voucher waiting for it',
  'amount-differs': 'more or less than the voucher asks for',
  'already-paid': 'the voucher had been paid',
  cancelled: 'the voucher had been cancelled',
  expired: 'the voucher had expired',
  'account-closed': 'the customer’s CLABE is no longer in use',
  'reference-unknown': 'nobody knows what was paid into',
  'identity-conflict': 'another payment is on record under the same key, institution and day',
  'own-transfer': 'a transfer of ours that came back: its money is owed again',
  'own-transfer-differs': 'it has the tracking key of a transfer of ours, and another amount',
} as const

export type SettlementReason = keyof typeof settlementReasons

export interface SettleNeeds {
  store: Store
  clock: Clock
  fees(accountId: string, rail: Rail): Promise<FeeSchedule>
}

/** What to do with a payment, decided from what was read; written with the guard that it still holds. */
type Decision =
  | { kind: 'pay'; operation: OperationRow }
  | { kind: 'customer'; source: SourceRow }
  | { kind: 'return'; reason: SettlementReason; operation?: OperationRow; source?: SourceRow }
  | { kind: 'suspend'; known: PaymentReceivedRow[]; operation?: OperationRow; source?: SourceRow }

const TRIES = 20
/** The nth try waits up to n times this long: those who wanted the same row do not meet again at once. */
const PAUSE_MS = 5

/**
 * Records a payment once and does what follows from it in the same batch: pays the voucher, makes a customer's operation,
 * asks for a return, or keeps it in suspense because it contradicts another. Answers what is on record; a notification said
 * again, or twice at once, is answered alike. `service-busy` when others were first at every try: then nothing is recorded.
 */
export function settler(needs: SettleNeeds): (notification: Notification) => Promise<PaymentReceivedRow> {
  const read = paymentReader(needs.store)
  return async (notification) => {
    for (let attempt = 1; ; attempt += 1) {
      const known = await read.byIdentity(notification)
      const same = known.find((row) => hasFactsOf(row, notification))
      if (same) return same
      try {
        const choose = attempt === 1 ? oldest : anyOf
        return await write(needs, notification, await decide(needs.clock, read, notification, known, choose))
      } catch (error) {
        // Somebody was first, with this voucher or this very notification: look again.
        if (!(error instanceof Unmet || error instanceof Duplicate)) throw error
        if (attempt >= TRIES) throw new Failure('service-busy', { retryAfterSeconds: 1, cause: error })
      }
      await pause(Math.random() * PAUSE_MS * attempt)
    }
  }
}

/** Whether it is this payment that a network speaks of: the same amount, from the same payer, into the same reference. */
function hasFactsOf(row: PaymentReceivedRow, notification: Notification): boolean {
  return (
    row.amount_centavos === notification.amountCentavos &&
    row.network_reference === notification.networkReference &&
    (row.payer_clabe ?? '') === (notification.payerClabe ?? '')
  )
}

type Choose = (vouchers: OperationRow[]) => OperationRow | undefined

const oldest: Choose = ([first]) => first
/** Many payments at once that all choose the oldest voucher would all but one be too late, again and again. */
const anyOf: Choose = (vouchers) => vouchers[vouchers.length > 0 ? randomInt(vouchers.length) : 0]

/**
 * The number of a conflict: 1 for the first; for another the number that its facts hash to, or the next that is free. So many conflicts at
 * once do not compete for one number, and the same facts at once still do: rows stay, so both find the same number free.
 */
function conflictOf(
  { amountCentavos, networkReference, payerClabe }: Notification,
  known: PaymentReceivedRow[],
): number {
  const taken = new Set(known.map((row) => row.conflict))
  if (!taken.has(FIRST_CONFLICT)) return FIRST_CONFLICT
  const facts = JSON.stringify([amountCentavos, networkReference, payerClabe ?? ''])
  // Half of what a 32-bit column holds: there is room to count on.
  let number = FIRST_CONFLICT + 1 + (createHash('sha256').update(facts).digest().readUInt32BE() >>> 2)
  while (taken.has(number)) number += 1
  return number
}

async function decide(
  clock: Clock,
  read: ReturnType<typeof paymentReader>,
  notification: Notification,
  known: PaymentReceivedRow[],
  choose: Choose,
): Promise<Decision> {
  const operation = await read.operation(notification)
  if (known.length > 0) {
    const source = operation ? undefined : await read.source(notification.networkReference)
    return { kind: 'suspend', known, ...(operation && { operation }), ...(source && { source }) }
  }
  if (operation) return decideVoucher(clock, operation, notification.amountCentavos)
  const source = await read.source(notification.networkReference)
  if (source === undefined) return { kind: 'return', reason: 'reference-unknown' }
  if (source.deactivated_at !== null) return { kind: 'return', reason: 'account-closed', source }
  const waiting = await read.waitingFor(source.id, clock.now())
  if (waiting.length === 0) return { kind: 'customer', source }
  const exact = choose(waiting.filter((voucher) => voucher.total_centavos === notification.amountCentavos))
  return exact ? { kind: 'pay', operation: exact } : { kind: 'return', reason: 'amount-differs', source }
}

function decideVoucher(clock: Clock, operation: OperationRow, amountCentavos: number): Decision {
  const back = (reason: SettlementReason): Decision => ({ kind: 'return', reason, operation })
  switch (operation.status) {
    case 'paid':
      return back('already-paid')
    case 'cancelled':
    case 'declined':
      return back('cancelled')
    case 'expired':
      return back('expired')
    case 'pending':
      if (operation.expires_at !== null && operation.expires_at < clock.now()) return back('expired')
      return operation.total_centavos === amountCentavos ? { kind: 'pay', operation } : back('amount-differs')
  }
}

async function write(needs: SettleNeeds, notification: Notification, decision: Decision): Promise<PaymentReceivedRow> {
  switch (decision.kind) {
    case 'pay': {
      const { operation } = decision
      const received = receivedRow(needs, notification, {
        account_id: operation.account_id,
        operation_id: operation.id,
        outcome: 'settled',
        reason: 'voucher-paid',
      })
      const code = { authorization_code: authorizationCode(notification) }
      await advance(needs, operation, 'paid', code, [insert('payments_received', received)])
      return received
    }
    case 'customer': {
      const operation = await customerPayment(needs, notification, decision.source)
      const received = receivedRow(needs, notification, {
        account_id: operation.account_id,
        operation_id: operation.id,
        outcome: 'settled',
        reason: 'customer-paid',
      })
      await createPaid(needs, operation, [insert('payments_received', received)])
      return received
    }
    case 'return': {
      const received = receivedRow(needs, notification, {
        account_id: (decision.operation ?? decision.source)?.account_id ?? null,
        operation_id: decision.operation?.id ?? null,
        outcome: decision.reason === 'reference-unknown' ? 'unmatched' : 'returned',
        reason: decision.reason,
      })
      await needs.store.commit([
        insert('payments_received', received),
        ...returnWrites(needs.clock, received, decision.operation),
      ])
      return received
    }
    case 'suspend': {
      const received = receivedRow(needs, notification, {
        account_id: (decision.operation ?? decision.source)?.account_id ?? null,
        operation_id: decision.operation?.id ?? null,
        outcome: 'suspended',
        reason: 'identity-conflict',
        conflict: conflictOf(notification, decision.known),
      })
      await needs.store.commit([
        insert('payments_received', received),
        ...suspenseWrites(needs.clock, received, decision.known[0]),
      ])
      return received
    }
  }
}

/**
 * The operation of money that came into a customer's CLABE unasked. It is created as paid, with the payment's record, in one
 * batch: killed at any point, either nothing of it exists, and the network says it again, or all of it does.
 */
async function customerPayment(
  { store, clock, fees }: SettleNeeds,
  notification: Notification,
  source: SourceRow,
): Promise<OperationRow> {
  const { amountCentavos, network, networkTransaction, institution, operationDay } = notification
  const now = clock.now()
  const schedule = await fees(source.account_id, notification.rail)
  const { feeCentavos, ivaCentavos } = computeFees({ totalCentavos: amountCentavos, schedule })
  const account = await store.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', source.account_id)
    .executeTakeFirst()
  return {
    ...BLANK_OPERATION,
    id: newUuid(clock),
    account_id: source.account_id,
    created_at: now,
    day: mexicoCityDay(now),
    rail: notification.rail,
    status: 'paid',
    status_at: now,
    total_centavos: amountCentavos,
    fee_centavos: feeCentavos,
    iva_centavos: ivaCentavos,
    fee_percentage_millis: schedule.percentageMillis,
    description: notification.payerName ?? '',
    operator: account?.email ?? '',
    authorization_code: authorizationCode(notification),
    customer_id: source.customer_id,
    network,
    network_reference: `${source.clabe} ${institution} ${operationDay} ${networkTransaction}`,
    bank_account_number: source.clabe,
    bank_name: source.bank_name,
    payment_id: source.reference || source.clabe,
    source_id: source.id,
  }
}

function receivedRow(
  { clock }: SettleNeeds,
  notification: Notification,
  outcome: Pick<PaymentReceivedRow, 'account_id' | 'operation_id' | 'outcome'> & {
    reason: SettlementReason
    conflict?: number
  },
): PaymentReceivedRow {
  return {
    id: newId(clock, 'pay'),
    network: notification.network,
    rail: notification.rail,
    institution: notification.institution,
    operation_day: notification.operationDay,
    network_transaction: notification.networkTransaction,
    conflict: 0,
    network_reference: notification.networkReference,
    amount_centavos: notification.amountCentavos,
    payer_clabe: notification.payerClabe ?? null,
    payer_name: notification.payerName ?? null,
    received_at: clock.now(),
    ...outcome,
  }
}

/** What the network calls the payment is what proves it. */
function authorizationCode(notification: Notification): string {
  return notification.networkTransaction
}
