// The bodies of voucher requests (spec 4.2, 4.3), and their checks.
import Type, { type Static } from 'typebox'
import { unreadOf } from '../api/body/unread-members.ts'
import { amount, FORMED, Metadata, openObject, optionalFreeText, optionalObject, optionalText } from '../api/fields.ts'
import { type Chain, chains, defaultChain, findChain } from '../core/chains.ts'
import type { Clock } from '../core/clock.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { formatAmount, parseAmount } from '../core/money.ts'
import { uncarriedTerms, voucherRemedies } from '../core/money-terms.ts'
import { rails, type VoucherRail } from '../core/rail.ts'
import { amountCarried, contradictions, lastDayCarried } from '../core/restated-terms.ts'
import { isEmail, isMexicanPhone, isPrintable } from '../core/text.ts'
import { type Instant, mexicoCityDay } from '../core/time.ts'
import type { Unread } from '../core/unread.ts'
import { Failure } from '../failures.ts'
import { defaultExpiry, expiryOf } from './expiry.ts'

/** The limits of a SPEI voucher; each chain of stores has its own limits. */
export const [speiLimits] = rails.spei.limits

/** Sent by clients in use, without effect. */
const ignored = Type.Optional(Type.Unknown({ deprecated: true, description: 'Accepted from older clients; ignored' }))
/** The amounts among them, without blanks and marks: they mean nothing. */
const SENT_BY_CLIENTS = new Set(['amount', 'paymentamount', 'paymenttotal', 'paymenttotalamount'])
/** A term of money that a voucher does not have: `core/money-terms`. */
const unavailable = Type.Optional(
  Type.Unknown({ deprecated: true, description: 'Refused, unless it is empty or zero: it goes with cards only' }),
)
const currency = optionalText(FORMED, { description: 'MXN, the only currency', examples: ['MXN'] })

const shared = {
  total: amount({
    description: 'What is to be paid, in Mexican pesos with at most 2 decimals, as a number or as text; from 1.00',
    examples: [150],
  }),
  payment: optionalObject({
    reference: optionalObject({
      description: optionalFreeText(250, {
        description: 'What it is for: the payer sees it',
        examples: ['Pedido 1001'],
      }),
      number: optionalText(100, {
        description: 'Your own number, by which the operation can be found',
        examples: ['1001'],
      }),
    }),
    total: ignored,
    currency,
    amount: ignored,
    tip: unavailable,
    origin: ignored,
    external: ignored,
    externa: ignored,
    affiliated: unavailable,
  }),
  expiration_date: optionalText(FORMED, {
    description: 'The last day on which it can be paid (Mexico City), to 365 days from today',
    examples: ['2026-12-31'],
  }),
  email: optionalText(254, { description: 'Where the slip is sent to', examples: ['ana@example.mx'] }),
  phone: optionalText(50, {
    description: 'The slip is sent there by SMS: 10 digits',
    examples: ['5512345678'],
  }),
  metadata: Type.Optional(Type.Union([Metadata, Type.Null()])),
  currency,
  amount: ignored,
  description: ignored,
  reference: ignored,
  tip: unavailable,
  origin: ignored,
  external: ignored,
  ip: ignored,
}

export const StoreVoucherBody = openObject(
  {
    ...shared,
    store: optionalText(64, {
      description: `The chain, whatever the case and punctuation: ${chains.map((chain) => chain.name).join(', ')}; OXXO when left out`,
      examples: ['OXXO'],
    }),
    source: Type.Optional(Type.Unknown({ description: 'Refused, unless it is empty: it goes with SPEI only' })),
  },
  { title: 'StoreVoucherRequest' },
)

export const SpeiVoucherBody = openObject(
  {
    ...shared,
    source: optionalText(100, {
      description: 'A SPEI source of a customer (`spe_…`): the voucher is paid into the customer’s own CLABE',
    }),
    store: ignored,
  },
  { title: 'SpeiVoucherRequest' },
)

/** The checked fields of both kinds of voucher. */
export interface VoucherRequest {
  totalCentavos: number
  description: string
  referenceNumber: string | null
  expiresAt: string
  email: string | undefined
  phone: string | undefined
  metadata: string | null
  /** The checkout where the payer asks for it, and its customer. */
  checkout?: { id: string; customerId: string | null }
}

type Problems = FieldProblems

interface Limits {
  minCentavos: number
  maxCentavos: number
}

