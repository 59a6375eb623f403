// What a list of operations is searched for: texts, amounts, a card's last digits, a customer.
import type { Static } from 'typebox'
import Type from 'typebox'
import { queryText } from '../../api/paging.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { formatAmount, MAX_AMOUNT_CENTAVOS, parseAmount } from '../../core/money.ts'
import { isEmail, isPrintable } from '../../core/text.ts'
import { amountsTerm, customerTerm, lastFourTerm, referenceTerm, type Term, termsOf } from '../finding/terms.ts'

/** The conditions of a search; an operation must meet all of them. */
export interface Wanted {
  terms: Term[]
  /** The whole reference number: words keep its first hundred characters. */
  reference: string | undefined
  email: string | undefined
  /** The id of the wanted operation. */
  transaction: string | undefined
}

export const SearchQuery = {
  q: queryText(
    'Words or numbers, in any order; all must match. Searches reference, description, payer, ' +
      'e-mail, amount, last four digits, authorization, reference of payment, CLABE, tracking key and external transaction; words by their beginning, ' +
      'without accents or capitals. Also the store, the way of paying, the brand (`Visa`), the state, or a day (`350 oxxo yesterday`), in Spanish ' +
      'or English; a day is one on which it was made or paid. Of more than six, the first six count. Or a whole transaction',
    ['pedido 1003'],
  ),
  reference: queryText('The whole reference number', ['PEDIDO-1001']),
  email: queryText('An address that it was sent to, or of its customer', ['ana@ejemplo.mx']),
  amount: queryText('Exactly this amount in pesos', ['150.00']),
  min_amount: queryText('This amount in pesos or more', ['100']),
  max_amount: queryText('This amount in pesos or less', ['500.50']),
  last4: queryText('The last four digits of the card', ['4242']),
  customer: queryText('The customer who paid', ['cus_06f5k2v4m8j9r3t7w1x5z0b6d2']),
}

const Schema = Type.Object(SearchQuery)

/** Reads the parameters of a search; undefined without any. Faults are added to `fields`. `today`: the day that *today* means. */
export function readWanted(query: Static<typeof Schema>, fields: FieldProblems, today?: string): Wanted | undefined {
  const parameter = <R>(name: keyof typeof query, read: (value: string) => R | undefined, problem: Bilingual) => {
    const value = query[name] || undefined
    if (value === undefined) return undefined
    const found = read(value)
    if (found === undefined) fields[name] = [[`${name} ${problem[0]}`, `${name} ${problem[1]}`]]
    return found
  }
  const matching = (form: RegExp) => (value: string) => (form.test(value) ? value : undefined)
  const typed = parameter('q', (text) => readTyped(text, today), [
    'debe tener letras o números, sin caracteres de control',
    'must have letters or digits, and no control characters',
  ])
  const reference = parameter('reference', (value) => (isPrintable(value, 300) ? value : undefined), [
    'tiene caracteres no válidos',
    'has characters that are not valid',
  ])
  const email = parameter('email', (value) => (isEmail(value) ? value : undefined), [
    'debe ser un correo electrónico',
    'must be an e-mail address',
  ])
  const lastFour = parameter('last4', matching(/^\d{4}$/), ['debe tener cuatro dígitos', 'must have four digits'])
  const customer = parameter('customer', matching(/^[\w-]{1,100}$/), ['no es un cliente', 'is not a customer'])
  const amounts = readAmounts(query, fields)
  const terms = [
    ...(amounts === undefined ? [] : [amountsTerm(amounts.from, amounts.to)]),
    ...(reference === undefined ? [] : [referenceTerm(reference)]),
    ...(lastFour === undefined ? [] : [lastFourTerm(lastFour)]),
    ...(customer === undefined ? [] : [customerTerm(customer)]),
    ...(typed?.terms ?? []),
  ]
  if (typed?.transaction !== undefined && (terms.length > 0 || email !== undefined)) {
    fields.q = [['q con una transacción va solo', 'q with a transaction goes alone']]
  }
  if (terms.length === 0 && email === undefined && typed?.transaction === undefined) return undefined
  return { terms, reference, email, transaction: typed?.transaction }
}

function readTyped(
  text: string,
  today: string | undefined,
): { terms: Term[]; transaction: string | undefined } | undefined {
  if (!isPrintable(text, 300)) return undefined
  const id = /^\s*([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*$/i.exec(text)?.[1]
  if (id !== undefined) return { terms: [], transaction: id.toLowerCase() }
  const terms = termsOf(text, today)
  return terms.length === 0 ? undefined : { terms, transaction: undefined }
}

/** `amount` alone, or `min_amount` and `max_amount`. */
function readAmounts(query: Static<typeof Schema>, fields: FieldProblems): { from: number; to: number } | undefined {
  const read = (name: 'amount' | 'min_amount' | 'max_amount') => {
    const value = query[name] || undefined
    if (value === undefined) return undefined
    const parsed = parseAmount(value)
    if ('centavos' in parsed) return parsed.centavos
    fields[name] = [[`${name} ${parsed.problem[0]}`, `${name} ${parsed.problem[1]}`]]
    return undefined
  }
  const [amount, least, most] = [read('amount'), read('min_amount'), read('max_amount')]
  if (amount !== undefined && (least !== undefined || most !== undefined)) {
    fields.amount = [['amount no va con min_amount ni max_amount', 'amount does not go with min_amount or max_amount']]
  }
  if (least !== undefined && most !== undefined && most < least) {
    fields.max_amount = [
      [
        `max_amount es menos que min_amount (${formatAmount(least)})`,
        `max_amount is less than min_amount (${formatAmount(least)})`,
      ],
    ]
  }
  if (amount !== undefined) return { from: amount, to: amount }
  if (least === undefined && most === undefined) return undefined
  return { from: least ?? 0, to: most ?? MAX_AMOUNT_CENTAVOS }
}
