// What else operations are found by besides their rows: who paid them, refunds, disputes, and where their receipts were sent.
import { among, listOf } from '../store/among.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import { wordsOfText } from './words.ts'

/** The most texts of one kind for one operation. */
const MAX = 50

/** The further words of operations, by id. */
export type FurtherWords = (operations: readonly { id: string; account_id: string }[]) => Promise<Map<string, string[]>>

export function furtherWords(store: Store): FurtherWords {
  const { db } = store
  const payers = prepared((hole) =>
    db
      .selectFrom('payments_received')
      .select(['operation_id', 'payer_name as one', 'payer_clabe as two', 'network_transaction as three'])
      .where(among(store, 'operation_id', hole('ids')))
      .where('outcome', 'in', ['matched', 'accepted'])
      .compile(),
  )
  const refunds = prepared((hole) =>
    db
      .selectFrom('refunds')
      .select(['operation_id', 'id as one', 'email as two', 'beneficiary as three'])
      .where(among(store, 'account_id', hole('accounts')))
      .where(among(store, 'operation_id', hole('ids')))
      .compile(),
  )
  const disputes = prepared((hole) =>
    db
      .selectFrom('disputes')
      .select(['operation_id', 'id as one', 'network_dispute as two'])
      .where(among(store, 'account_id', hole('accounts')))
      .where(among(store, 'operation_id', hole('ids')))
      .compile(),
  )
  const recipients = prepared((hole) =>
    db
      .selectFrom('messages')
      .select(['operation_id', 'recipient as one'])
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
      store.rows(payers({ ids })),
      store.rows(refunds({ ids, accounts })),
      store.rows(disputes({ ids, accounts })),
      store.rows(recipients({ ids })),
    ])
    const texts = [
      ...paid.map(({ operation_id, one, two, three }) => [operation_id, [one, two, three]] as const),
      ...refunded.map(({ operation_id, one, two, three }) => [operation_id, [one, two, three]] as const),
      ...disputed.map(({ operation_id, one, two }) => [operation_id, [one, two]] as const),
      ...sent.map(({ operation_id, one }) => [operation_id, [one]] as const),
    ]
    const byOperation = Map.groupBy(texts, ([operationId]) => operationId ?? '')
    return new Map(
      [...byOperation].map(([id, found]) => [id, [...new Set(found.slice(0, MAX).flatMap(wordsIn))]] as const),
    )
  }
}

function wordsIn([, parts]: readonly [string | null, readonly (string | null)[]]): string[] {
  return wordsOfText(parts.filter((part) => part !== null).join(' '))
}