/** Checks a store voucher. Fails with `parameters-invalid` that names every field at fault. */
export function readStoreVoucher(
  clock: Clock,
  body: Static<typeof StoreVoucherBody>,
): VoucherRequest & { chain: Readonly<Chain> } {
  const unread = unreadOf(StoreVoucherBody, body)
  const problems = { ...uncarriedTerms(unread, voucherRemedies) }
  // A source is a CLABE: who sends one does not mean a store.
  if (body.source) problems.source = [['source solo va con SPEI', 'source goes with SPEI only']]
  const chain = findChain(body.store || defaultChain.name)
  if (chain === undefined) {
    const names = chains.map(({ name }) => name).join(', ')
    problems.store = [[`store debe ser una de: ${names}`, `store must be one of: ${names}`]]
  }
  const request = readShared(clock, 'store', body, { unread, limits: chain ?? speiLimits, problems })
  if (chain === undefined || request === undefined) throw refusalOf(problems, chain ?? speiLimits)
  return { ...request, chain }
}

/** Checks a SPEI voucher. Fails with `parameters-invalid` that names every field at fault. */
export function readSpeiVoucher(
  clock: Clock,
  body: Static<typeof SpeiVoucherBody>,
): VoucherRequest & { sourceId: string | undefined } {
  const unread = unreadOf(SpeiVoucherBody, body)
  const problems = { ...uncarriedTerms(unread, voucherRemedies) }
  const request = readShared(clock, 'spei', body, { unread, limits: speiLimits, problems })
  if (request === undefined) throw refusalOf(problems, speiLimits)
  return { ...request, sourceId: body.source || undefined }
}

type SharedBody = Omit<Static<typeof StoreVoucherBody>, 'store'>

/** Undefined when `problems` has something. */
function readShared(
  clock: Clock,
  rail: VoucherRail,
  body: SharedBody,
  { unread, limits, problems }: { unread: Unread[]; limits: Limits; problems: Problems },
): VoucherRequest | undefined {
  const report = (field: string, [es, en]: Bilingual) => {
    problems[field] = [[`${field} ${es}`, `${field} ${en}`]]
  }
  const totalCentavos = readTotal(body.total, limits, problems)
  const reference = body.payment?.reference
  const description = reference?.description || ''
  const referenceNumber = reference?.number || null
  for (const [field, text] of [
    ['payment.reference.description', description],
    ['payment.reference.number', referenceNumber ?? ''],
  ] as const) {
    if (!isPrintable(text, 250)) report(field, ['tiene caracteres de control', 'has control characters'])
  }
  for (const [field, code] of [
    ['currency', body.currency],
    ['payment.currency', body.payment?.currency],
  ] as const) {
    if (code && code.toUpperCase() !== 'MXN') report(field, ['debe ser MXN', 'must be MXN'])
  }
  const email = body.email || undefined
  if (email !== undefined && !isEmail(email)) report('email', ['no es un correo válido', 'is not an e-mail address'])
  const phone = body.phone || undefined
  if (phone !== undefined && !isMexicanPhone(phone)) report('phone', ['debe tener 10 dígitos', 'must have 10 digits'])
  const expiry = body.expiration_date
    ? expiryOf(clock, body.expiration_date)
    : { expiresAt: defaultExpiry(clock, rail) }
  if ('problem' in expiry) report('expiration_date', expiry.problem)
  const carried = [
    ...(totalCentavos === undefined ? [] : [amountCarried('total', totalCentavos, SENT_BY_CLIENTS)]),
    ...('problem' in expiry ? [] : [lastDayCarried('expiration_date', mexicoCityDay(expiry.expiresAt as Instant))]),
  ]
  Object.assign(problems, contradictions(unread, carried))
  if (totalCentavos === undefined || 'problem' in expiry || Object.keys(problems).length > 0) return undefined
  const metadata = body.metadata ? JSON.stringify(body.metadata) : null
  return { totalCentavos, description, referenceNumber, expiresAt: expiry.expiresAt, email, phone, metadata }
}

function tooLittle(minCentavos: number): Bilingual {
  const least = formatAmount(minCentavos)
  return [`total debe ser al menos ${least}`, `total must be at least ${least}`]
}

/**
 * For an amount below the minimum, `message` is the sentence that clients in use expect, word for word and in this
 * language.
 */
function refusalOf(problems: Problems, { minCentavos }: Limits): Failure {
  const isTooLittle = problems.total?.[0]?.[1] === tooLittle(minCentavos)[1]
  const knownAs = `total total must be greater than ${formatAmount(minCentavos)}`
  return new Failure('parameters-invalid', { fields: problems, ...(isTooLittle && { knownAs }) })
}

function readTotal(
  value: number | string,
  { minCentavos, maxCentavos }: Limits,
  problems: Problems,
): number | undefined {
  const parsed = parseAmount(value, { maxCentavos })
  const negative = 'problem' in parsed && /^-\d/.test(String(value))
  if (negative || ('centavos' in parsed && parsed.centavos < minCentavos)) {
    problems.total = [tooLittle(minCentavos)]
    return undefined
  }
  if ('problem' in parsed) {
    problems.total = [[`total ${parsed.problem[0]}`, `total ${parsed.problem[1]}`]]
    return undefined
  }
  return parsed.centavos
}
