// Seals what earlier at-rest keys sealed again under the current one, in portions, while the service runs.
import type { CompiledQuery } from 'kysely'
import type { Store } from '../store/store.ts'
import { Unmet, update, type Write } from '../store/write.ts'
import type { AtRest } from './at-rest.ts'
import { FINGERPRINTED, sealedAs } from './cards.ts'
import { sealedPrivateAs } from './transport-keys.ts'

/** Rows of one batch: some milliseconds, so that payments hardly wait. */
const PORTION = 100

interface SealedRow {
  id: string
  sealed: string
}

/** A column of sealed texts: how its rows are found, and what one written anew looks like. */
interface SealedColumn {
  name: string
  /** The next rows after an id that the current key has not sealed. */
  due(afterId: string): CompiledQuery<SealedRow>
  /** Guarded by the old text: a row that changes at the same time is left to whoever changes it. */
  resealed(row: SealedRow): Write
}

/**
 * Seals every row that is due once more; `report` hears of each column and how many rows it had. Afterwards the keys before are needed no
 * more. Safe to stop and to repeat, and beside a running service. An Error when a row was sealed under a key that is not given.
 */
export async function resealAll(
  { store, atRest }: { store: Store; atRest: AtRest },
  report: (column: string, rows: number) => void,
): Promise<void> {
  for (const column of sealedColumns(store, atRest)) {
    let count = 0
    for (let afterId = ''; ; ) {
      const { rows } = await store.db.executeQuery(column.due(afterId))
      const last = rows.at(-1)
      if (last === undefined) break
      count += await written(store, rows.map(column.resealed))
      afterId = last.id
    }
    report(column.name, count)
  }
}

/** How many were written. A row that changed in between is skipped: the others are then written one by one. */
async function written(store: Store, writes: Write[]): Promise<number> {
  try {
    await store.commit(writes)
    return writes.length
  } catch (error) {
    if (!(error instanceof Unmet)) throw error
    if (writes.length === 1) return 0
    let count = 0
    for (const one of writes) count += await written(store, [one])
    return count
  }
}

function sealedColumns(store: Store, atRest: AtRest): SealedColumn[] {
  const cardNumbers = (table: 'card_tokens' | 'cards'): SealedColumn => ({
    name: `${table}.sealed_number`,
    due: (afterId) =>
      store.db
        .selectFrom(table)
        .select(['id', 'sealed_number as sealed'])
        .where('id', '>', afterId)
        .where('sealed_number', '!=', '')
        .where('sealed_number', 'not like', `${atRest.currentPrefix}%`)
        .orderBy('id')
        .limit(PORTION)
        .compile(),
    resealed: ({ id, sealed }) => {
      const number = atRest.open(sealed, sealedAs[table](id)).toString('utf8')
      const anew = {
        sealed_number: atRest.seal(number, sealedAs[table](id)),
        fingerprint: atRest.fingerprint(`${FINGERPRINTED}${number}`),
      }
      return update(table, anew, { id, sealed_number: sealed })
    },
  })

  return [
    {
      name: 'transport_keys.sealed_private',
      due: (afterId) =>
        store.db
          .selectFrom('transport_keys')
          .select(['id', 'sealed_private as sealed'])
          .where('id', '>', afterId)
          .where('sealed_private', 'not like', `${atRest.currentPrefix}%`)
          .orderBy('id')
          .limit(PORTION)
          .compile(),
      resealed: ({ id, sealed }) => {
        const anew = atRest.seal(atRest.open(sealed, sealedPrivateAs(id)), sealedPrivateAs(id))
        return update('transport_keys', { sealed_private: anew }, { id, sealed_private: sealed })
      },
    },
    cardNumbers('card_tokens'),
    cardNumbers('cards'),
  ]
}
