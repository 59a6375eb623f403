// Terms of a payment that a message says a second time, under a name that the call does not read. A copy that says the same is ignored; one that says
// something else is refused by its name, because nobody can tell which of the two the client believes.

import { maskedStart } from './cards/mask.ts'
import type { FieldProblems } from './failure-table.ts'
import { parseAmount } from './money.ts'
import { plainName, type Unread, withInner } from './unread.ts'

/** A term that a call carries out. */
export interface CarriedTerm {
  /** The name under which it is read. */
  as: string
  /** Whether a name, without blanks and marks, is of the same term. Sample: `paymenttotalamount`. */
  isNamed(name: string): boolean
  /** Whether a copy says the same; never asked of objects. */
  agrees(value: unknown): boolean
}

/** Sample: `amount`, `payment.total`, `total.amount`, `payment_amount`, `amount.value`, `montoTotal`. */
const AMOUNT =
  /^(?:payment|charge|order|transaction|pago|cobro|pedido)*(?:total|amount|monto|importe)+(?:value|valor|mxn|pesos|apagar|topay)?$/

/** The amount of the payment, which is read at `as`; `ignored` names copies that may say anything. */
export function amountCarried(as: string, centavos: number, ignored: ReadonlySet<string> = new Set()): CarriedTerm {
  return {
    as,
    isNamed: (name) => AMOUNT.test(name) && !ignored.has(name),
    agrees: (value) => {
      const parsed = parseAmount(typeof value === 'string' ? value.trim() : value)
      return 'centavos' in parsed && parsed.centavos === centavos
    },
  }
}

const LAST_DAY =
  /^(?:payment|charge|order|reference|pago|cobro|fecha|voucher)*(?:de)?(?:expir(?:ation|y|es|acion|a)(?:date|time|at|on)?|due(?:date|at|on)|vencimiento|vence|vigencia|limite(?:de)?(?:pago)?|validuntil)$/

/** The last day on which a voucher can be paid, YYYY-MM-DD, which is read at `as`; a copy may have a time of that day. */
export function lastDayCarried(as: string, day: string): CarriedTerm {
  return {
    as,
    isNamed: (name) => LAST_DAY.test(name),
    agrees: (value) => typeof value === 'string' && value.trim().slice(0, day.length) === day,
  }
}

/** Sample: `payment.externa.transaction`, `external_transaction`. */
const EXTERNAL = /^(?:payment|charge)*externa[l]?(?:transaction|transactionid|id)$/

/** The client's own id of the payment, which keeps it from being made twice; empty for none. */
export function externalCarried(as: string, id: string): CarriedTerm {
  return {
    as,
    isNamed: (name) => EXTERNAL.test(name),
    agrees: (value) => (typeof value === 'string' || typeof value === 'number') && String(value).trim() === id,
  }
}

/** That a payment is authorised only, which is read at `as`: a copy may not ask to charge it at once. */
export function notAtOnce(as: string): CarriedTerm {
  return {
    as,
    isNamed: (name) =>
      /^(?:payment|charge|total)*(?:auto)?(?:capture|captured|capturar|captura)(?:method|mode|now)?$/.test(name),
    agrees: () => false,
  }
}

const MAX_FAULTS = 20

/** The unread members that say something else than what is carried out, by name. Lists of things sold are not looked into. */
export function contradictions(unread: readonly Unread[], carried: readonly CarriedTerm[]): FieldProblems {
  const faults: FieldProblems = Object.create(null)
  for (const { path, value } of withInner(unread)) {
    const term = carried.find(({ isNamed }) => isNamed(plainName(path)))
    if (term === undefined || saysNothing(value) || term.agrees(value)) continue
    const name = maskedStart(path, 100)
    const { as } = term
    faults[name] = [
      [
        `${name} contradice a ${as}: manda solo ${as}, o lo mismo en los dos`,
        `${name} contradicts ${as}: send ${as} alone, or the same in both`,
      ],
    ]
    if (Object.keys(faults).length >= MAX_FAULTS) break
  }
  return faults
}

/** The members of an object are asked by themselves. */
function saysNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true
  if (typeof value === 'object') return !Array.isArray(value) || value.length === 0
  return /^(?:false|-?0*(?:\.0*)?)?$/i.test(String(value).trim())
}
