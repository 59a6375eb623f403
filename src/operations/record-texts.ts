// The records that were answered lately, as JSON text: lists are answered again and again, and what a record says follows from
// its key (`store/changeable`).
import { type RecordKey, recordKeyOf } from '../store/changeable.ts'
import { columns } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { PageLinks } from './page-link.ts'
import { presentOperation } from './present.ts'

/** Texts that are kept at least; up to twice as many are. Each is about a kilobyte. */
const KEPT = 2_048

interface Kept {
  state: string
  text: string
}

/** Answers the records of operations as JSON texts, in the order of the keys. Rows are read only for what is not kept. */
export function recordTexts(store: Store, links: PageLinks): (keys: RecordKey[]) => Promise<string[]> {
  // Two generations: what nobody asks for while the young one fills up is forgotten with the old one.
  let young = new Map<string, Kept>()
  let old = new Map<string, Kept>()
  const byId = prepared((hole) =>
    store.db.selectFrom('operations').select(columns.operations).where('id', '=', hole('id')).compile(),
  )
  /** Lists that are answered at the same time lack the same new records. */
  const reading = new Map<string, Promise<string>>()
  const read = async (id: string): Promise<string> => {
    const [row] = await store.rows(byId({ id }))
    return row ? keep(id, { state: recordKeyOf(row).state, text: JSON.stringify(presentOperation(links, row)) }) : ''
  }
  const keep = (id: string, kept: Kept): string => {
    if (young.size >= KEPT) {
      old = young
      young = new Map()
    }
    young.set(id, kept)
    return kept.text
  }
  const textOf = ({ id, state }: RecordKey): string | Promise<string> => {
    const kept = young.get(id)
    if (kept?.state === state) return kept.text
    const older = old.get(id)
    if (older?.state === state) return keep(id, older)
    const name = `${id} ${state}`
    const asked = reading.get(name) ?? read(id).finally(() => reading.delete(name))
    reading.set(name, asked)
    return asked
  }
  return async (keys) => {
    const texts = keys.map(textOf)
    return texts.every((text) => typeof text === 'string') ? texts : Promise.all(texts)
  }
}
