// Reads the decrypted message of a card payment into a checked charge, or a refusal that names every faulty field.
import { isIP } from 'node:net'
import type { ClearCard } from '../../core/cards/number.ts'
import { instalmentPlanOf, type Months } from '../../core/instalments.ts'
import { isObject } from '../../core/json-object.ts'
import { type Metadata, metadataFault } from '../../core/metadata.ts'
import { formatAmount } from '../../core/money.ts'
import { amountCarried, type CarriedTerm, externalCarried, notAtOnce } from '../../core/restated-terms.ts'
import type { Unread } from '../../core/unread.ts'
import { clearCard, type TypedAt } from '../../vault/clear-card.ts'
import { MAX_RETURN_URL, returnUrlProblem } from '../payer-action/return-address.ts'
import { type FieldReader, fieldReader } from './field-reader.ts'
import { type Payer, payerOf } from './payer-fields.ts'

export interface Charge {
  /** A token (`tok_...`), a saved card (`crd_...`), or the card itself as it was typed. */
  paidWith: { recurrent: string } | { card: ClearCard }
  /** What the card is charged. */
  totalCentavos: number
  /** The part of the total that is a tip. */
  tipCentavos: number
  /** The user of the connect module and their share of the total, which may be nothing. */
  affiliate: { user: string; shareCentavos: number } | undefined
  /** The client's own id of the payment; undefined for none. */
  externalTransaction: string | undefined
  applicationKey: string | undefined
  referenceNumber: string | undefined
  description: string
  months: Months | undefined
  /** False: the amount is authorised only, to be captured later. */
  capture: boolean
  /** The merchant's address to which the payer returns from the acquirer's challenge; undefined: the receipt. */
  returnUrl: string | undefined
  /** Decimal text; `0.0` for unknown. */
  latitude: string
  longitude: string
  /** Of the payer. */
  ip: string | undefined
  metadata: Metadata
  /** Who pays, as far as the request says; for the bank alone. */
  payer: Payer
  /** The id that the acquirer's script gave the payer's browser. */
  deviceSession: string | undefined
  /** The checkout where the payer pays, and its customer. */
  checkout?: { id: string; customerId: string | null }
}

const TOTAL = 'payment.total.amount'
/** What clients in use send at the top, without blanks and marks: it means nothing there, and is named in a header when it differs. */
const SENT_BY_CLIENTS = new Set(['amount', 'total', 'totalamount'])
const DESCRIPTION_MAX = 250
const REFERENCE_MAX = 100
const TEXT_MAX = 255

/**
 * The charge of an opened message (spec 2.6; `docs/decisions/0005-a-card-charge-and-its-answer.md`). `metadata` is the
 * unsealed one beside the envelope, which takes precedence over a copy inside unless it is empty; `today` is a Mexico City
 * day, for typed cards.
 *
 * A required key must be present; an external transaction, reference number, description or currency that is empty or null means none.
 * What nothing here reads is ignored and handed to `ignored`, unless it is a term of money: that is refused. So is a copy of a term that says something
 * else, except the amount at the top, which some clients in use send.
 *
 * `parameters-invalid` names each field as on the wire (`payment.total.amount`); a typed card fails as `clearCard` says.
 */
