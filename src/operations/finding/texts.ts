// What else operations are found by besides their rows: who paid them, refunds, disputes, and where their receipts were sent.
import { formatAmount, parseAmount } from '../../core/money.ts'
import { among, listOf } from '../../store/among.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store } from '../../store/store.ts'
import { laterPayer, payerClabe } from '../payer.ts'
import { amountWord, wordsOfText } from './words.ts'

/** The most texts of one kind for one operation. */
const MAX = 50
/** The outcomes of received payments that pay their operation. Of others the amount is a further one. */
const PAYING = ['matched', 'accepted'] as const

/** A field that operations are found by besides their rows. */
export type FurtherField =
  | 'payer'
  | 'payer_clabe'
  | 'tracking_key'
  | 'received'
  | 'refund'
  | 'refunded_to'
  | 'dispute'
  | 'network_dispute'
  | 'sent_to'

export type FieldText<F extends string> = readonly [field: F, text: string]

/** The further texts of operations, by id, in groups that came of one row. */
type FurtherTexts = (operations: readonly Key[]) => Promise<Map<string, FieldText<FurtherField>[][]>>

/** The further words of operations, by id. */
export type FurtherWords = (operations: readonly Key[]) => Promise<Map<string, string[]>>

interface Key {
  id: string
  account_id: string
}

export function furtherTexts(store: Store): FurtherTexts {
  const { db } = store
  const payers = prepared((hole) =>
    db
      .selectFrom('payments_received')
      .leftJoin('received_details', laterPayer)
      .select(['operation_id', 'payer_name as one', payerClabe('two'), 'network_transaction as three'])
      .select(['outcome', 'amount_centavos'])
      .where(among(store, 'payments_received.account_id', hole('accounts')))
      .where(among(store, 'operation_id', hole('ids'), 'uuid'))
      .where('outcome', 'in', [...PAYING, 'suspended', 'returned', 'given-back'])
      .compile(),
  )
  const refunds = prepared((hole) =>
    db
      .selectFrom('refunds')
      .select(['operation_id', 'id as one', 'email as two', 'beneficiary as three'])
      .where(among(store, 'account_id', hole('accounts')))
      .where(among(store, 'operation_id', hole('ids'), 'uuid'))
      .compile(),
  )
  const disputes = prepared((hole) =>
    db
      .selectFrom('disputes')
      .select(['operation_id', 'id as one', 'network_dispute as two'])
      .where(among(store, 'account_id', hole('accounts')))
      .where(among(store, 'operation_id', hole('ids'), 'uuid'))
      .compile(),
  )
  const recipients = prepared((hole) =>
    db
      .selectFrom('messages')
      .select(['operation_id', 'recipient as one'])
      .where(among(store, 'account_id', hole('accounts')))
      .where(among(store, 'operation_id', hole('ids')))
      // Repeated, so that SQLite sees that its index has it.
      .where('operation_id', '<>', '')
      .where('channel', '=', 'email')
      .compile(),
  )
  return async (operations) => {
    const ids = listOf(
      store,
      operations.map(({ id }) => id),
    )
    const accounts = listOf(store, [...new Set(operations.map(({ account_id }) => account_id))])
    const [paid, refunded, disputed, sent] = await Promise.all([
      store.rows(payers({ ids, accounts })),
      store.rows(refunds({ ids, accounts })),
      store.rows(disputes({ ids, accounts })),
      store.rows(recipients({ ids, accounts })),
    ])
    const texts = [
      ...paid.map((row) => withReceived(group(row, ['payer', 'payer_clabe', 'tracking_key']), row)),
      ...refunded.map((row) => group(row, ['refund', 'refunded_to', 'refunded_to'])),
      ...disputed.map((row) => group(row, ['dispute', 'network_dispute'])),
      ...sent.map((row) => group(row, ['sent_to'])),
    ]
    const byOperation = Map.groupBy(texts, ({ operationId }) => operationId)
    return new Map([...byOperation].map(([id, found]) => [id, found.slice(0, MAX).map((one) => one.texts)] as const))
  }
}

export function furtherWords(store: Store): FurtherWords {
  const read = furtherTexts(store)
  return async (operations) =>
    new Map([...(await read(operations))].map(([id, groups]) => [id, [...new Set(groups.flatMap(wordsIn))]] as const))
}

interface Row {
  operation_id: string | null
  one: string | null
  two?: string | null
  three?: string | null
}

function group({ operation_id, one, two = null, three = null }: Row, fields: readonly FurtherField[]) {
  const texts = [one, two, three]
  return {
    operationId: operation_id ?? '',
    texts: fields.flatMap((field, at) => (texts[at] === null ? [] : [[field, texts[at] ?? ''] as const])),
  }
}

/** With the amount of a payment that was received for an operation and does not pay it: its payer speaks of that amount. */
function withReceived(of: ReturnType<typeof group>, { outcome, amount_centavos }: Received) {
  if (PAYING.some((one) => one === outcome)) return of
  return { ...of, texts: [...of.texts, ['received', formatAmount(amount_centavos)] as const] }
}

interface Received {
  outcome: string
  amount_centavos: number
}

function wordsIn(texts: readonly FieldText<FurtherField>[]): string[] {
  const others = texts.filter(([field]) => field !== 'received')
  return [
    ...wordsOfText(others.map(([, text]) => text).join(' ')),
    ...texts.flatMap(([field, text]) => (field === 'received' ? wordsOfReceived(text) : [])),
  ]
}

/** The word of the amount of a received payment. */
export function wordsOfReceived(text: string): string[] {
  const amount = parseAmount(text)
  return 'centavos' in amount ? [amountWord(amount.centavos)] : []
}
