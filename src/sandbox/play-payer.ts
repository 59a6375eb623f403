// Plays the payer: pays a voucher at the till, or sends a SPEI transfer, and answers the outcome of the money.
import { barcodesOf } from '../connectors/sandbox/cash-network.ts'
import { institutionOf, isValidClabe, optionalClabe } from '../core/banks/clabe.ts'
import { newId } from '../core/ids.ts'
import { parseAmount } from '../core/money.ts'
import type { VoucherRail } from '../core/rail.ts'
import { type Instant, instantOf, isDay, mexicoCityDay, speiDay } from '../core/time.ts'
import { Failure, invalidField } from '../failures.ts'
import type { OperationRow } from '../operations/tables.ts'
import { placeOf } from '../store/directory.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { type Operation, operationOf } from '../store/operation.ts'
import { rowOf } from '../store/rows.ts'
import { holderOf, holdersReader } from '../store/voucher-references.ts'
import type { TransferRow } from '../transfers/tables.ts'
import { transferIdOf } from '../transfers/transfer-causes.ts'
import { paymentsCalled } from '../vouchers/received/identities.ts'
import type { Notification } from '../vouchers/received/notification.ts'
import type { PaymentReceivedRow } from '../vouchers/tables.ts'
import type { PayerPlay } from './needs.ts'
import { PAYER } from './who-paid.ts'

/** The result of a payment: the record, the operation that it paid, and the transfer that gives it back. */
export interface Paid {
  received: PaymentReceivedRow
  operation: Operation | undefined
  transfer: TransferRow | undefined
}

/** One of the identifiers of a voucher, and the amount: the voucher's total when left out. */
interface StorePayment {
  transaction?: string | null
  payment_id?: string | null
  short_id?: string | null
  reference?: string | null
  amount?: number | string
  ticket?: string | null
  operation_day?: string | null
  paid_at?: string | null
  /** True when the ticket is derived from the request's idempotency key: a repeat on another day is then the same payment. */
  isKeyed?: boolean
}

/** A payment that a payer has made: the network's coming report, and the voucher as it is before that. */
export interface Made {
  notification: Notification & { paidAt: Instant }
  operation: Operation | undefined
}

/** Pays a voucher of the account at a till. `resource-unknown` when the account has no such voucher. */
export async function payAtStore(needs: PayerPlay, accountId: string, payment: StorePayment): Promise<Made> {
  const paidAt = readInstant(payment.paid_at) ?? needs.clock.now()
  const names = [payment.payment_id, payment.short_id, payment.reference].filter((name) => !!name)
  if (names.length + (payment.transaction ? 1 : 0) !== 1) {
    const [es, en] = [
      'transaction, payment_id, short_id o reference: envía uno',
      'transaction, payment_id, short_id or reference: send one of them',
    ]
    throw invalidField('transaction', es, en)
  }
  const barcodes = names.flatMap((name) => barcodesOf(name ?? ''))
  const operation = payment.transaction
    ? await rowOf(needs.store.db, 'operations', { account_id: accountId, rail: 'store', id: payment.transaction })
    : await newestOf(needs, accountId, barcodes)
  if (operation?.network_reference == null) throw new Failure('resource-unknown')
  const networkTransaction = payment.ticket || newId(needs.clock, 'tck')
  const known = payment.isKeyed
    ? await dayOnRecord(needs, { rail: 'store', network: needs.cashNetwork, networkTransaction })
    : undefined
  const notification: Made['notification'] = {
    rail: 'store',
    network: needs.cashNetwork,
    networkTransaction,
    institution: operation.chain ?? '',
    operationDay: readDay(payment.operation_day) ?? known ?? mexicoCityDay(paidAt),
    networkReference: operation.network_reference,
    amountCentavos: readAmount(payment.amount) ?? operation.total_centavos,
    paidAt,
  }
  return { notification, operation: operationOf(operation) }
}

/** The newest voucher of the account that has had one of these barcodes. */
async function newestOf({ store, cashNetwork }: PayerPlay, accountId: string, barcodes: readonly string[]) {
  const holders = holdersReader(store)
  const found = await Promise.all(
    barcodes.map((reference) => holders({ rail: 'store', network: cashNetwork, reference })),
  )
  const own = found.flat().filter(({ account_id }) => account_id === accountId)
  return own.toSorted((one, other) => (one.id < other.id ? 1 : -1))[0]
}

/** To a CLABE, or to that of a voucher; from the payer's CLABE. */
interface SpeiPayment {
  clabe?: string | null
  transaction?: string | null
  amount?: number | string
  tracking_key?: string | null
  payer_clabe?: string | null
  payer_name?: string | null
  operation_day?: string | null
  paid_at?: string | null
  /** The tracking key is derived from the request's idempotency key. */
  isKeyed?: boolean
}

/**
 * Sends a SPEI transfer to a voucher's CLABE, a customer's, or an unknown one. `resource-unknown` when the voucher
 * or the CLABE is another account's: an account plays its own payers only.
 */