export function parseCharge(
  message: Record<string, unknown>,
  beside: {
    metadata: Metadata | null | undefined
    today: string
    /** Whether a return address may be one of this machine. */
    loopback: boolean
    ignored?(members: Unread[]): void
  },
): Charge {
  const read = fieldReader(message)
  // One official client misspells `external` as `externa`.
  const external =
    read.peek('payment.external') !== undefined || read.peek('payment.externa') === undefined
      ? 'payment.external'
      : 'payment.externa'
  const totalCentavos = read.amount(TOTAL, { required: true, minCentavos: 1 }) ?? 0
  read.currency('payment.total.currency', { required: true })
  read.currency('payment.tip.currency', { required: false })
  const metadata = innerMetadata(read)
  const charge: Omit<Charge, 'paidWith'> = {
    totalCentavos,
    tipCentavos: tipOf(read, totalCentavos),
    affiliate: affiliateOf(read),
    externalTransaction: read.text(`${external}.transaction`, TEXT_MAX, 'may be empty', 'payment.external.transaction'),
    applicationKey: read.text(`${external}.application_key`, TEXT_MAX, 'optional', 'payment.external.application_key'),
    referenceNumber: read.text('payment.reference.number', REFERENCE_MAX, 'may be empty'),
    description: read.freeText('payment.reference.description', DESCRIPTION_MAX, 'may be empty') ?? '',
    months: monthsOf(read),
    capture: captureOf(read),
    returnUrl: returnUrlOf(read, beside),
    latitude: coordinate(read.value('payment.origin.location.latitude'), 90),
    longitude: coordinate(read.value('payment.origin.location.longitude'), 180),
    ip: [read.value('payment.origin.ip'), read.value('ecommerce.ip')].find(isAddress),
    metadata: isEmpty(beside.metadata) ? metadata : beside.metadata,
    payer: payerOf(read),
    deviceSession: read.freeText('device_session_id', TEXT_MAX, 'optional'),
  }
  const recurrent = read.value('recurrent')
  const typedAt = recurrent === undefined || recurrent === null || recurrent === '' ? cardOf(read) : undefined
  const token = typedAt === undefined ? read.text('recurrent', TEXT_MAX, 'required') : undefined
  if (typedAt === undefined) refuseSecondCard(read)
  const carried = carriedBy(charge, external)
  // The copy of the total that some clients in use send says nothing that was ignored.
  if (carried.some(({ as, agrees }) => as === TOTAL && agrees(read.peek('total.amount')))) read.value('total.amount')
  read.refuseFaults(carried)
  beside.ignored?.(read.unread())
  if (token !== undefined) return { ...charge, paidWith: { recurrent: token } }
  const { fields = {}, ...where } = typedAt ?? { path: 'card' }
  return { ...charge, paidWith: { card: clearCard(fields, { ...where, today: beside.today }) } }
}

/** What may change between two tries, or names the program that asks. */
type Ignored =
  | 'checkout'
  | 'applicationKey'
  | 'returnUrl'
  | 'latitude'
  | 'longitude'
  | 'ip'
  | 'metadata'
  | 'payer'
  | 'deviceSession'

/**
 * The text by which two charges are compared: all requested fields but the ignored ones, without the security code, which may not be kept.
 * It may hold a card number: only a keyed hash of the text is stored. A new field comes last, and only when it is set: so a new version
 * finds the charges of the one before by the same text.
 */
export function canonicalCharge(charge: Charge): string {
  const { paidWith, affiliate } = charge
  const compared = {
    paidWith: 'recurrent' in paidWith ? paidWith.recurrent : [paidWith.card.number, paidWith.card.expiration],
    totalCentavos: charge.totalCentavos,
    tipCentavos: charge.tipCentavos,
    affiliate: affiliate === undefined ? null : [affiliate.user, affiliate.shareCentavos],
    externalTransaction: charge.externalTransaction ?? null,
    referenceNumber: charge.referenceNumber ?? null,
    description: charge.description,
    months: charge.months ?? null,
  } satisfies { [Field in Exclude<keyof Charge, Ignored | 'capture'>]: unknown }
  return JSON.stringify([...Object.values(compared), ...(charge.capture ? [] : ['authorize'])])
}

function tipOf(read: FieldReader, totalCentavos: number): number {
  const tip = read.amount('payment.tip.amount', { required: false, minCentavos: 0 }) ?? 0
  if (totalCentavos > 0 && tip > totalCentavos) {
    const total = formatAmount(totalCentavos)
    read.fault('payment.tip.amount', [
      `es parte del total: a lo más ${total}`,
      `is a part of the total: at most ${total}`,
    ])
  }
  return tip
}

/** A value that is neither true nor false stays unread, and is a term of money that is refused unless it asks for nothing. */
function captureOf(read: FieldReader): boolean {
  const asked = read.peek('capture')
  const isFalse = asked === false || asked === 'false'
  if (isFalse || asked === true || asked === 'true') read.value('capture')
  return !isFalse
}

function returnUrlOf(read: FieldReader, { loopback }: { loopback: boolean }): string | undefined {
  const text = read.freeText('return_url', MAX_RETURN_URL, 'optional')
  const problem = text === undefined ? undefined : returnUrlProblem(text, { loopback })
  if (problem !== undefined) read.fault('return_url', problem)
  return problem === undefined ? text : undefined
}

/** An empty user means none; a share needs a user. The share is checked later, when the fee is known. */
function affiliateOf(read: FieldReader): Charge['affiliate'] {
  const user = read.freeText('payment.affiliated.user', TEXT_MAX, 'optional')
  const shareCentavos = read.amount('payment.affiliated.total_fee', { required: false, minCentavos: 0 }) ?? 0
  if (user === undefined && shareCentavos > 0)
    read.fault('payment.affiliated.user', ['es obligatorio con total_fee', 'is required with total_fee'])
  return user === undefined ? undefined : { user, shareCentavos }
}

