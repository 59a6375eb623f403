// The ways of paying: one row for each, with everything in which they differ. Code that treats them differently asks their rows.

import { chains } from './chains.ts'
import type { FeeSchedule } from './fees.ts'
import type { Bilingual } from './language/bilingual.ts'
import { MAX_AMOUNT_CENTAVOS } from './money.ts'
import type { MovementKind } from './movement.ts'
import { type RailPort, railPortRows } from './rail-port.ts'
import { daySpan, mexicoCityDay, speiDay, speiDaySpan } from './time.ts'

/** The properties of a way of paying. */
type RailDescriptor = RailFacts & (Answered | Reported)

interface RailFacts {
  /** Its `payment_method` on the wire (spec 2.1). */
  code: string
  /** The value of `charge_method` that selects only this rail in a list (spec 4.4). Undefined: no value does. */
  chargeMethod: string | undefined
  name: Bilingual
  /** The same as a heading over sums. */
  heading: Bilingual
  /** How a payer is offered it, and a hint. */
  offer: readonly [name: Bilingual, hint: Bilingual]
  /** On an invoice, what the fees of its payments are for: in Spanish, as the law requires. */
  feeConcept: string
  /** The wire's `card.type` of a payment without a card; undefined: the brand of the card. */
  cardType: string | undefined
  /** The refusal of a service without such a network. */
  notOffered: `${string}-not-offered`
  /** The port of the network that carries it. */
  port: RailPort
  /** The ledger account of what that network owes us for payments. */
  receivable: `receivable:${string}`
  /** The fees of an account without another schedule. */
  standardFee: FeeSchedule
  /** A voucher can be paid until the end of this many days after today, unless the request gives another day. Undefined: no vouchers. */
  voucherDays: number | undefined
  /** The amounts of a voucher, for each place where it can be paid. Undefined: no vouchers. */
  limits: readonly Limits[] | undefined
  /**
   * Where the payer's money comes from. A payment that pays nothing goes back to an `account` by its CLABE, or is handed
   * out at a `till`.
   */
  paidFrom: 'card' | 'account' | 'till'
  /** The network's identifier of a transfer that we send: our tracking key, or our id. */
  transferName: 'tracking_key' | 'id'
  /** What the payer pays with, and the column of the operation that has the number; undefined: no number is given. */
  payWith: { kind: 'barcode' | 'clabe'; column: 'network_reference' | 'bank_account_number' } | undefined
  /** The day on which its network books a movement: the banking day of Banco de México, or the calendar day. */
  dayOf: (instant: string) => string
  /** The first and the last instant of such a day. */
  spanOf: (day: string) => { from: string; to: string }
}

interface Limits {
  minCentavos: number
  maxCentavos: number
}

/**
 * The answer to a charge proves a payment. Its network is asked to take a payment back, as a whole or, if it can, in part; a refund that it
 * cannot make is transferred to an account that the merchant or the payer names.
 */
interface Answered {
  paidBy: 'answer'
  reversal: 'network'
  refund: 'acquirer'
}

/**
 * A report of the network proves a payment, and is kept as a received payment. Such a network takes nothing back: in its statements a
 * reversal would have no charge that it belongs to.
 */
interface Reported {
  paidBy: 'report'
  /** How a paid operation is reversed: the money is transferred to the payer, or not at all. */
  reversal: 'transfer' | 'never'
  /** Refunds are transferred to the account that the payer paid from, or to one that the merchant or the payer names. */
  refund: 'payer' | 'named'
}

const standardFee: FeeSchedule = { percentageMillis: 3_600, fixedCentavos: 0, ivaPercent: 16 }
/** A dispute costs 150.00. */
const standardCardFee: FeeSchedule = { ...standardFee, disputeCentavos: 15_000 }

export const rails = {
  card: {
    code: 'POS',
    chargeMethod: 'CARD',
    name: ['tarjeta', 'card'],
    heading: ['Tarjeta', 'Card'],
    offer: [
      ['Tarjeta', 'Card'],
      ['Crédito o débito, al momento', 'Credit or debit, at once'],
    ],
    feeConcept: 'Comisión por cobros con tarjeta',
    cardType: undefined,
    notOffered: 'cards-not-offered',
    port: 'acquirer',
    receivable: 'receivable:acquirer',
    standardFee: standardCardFee,
    voucherDays: undefined,
    limits: undefined,
    paidBy: 'answer',
    reversal: 'network',
    refund: 'acquirer',
    paidFrom: 'card',
    payWith: undefined,
    transferName: 'id',
    dayOf: mexicoCityDay,
    spanOf: daySpan,
  },
  store: {
    code: 'OXX',
    chargeMethod: undefined,
    name: ['efectivo en tienda', 'cash at a store'],
    heading: ['Efectivo en tienda', 'Cash at stores'],
    offer: [
      ['Efectivo en tienda', 'Cash at a store'],
      ['OXXO y otras, con código de barras', 'OXXO and others, with a barcode'],
    ],
    feeConcept: 'Comisión por cobros en tiendas de conveniencia',
    cardType: 'OXXO',
    notOffered: 'cash-not-offered',
    port: 'cash-network',
    receivable: 'receivable:cash-network',
    standardFee,
    voucherDays: 3,
    limits: chains,
    paidBy: 'report',
    reversal: 'never',
    refund: 'named',
    paidFrom: 'till',
    payWith: { kind: 'barcode', column: 'network_reference' },
    transferName: 'id',
    dayOf: mexicoCityDay,
    spanOf: daySpan,
  },
  spei: {
    code: 'SPE',
    chargeMethod: 'SPE',
    name: ['transferencia SPEI', 'SPEI transfer'],
    heading: ['SPEI', 'SPEI'],
    offer: [
      ['Transferencia SPEI', 'SPEI transfer'],
      ['Desde la app de tu banco', 'From your bank’s app'],
    ],
    feeConcept: 'Comisión por cobros por SPEI',
    cardType: '',
    notOffered: 'spei-not-offered',
    port: 'spei-bank',
    receivable: 'receivable:bank',
    standardFee,
    voucherDays: 1,
    limits: [{ minCentavos: 100, maxCentavos: MAX_AMOUNT_CENTAVOS }],
    paidBy: 'report',
    reversal: 'transfer',
    refund: 'payer',
    paidFrom: 'account',
    // It may be the customer's own.
    payWith: { kind: 'clabe', column: 'bank_account_number' },
    transferName: 'tracking_key',
    dayOf: speiDay,
    spanOf: speiDaySpan,
  },
} as const satisfies Record<string, RailDescriptor>

