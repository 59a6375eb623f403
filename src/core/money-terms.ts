// The terms of a payment by the names that clients and other services give them: who gets a share, how many months, what is added, when it is
// charged. One that is not carried out is refused by name, because the client believes that it was.

import { maskedStart } from './cards/mask.ts'
import type { FieldProblems } from './failure-table.ts'
import type { Bilingual } from './language/bilingual.ts'
import { plainName, type Unread, withInner } from './unread.ts'

/** What a term is about: each kind has its own remedy. */
type Kind = 'share' | 'months' | 'capture' | 'amount' | 'currency' | 'later'

interface Term {
  kind: Kind
  /** Further values that ask for nothing, besides those of `asksNothing`, as plain names. */
  means?: readonly string[]
}

const AT_ONCE = ['true', '1', 'yes', 'si', 'automatic', 'automaticasync', 'auto', 'immediate', 'sale', 'purchase']

/** The names of each term, as `plainName` writes them. */
const NAMES: readonly [Term, readonly string[]][] = [
  [
    { kind: 'share' },
    'affiliated affiliate affiliates afiliado afiliados disperse dispersion dispersions dispersar split splits splitpayment splitpayments splitrule splitrules applicationfee applicationfeeamount transferdata transfergroup marketplace marketplacefee totalfee userfee reparto submerchant onbehalfof'.split(
      ' ',
    ),
  ],
  [
    { kind: 'months', means: ['1', '01'] },
    'months installments instalments installment instalment monthlyinstallments numberofinstallments numinstallments installmentcount installmentplan paymentplan msi meses mesessinintereses mensualidades parcialidades cuotas parcelas plazo plazos deferred deferment diferido diferidos diferimiento deferral deferrals deferralpayments deferredpayments skippayment skippayments promotion promotionid promocion'.split(
      ' ',
    ),
  ],
  [
    { kind: 'capture', means: AT_ONCE },
    'capture captured captura capturar autocapture capturaautomatica capturemethod capturemode capturenow'.split(' '),
  ],
  [
    { kind: 'capture', means: ['false', 'no'] },
    'authorize authorise authorizeonly authoriseonly authorisationonly authorizationonly authonly onlyauthorize onlyauthorise autorizar soloautorizar preauthorization preauthorisation preauthorize preauthorise preauthorized preauth preautorizacion preautorizar manualcapture capturamanual delayedcapture delaycapture capturelater capturardespues hold'.split(
      ' ',
    ),
  ],
  [
    { kind: 'amount' },
    'tip tips propina gratuity fee fees comision comisiones commission commissions discount discounts descuento coupon coupons cupon surcharge recargo cashback cashout cashadvance points puntos rewards loyaltypoints giftcard'.split(
      ' ',
    ),
  ],
  [{ kind: 'currency', means: ['mxn'] }, 'currency currencycode moneda divisa'.split(' ')],
  [{ kind: 'amount' }, 'exchangerate tipocambio tipodecambio'.split(' ')],
  [
    { kind: 'later' },
    'chargeat chargedate chargeon scheduleat scheduledat scheduledate scheduleddate schedule executiondate executeat executeon fechaprogramada'.split(
      ' ',
    ),
  ],
]

const terms: ReadonlyMap<string, Term> = new Map(NAMES.flatMap(([term, names]) => names.map((name) => [name, term])))

/** The term of which a path is a part. Sample: `payment.tip.percentage` is a part of `tip`. */
function termOf(path: string): Term | undefined {
  for (const written of path.split(/[.[\]]|::/)) {
    const name = plainName(written)
    const term = terms.get(name) ?? terms.get(bareName(name))
    if (term !== undefined) return term
  }
  return undefined
}

/** A name without the place and the kind of number that clients join to it. Sample: `paymenttipamount` and `tipamount` are `tip`. */
function bareName(name: string): string {
  return name
    .replace(/^(?:payment|charge|order|total|pago|cobro)+/, '')
    .replace(/(?:amount|value|total|percentage|percent|rate|number|count|monto|importe|valor|porcentaje)$/, '')
}

/** Whether a path is a term, or a part of one. */
export function isOfTerm(path: string): boolean {
  return termOf(path) !== undefined
}

const MAX_FAULTS = 20

/** What the refusal of each kind says, after the name. */
type Remedies = Readonly<Record<Kind, Bilingual>>