/** The card as it was typed, in `card`, in `ecommerce` or in both: all of both counts as read. */
function cardOf(read: FieldReader): (TypedAt & { fields?: Record<string, unknown> }) | undefined {
  const [card, ecommerce] = [read.fields('card'), read.fields('ecommerce')]
  if (card === undefined) return ecommerce && { path: 'ecommerce', fields: ecommerce }
  return { path: 'card', fields: card, ...(ecommerce && { again: { path: 'ecommerce', fields: ecommerce } }) }
}

/** The terms that a copy under another name must agree with. */
function carriedBy(charge: Omit<Charge, 'paidWith'>, external: string): CarriedTerm[] {
  const { totalCentavos, externalTransaction = '', capture } = charge
  return [
    ...(totalCentavos > 0 ? [amountCarried(TOTAL, totalCentavos, SENT_BY_CLIENTS)] : []),
    externalCarried(`${external}.transaction`, externalTransaction),
    ...(capture ? [] : [notAtOnce('capture')]),
  ]
}

/** A card that is typed beside `recurrent` may be another one; clients show a masked number there. */
function refuseSecondCard(read: FieldReader): void {
  for (const place of ['card', 'ecommerce'])
    for (const name of ['number', 'raw']) {
      const value = read.peek(`${place}.${name}`)
      if (
        (typeof value !== 'string' && typeof value !== 'number') ||
        !/^\d{12,19}$/.test(String(value).replace(/[\s-]/g, ''))
      )
        continue
      read.fault(`${place}.${name}`, [
        'contradice a recurrent: manda solo uno de los dos',
        'contradicts recurrent: send only one of the two',
      ])
    }
}

/** A wrong location does not refuse a payment: a value that is not a coordinate counts as unknown. */
function coordinate(value: unknown, most: number): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^-?\d{1,3}(\.\d{1,15})?$/.test(text)) return '0.0'
  return Math.abs(Number(text)) <= most ? text : '0.0'
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && isIP(value) !== 0
}

/** One client sends its metadata inside the message; the same bounds apply. */
function innerMetadata(read: FieldReader): Metadata {
  const value = read.value('metadata')
  if (value === undefined || value === null || value === '') return {}
  // PHP writes an object without entries as a list.
  if (Array.isArray(value) && value.length === 0) return {}
  if (!isObject(value)) {
    read.fault('metadata', ['debe ser un objeto', 'must be an object'])
    return {}
  }
  const fault = metadataFault(value)
  if (fault !== undefined) read.fault(fault.field, fault.problem)
  return value
}

function isEmpty(metadata: Metadata | null | undefined): metadata is null | undefined {
  return metadata === null || metadata === undefined || Object.keys(metadata).length === 0
}

/** All mean the same. The first is ours. */
const PATHS = ['', 'payment.', 'payment.total.', 'total.'].flatMap((place) => [
  `${place}months`,
  `${place}installments`,
])

/** The name of one payment at once, which contradicts months. */
const ONE = 1

/**
 * The months without interest of a charge; undefined for a single payment. Absent, null, false, empty and 0 say nothing, 1 says a single payment; a
 * number may be a text. Names that contradict each other are a fault of each but the first.
 */
function monthsOf(read: FieldReader): Months | undefined {
  let first: { path: string; months: Months | typeof ONE } | undefined
  for (const path of PATHS) {
    const months = monthsAt(read, path)
    if (months === undefined) continue
    if (first !== undefined && first.months !== months)
      read.fault(path, [`contradice a ${first.path}: manda solo uno`, `contradicts ${first.path}: send only one`])
    first ??= { path, months }
  }
  return first === undefined || first.months === ONE ? undefined : first.months
}

function monthsAt(read: FieldReader, path: string): Months | typeof ONE | undefined {
  const value = read.value(path) ?? ''
  if (value === false || (typeof value === 'object' && Object.keys(value).length === 0)) return undefined
  const text = typeof value === 'number' ? String(value) : value
  const digits = typeof text === 'string' ? /^0*(\d{0,2})(?:\.0*)?$/.exec(text.trim())?.[1] : undefined
  if (digits === '') return undefined
  if (digits === '1') return ONE
  const plan = digits === undefined ? undefined : instalmentPlanOf(Number(digits))
  if (plan === undefined) read.fault(path, ['debe ser 3, 6, 9, 12 o 18', 'must be 3, 6, 9, 12 or 18'])
  return plan?.months
}
