// Table: the search index.
import { bytes, natural, table, text } from '../../core/table.ts'

/** A page of the search index: words, and the operations that are found by them (`operations/finding/pages`). */
export const foundPages = table(
  'found_pages',
  {
    work: {
      account_id: text(),
      /** Pages of one segment are in the order of their keys (`operations/finding/segments`). */
      segment: natural(),
      /** The key of the first place: a word, a zero and the place, of which later ones come first. */
      begins: bytes(),
      content: bytes(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, segment, begins',
  },
)
