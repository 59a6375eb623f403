// What the search of the documents looks through: the sections of each document in a language.
import type { Language } from '../core/language/bilingual.ts'
import { type Shelf, textOf } from './shelf.ts'

/** A record of the search: the title of its page, of its section, its address, and the words that find it. */
interface Sought {
  page: string
  section: string
  href: string
  words: string
  /** What a reader sees of it. */
  beginning: string
}

/** How much of a section a reader sees among the results. */
const BEGINNING = 120

/** As JSON. Documents for contributors are found by their headings alone. */
export async function searchIndex(shelf: Shelf, language: Language): Promise<string> {
  const { sectionsOf } = await import('./render.ts')
  const sought: Sought[] = []
  for (const { documents } of shelf.groups)
    for (const { path, files, titles, audience } of documents) {
      const file = files[language] ?? files.en
      const page = titles[language] ?? titles.en
      for (const [at, { anchor, title, text }] of sectionsOf(textOf(file)).entries())
        sought.push({
          page,
          section: at === 0 ? '' : title,
          href: `/docs/pages/${path}${at === 0 ? '' : `#${anchor}`}`,
          words: audience === 'users' ? distinct(text) : '',
          beginning: audience === 'users' ? text.trim().slice(0, BEGINNING) : '',
        })
    }
  return JSON.stringify(sought)
}

/** Each word once, in lower case and without accents. */
function distinct(text: string): string {
  const words =
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]{2,}/gu) ?? []
  return [...new Set(words)].join(' ')
}