export type Rail = keyof typeof rails

/** The rails whose operations wait as vouchers. */
export type VoucherRail = { [R in Rail]: (typeof rails)[R]['voucherDays'] extends number ? R : never }[Rail]

/** The rails whose network reports payments. Such a payment may match no operation, so it must be possible to return it. */
export type ReportedRail = { [R in Rail]: (typeof rails)[R]['paidBy'] extends 'report' ? R : never }[Rail]

/** The rails whose payers pay from an account. A customer’s own CLABE takes money of these. */
export type AccountRail = { [R in Rail]: (typeof rails)[R]['paidFrom'] extends 'account' ? R : never }[Rail]

/** The rails whose payment is the answer to a charge. */
export type AnsweredRail = Exclude<Rail, ReportedRail>

/** Where a refund goes. */
export type RefundWay = RailDescriptor['refund']

export const railNames = Object.keys(rails) as Rail[]

/** Makes a value for each rail. */
export function byRail<T>(make: (rail: Rail) => T): Record<Rail, T> {
  return Object.fromEntries(railNames.map((rail) => [rail, make(rail)])) as Record<Rail, T>
}

/** The rail by which merchants are paid out. */
export const PAYOUT_RAIL: Rail = 'spei'

/** The rails whose money is transferred back to the payer. */
export const refundedRails = railNames.filter((rail) => rails[rail].reversal === 'transfer')

/** The rails whose payment is the answer to a charge. */
export const answeredRails = railNames.filter((rail): rail is AnsweredRail => rails[rail].paidBy === 'answer')

/** The codes of the wire. */
export const railCodes = railNames.map((rail) => rails[rail].code)

/** `POS card, OXX cash at a store, SPE SPEI transfer`, for descriptions of the API. */
export const railCodesText = railNames.map((rail) => `${rails[rail].code} ${rails[rail].name[1]}`).join(', ')

export const reportedRails = railNames.filter((rail): rail is ReportedRail => rails[rail].paidBy === 'report')

export const voucherRails = railNames.filter((rail): rail is VoucherRail => rails[rail].voucherDays !== undefined)

/** In SQL, that a column is one of these rails. Sample: `(rail = 'store' or rail = 'spei')`. */
export function isOneOf(rails: readonly Rail[], column: string): string {
  const texts = rails.map((rail) => `${column} = '${rail}'`)
  return texts.length === 1 ? texts.join() : `(${texts.join(' or ')})`
}

/** Whether its operations wait as vouchers. */
export function isVoucher(rail: Rail): rail is VoucherRail {
  return rails[rail].voucherDays !== undefined
}

/** Whether its network names a movement by a tracking key. Otherwise it has an id of its own for it. */
export function hasTrackingKey(rail: Rail): boolean {
  return rails[rail].transferName === 'tracking_key'
}

/** The rail whose payments a network of this port reports; undefined when it reports none. */
export function reportedRailBy(port: RailPort): ReportedRail | undefined {
  return railNames.find((rail): rail is ReportedRail => rails[rail].port === port && rails[rail].paidBy === 'report')
}

/** Whether a statement of the rail's network may have such a movement. */
export function isKindOf(kind: MovementKind, rail: Rail): boolean {
  const movements: readonly MovementKind[] = railPortRows[rails[rail].port].movements
  return movements.includes(kind)
}

/** Whether the network of the rail reports its payments. */
export function isReported(rail: Rail): rail is ReportedRail {
  return rails[rail].paidBy === 'report'
}

/** Whether it was paid from an account. */
export function isFromAccount<P extends { rail: Rail }>(payment: P): payment is P & { rail: AccountRail } {
  return railOf(payment.rail).paidFrom === 'account'
}

/** Whether a payer’s bank can dispute payments of the rail: these have a fee for it. */
export function isDisputable(rail: Rail): boolean {
  return railOf(rail).standardFee.disputeCentavos !== undefined
}

/** The row of a rail, for code that treats all of them alike. */
export function railOf(rail: Rail): RailDescriptor {
  return rails[rail]
}

/** Reads the wire's code. Sample: `SPE` is `spei`. */
export function railByCode(code: string): Rail | undefined {
  return railNames.find((rail) => rails[rail].code === code)
}

/** The rail that a `charge_method` selects. Undefined for an unknown value. */
export function railByChargeMethod(value: string): Rail | undefined {
  return railNames.find((rail) => rails[rail].chargeMethod === value)
}

/** The values of `charge_method`. */
export const chargeMethods: string[] = railNames.flatMap((rail) => rails[rail].chargeMethod ?? [])
