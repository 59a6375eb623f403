// Why a search found operations: which of their fields have its words. It is read for the operations of one page, so its cost is bounded.
import { formatAmount } from '../../core/money.ts'
import type { Store } from '../../store/store.ts'
import { hasEach, type Term } from './terms.ts'
import { type FieldText, type FurtherField, furtherTexts, wordsOfReceived } from './texts.ts'
import {
  amountClassWord,
  amountWord,
  type FoundRow,
  foundColumns,
  marks,
  referenceWord,
  textsOfOperation,
  wordsOfText,
} from './words.ts'

/** The fields of an operation that a search may match, in the order in which they are listed. */
export const matchFields = [
  'amount',
  'card',
  'reference',
  'description',
  'payer',
  'customer',
  'external_transaction',
  'paid_into',
  'payment_id',
  'short_id',
  'checkout',
  'payer_clabe',
  'tracking_key',
  'received',
  'authorization',
  'sent_to',
  'refund',
  'refunded_to',
  'dispute',
  'network_dispute',
] as const

type MatchField = (typeof matchFields)[number]
export type Match = FieldText<MatchField>

/** The most fields of one operation. */
const MAX = 10

/** The matches of an account's operations, by id. */
export function matchReader(
  store: Store,
): (accountId: string, ids: readonly string[], terms: readonly Term[]) => Promise<Map<string, Match[]>> {
  const further = furtherTexts(store)
  return async (accountId, ids, terms) => {
    if (ids.length === 0 || terms.length === 0) return new Map()
    const [rows, others] = await Promise.all([
      store.db
        .selectFrom('operations')
        .select(['id', ...foundColumns])
        .where('id', 'in', ids)
        .where('account_id', '=', accountId)
        .execute(),
      further(ids.map((id) => ({ id, account_id: accountId }))),
    ])
    return new Map(rows.map((row) => [row.id, matchesIn(row, (others.get(row.id) ?? []).flat(), terms)] as const))
  }
}

function wordsOfField(field: MatchField, text: string): string[] {
  if (field === 'received') return wordsOfReceived(text)
  return field === 'reference' ? [referenceWord(text), ...wordsOfText(text)] : wordsOfText(text)
}

/** The fields that have a word of a term; each text once. */
function matchesIn(row: FoundRow, further: readonly FieldText<FurtherField>[], terms: readonly Term[]): Match[] {
  const { total_centavos: centavos, card_last_four, customer_id } = row
  const fits = (words: readonly string[], amount = Number.NaN) => terms.some((term) => hasEach(words, amount, [term]))
  const exact: [Match, boolean][] = [
    [['amount', formatAmount(centavos)], fits([amountWord(centavos), amountClassWord(centavos)], centavos)],
    [['card', card_last_four], card_last_four !== '' && fits([`${marks.lastFour}${card_last_four}`])],
    [['customer', customer_id ?? ''], customer_id !== null && fits([`${marks.customer}${customer_id}`])],
  ]
  const texts: Match[] = [...textsOfOperation(row), ...further].filter(
    ([field, text]) => text !== '' && fits(wordsOfField(field, text)),
  )
  const order = ([field]: Match) => matchFields.indexOf(field)
  const inOrder = texts.sort((one, other) => order(one) - order(other))
  // Of fields with the same text the first.
  const unique = inOrder.filter(([, text], at) => inOrder.findIndex(([, other]) => other === text) === at)
  const found = [...exact.flatMap(([match, isFound]) => (isFound ? [match] : [])), ...unique]
  return found.sort((one, other) => order(one) - order(other)).slice(0, MAX)
}
