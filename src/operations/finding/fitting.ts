// Compares operations with the terms of a search by their rows, which the index only points to.
import type { Store } from '../../store/store.ts'
import type { Place } from './places.ts'
import { hasEach, type Term } from './terms.ts'
import { furtherWords } from './texts.ts'
import { traitColumns, traitsOf } from './traits.ts'
import { foundColumns, wordsOfOperation } from './words.ts'

/** Answers those of an account's operations that have a word of each term, or its trait. */
export function fittingOperations(
  store: Store,
): (accountId: string, ids: readonly string[], terms: readonly Term[]) => Promise<Place[]> {
  const further = furtherWords(store)
  return async (accountId, ids, terms) => {
    if (ids.length === 0) return []
    const rows = await store.db
      .selectFrom('operations')
      .select(['id', ...traitColumns, ...foundColumns])
      .where('id', 'in', ids)
      .where('account_id', '=', accountId)
      .execute()
    const own = rows.map((row) => ({ row, words: [...wordsOfOperation(row), ...traitsOf(row)] }))
    const fits = ({ row, words }: (typeof own)[number], more: string[] = []) =>
      hasEach([...words, ...more], row.total_centavos, terms)
    const [fitting, others] = [own.filter((one) => fits(one)), own.filter((one) => !fits(one))]
    const more =
      others.length === 0
        ? new Map<string, string[]>()
        : await further(others.map(({ row }) => ({ id: row.id, account_id: accountId })))
    return [...fitting, ...others.filter((one) => fits(one, more.get(one.row.id)))].map(({ row: { day, id } }) => ({
      day,
      id,
    }))
  }
}