export async function payBySpei(needs: PayerPlay, accountId: string, payment: SpeiPayment): Promise<Made> {
  const paidAt = readInstant(payment.paid_at) ?? needs.clock.now()
  const payerClabe = optionalClabe(payment.payer_clabe) ?? PAYER.clabe
  for (const [field, clabe] of [
    ['clabe', optionalClabe(payment.clabe)],
    ['payer_clabe', payerClabe],
  ] as const) {
    if (clabe !== undefined && !isValidClabe(clabe)) {
      throw invalidField(field, `${field} no es una CLABE válida`, `${field} is not a valid CLABE`)
    }
  }
  const trackingKey = payment.tracking_key || newId(needs.clock, 'k').slice(2).toUpperCase()
  if (!/^[A-Za-z0-9]{1,30}$/.test(trackingKey)) {
    const [es, en] = ['tracking_key acepta de 1 a 30 letras y dígitos', 'tracking_key takes 1 to 30 letters and digits']
    throw invalidField('tracking_key', es, en)
  }
  const target = await targetOf(needs, accountId, payment)
  const amountCentavos = readAmount(payment.amount) ?? target.totalCentavos
  if (amountCentavos === undefined) throw invalidField('amount', 'amount es obligatorio', 'amount is required')
  const known = payment.isKeyed
    ? await dayOnRecord(needs, { rail: 'spei', network: needs.speiBank, networkTransaction: trackingKey })
    : undefined
  const notification: Made['notification'] = {
    rail: 'spei',
    network: needs.speiBank,
    networkTransaction: trackingKey,
    institution: institutionOf(payerClabe),
    operationDay: readDay(payment.operation_day) ?? known ?? speiDay(paidAt),
    networkReference: target.clabe,
    amountCentavos,
    paidAt,
    payerClabe,
    payerName: payment.payer_name || PAYER.name,
  }
  return { notification, operation: operationOf(target.voucher) }
}

/** Pays the total of a slip, as its own page offers. */
export async function paySlip(needs: PayerPlay, { id, account_id, rail }: Operation): Promise<Paid> {
  const play = { store: payAtStore, spei: payBySpei } satisfies Record<VoucherRail, unknown>
  const { notification } = await play[rail as VoucherRail](needs, account_id, { transaction: id })
  return report(needs, account_id, notification)
}

async function targetOf(
  { store, speiBank }: PayerPlay,
  accountId: string,
  { clabe, transaction }: SpeiPayment,
): Promise<{ clabe: string; totalCentavos: number | undefined; voucher: OperationRow | undefined }> {
  if (!clabe === !transaction) {
    throw invalidField('clabe', 'clabe o transaction: envía uno', 'clabe or transaction: send one of them')
  }
  const voucher = transaction
    ? await rowOf(store.db, 'operations', { account_id: accountId, rail: 'spei', id: transaction })
    : await holderOf(store, { rail: 'spei', network: speiBank, reference: clabe ?? '' })
  const source = clabe ? await placeOf(store, 'clabe', clabe) : undefined
  const owner = voucher?.account_id ?? source?.accountId
  if ((transaction && owner === undefined) || (owner !== undefined && owner !== accountId)) {
    throw new Failure('resource-unknown')
  }
  return { clabe: clabe || voucher?.bank_account_number || '', totalCentavos: voucher?.total_centavos, voucher }
}

/** Reports a payment as its network does, and answers the outcome. */
export async function report(
  { store, match }: PayerPlay,
  accountId: string,
  notification: Notification,
  times = 1,
): Promise<Paid> {
  const { db } = store
  let received = await match(notification)
  for (let nth = 1; nth < times; nth += 1) received = await match(notification)
  // A CLABE without an account may have become another account's meanwhile.
  if (received.account_id !== NO_ACCOUNT && received.account_id !== accountId) throw new Failure('resource-unknown')
  const operation = received.operation_id
    ? await rowOf(db, 'operations', { account_id: accountId, id: received.operation_id })
    : undefined
  const transfer = await rowOf(db, 'transfers', { account_id: received.account_id, id: transferIdOf(received.id) })
  return { received, operation: operationOf(operation), transfer }
}

/** The operation day of the payment that an earlier request with the same idempotency key made but did not answer. */
async function dayOnRecord(
  { store }: PayerPlay,
  { rail, network, networkTransaction }: Pick<Notification, 'rail' | 'network' | 'networkTransaction'>,
): Promise<string | undefined> {
  const [first] = await paymentsCalled(store, { rail, network }, [networkTransaction])
  return first?.operation_day
}

function readDay(value: string | null | undefined): string | undefined {
  if (!value) return undefined
  if (isDay(value)) return value
  const [es, en] = ['debe ser un día que exista, AAAA-MM-DD', 'must be a day that exists, YYYY-MM-DD']
  throw invalidField('operation_day', `operation_day ${es}`, `operation_day ${en}`)
}

/** Instants whose banking day exists too, which may be some days later. */
const [FIRST_MS, LAST_MS] = [Date.parse('1970-01-02T00:00:00Z'), Date.parse('2999-12-01T00:00:00Z')]

/** An instant has its offset; without one it could be any of a day's hours. */
function readInstant(value: string | null | undefined): Instant | undefined {
  if (!value) return undefined
  const epochMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value)
    ? Date.parse(value)
    : Number.NaN
  if (epochMs >= FIRST_MS && epochMs < LAST_MS) return instantOf(epochMs)
  const [es, en] = [
    'debe ser un instante ISO 8601 con su diferencia horaria, de los años 1970 a 2999',
    'must be an ISO 8601 instant with its offset, of the years 1970 to 2999',
  ]
  throw invalidField('paid_at', `paid_at ${es}`, `paid_at ${en}`)
}

function readAmount(value: number | string | undefined): number | undefined {
  if (value === undefined) return undefined
  const parsed = parseAmount(value, { minCentavos: 1 })
  if ('problem' in parsed) throw invalidField('amount', `amount ${parsed.problem[0]}`, `amount ${parsed.problem[1]}`)
  return parsed.centavos
}
