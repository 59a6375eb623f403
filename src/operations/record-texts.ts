// The records that were answered lately, as JSON text: lists are answered again and again, and what a record says is settled
// by its id and its status. Everything else of an operation that a record shows is written once (`operations/record`).
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'
import type { PageLinks } from './page-link.ts'
import { presentOperation } from './present.ts'

/** What tells one text from another. */
export type RecordKey = Pick<OperationRow, 'id' | 'status'>

/** Texts that are kept, each about a kilobyte. */
const KEPT = 4_096

/** Answers the records of operations as JSON texts, in the order of the keys. Rows are read only for what is not kept. */
export function recordTexts(store: Store, links: PageLinks): (keys: RecordKey[]) => Promise<string[]> {
  const kept = new Map<string, string>()
  const byId = prepared((hole) => store.db.selectFrom('operations').selectAll().where('id', '=', hole('id')).compile())
  const keep = (row: OperationRow): string => {
    const text = JSON.stringify(presentOperation(links, row))
    kept.set(nameOf(row), text)
    if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '')
    return text
  }
  const textOf = (key: RecordKey): string | Promise<string> => {
    const name = nameOf(key)
    const text = kept.get(name)
    if (text === undefined) return store.rows(byId({ id: key.id })).then(([row]) => (row ? keep(row) : ''))
    // What was asked for lately stays longest.
    kept.delete(name)
    kept.set(name, text)
    return text
  }
  return async (keys) => {
    const texts = keys.map(textOf)
    return texts.every((text) => typeof text === 'string') ? texts : Promise.all(texts)
  }
}

function nameOf({ id, status }: RecordKey): string {
  return id + status
}