const remedies: Remedies = {
  share: [
    'no se reparte con este campo: quítalo; la parte de un afiliado va en payment.affiliated, con user y total_fee',
    'shares nothing here: leave it out; the share of an affiliate goes in payment.affiliated, with user and total_fee',
  ],
  months: [
    'no difiere el pago: quítalo; los meses sin intereses van en months',
    'does not split the payment: leave it out; months without interest go in months',
  ],
  capture: [
    'no se aplica: quítalo; un cargo que solo se autoriza lleva capture con el valor false',
    'is not carried out: leave it out; a charge that is authorised only has capture with the value false',
  ],
  amount: [
    'es un monto que no se aplica: quítalo, o inclúyelo en el total',
    'is an amount that is not carried out: leave it out, or include it in the total',
  ],
  currency: ['debe ser MXN', 'must be MXN'],
  later: [
    'no se aplica: el cobro se hace al recibir la llamada',
    'is not carried out: the payment is made when the call is received',
  ],
}

const INSIDE: Bilingual = [
  'no se lee junto a key y data: va dentro del mensaje cifrado',
  'is not read beside key and data: it goes inside the sealed message',
]

/** For what stands beside a sealed message. */
export const besideRemedies: Remedies = {
  ...{ share: INSIDE, months: INSIDE, capture: INSIDE, amount: INSIDE, currency: INSIDE },
  later: remedies.later,
}

/** For vouchers, which have no share, no months and no tip. */
export const voucherRemedies: Remedies = {
  ...remedies,
  share: [
    'no se aplica a este pago: solo un pago con tarjeta se reparte con un afiliado',
    'is not carried out here: only a card payment has a share of an affiliate',
  ],
  months: [
    'no se aplica a este pago: los meses sin intereses son de tarjetas de crédito',
    'is not carried out here: months without interest are of credit cards',
  ],
  capture: ['no se aplica a este pago', 'is not carried out here'],
}

/**
 * The terms among the unread members of a payment's message that ask for something, by name: one fault for a term, at its outermost name.
 * Lists of things sold are not looked into; a list under the name of a term is.
 */
export function uncarriedTerms(unread: readonly Unread[], says: Remedies = remedies): FieldProblems {
  const outermost = withInner(unread, ({ path }) => !isOfTerm(path))
  return faultsOf(outermost, termOf, (kind) => says[kind])
}

/** The end of a name of an amount, as `plainName` writes it. */
const AMOUNT = /(?:amount|total|monto|importe|partial|parcial)$/

/**
 * The unread parameters of an address that ask for something, by name: terms, and amounts too. The call would move all of the money where the
 * client asked for a part of it.
 */
export function uncarriedParameters(unread: readonly Unread[]): FieldProblems {
  const termAt = (name: string) =>
    termOf(name) ?? (AMOUNT.test(plainName(name)) ? ({ kind: 'amount' } as const) : undefined)
  return faultsOf(unread, termAt, () => [
    'no se aplica: esta llamada no lee este parámetro de la dirección; quítalo',
    'is not carried out: this call does not read this parameter of the address; leave it out',
  ])
}

function faultsOf(
  unread: readonly Unread[],
  termAt: (path: string) => Term | undefined,
  says: (kind: Kind) => Bilingual,
): FieldProblems {
  const faults: FieldProblems = Object.create(null)
  for (const { path, value } of unread) {
    const term = termAt(path)
    if (term === undefined || asksNothing(value, term)) continue
    const name = maskedStart(path, 100)
    const [es, en] = says(term.kind)
    faults[name] = [[`${name} ${es}`, `${name} ${en}`]]
    if (Object.keys(faults).length >= MAX_FAULTS) break
  }
  return faults
}

/** Names beside an amount that ask for nothing by themselves. */
const BESIDE = new Set(['type', 'tipo', 'currency', 'moneda'])

/** Whether a value means none: nothing, zero, false, the term's own values for none, or an object or list of such values. */
function asksNothing(value: unknown, term: Term, depth = 0): boolean {
  if (value === null || value === undefined || value === '') return true
  if (typeof value === 'object') {
    if (depth > 20) return false
    if (Array.isArray(value)) return value.every((inner) => asksNothing(inner, term, depth + 1))
    return Object.entries(value).every(
      ([name, inner]) =>
        (BESIDE.has(plainName(name)) && typeof inner !== 'object') || asksNothing(inner, term, depth + 1),
    )
  }
  const text = String(value).trim()
  if (text === '') return true
  if (term.means?.includes(plainName(text))) return true
  // `capture: false` asks for an authorisation alone; elsewhere false and zero ask for nothing.
  if (term.means === AT_ONCE) return false
  return value === false || text.toLowerCase() === 'false' || /^-?0+(\.0*)?$/.test(text)
}
