// The built pages: files that `scripts/bundle.js` has written, or made at the first request where the files are missing or older than the documents.
import { globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../core/language/bilingual.ts'
import { builtIndex, builtPage } from './page.ts'
import { searchIndex } from './search-index.ts'
import { type Document, type Shelf, shelf } from './shelf.ts'

const root = new URL('../../', import.meta.url)
const folder = new URL('dist/docs/', root)

/** Written last: the files are as old as this one. */
export const STAMP = 'built.txt'

/** What the pages are made of. */
const SOURCES = ['*.md', 'client/README.md', 'docs/**/*.md', 'src/documents/**/*.ts', 'src/pages/html.ts']

interface Built {
  index(language: Language, audience: 'users' | 'contributors'): Promise<string>
  page(document: Document, language: Language): Promise<string>
  search(language: Language): Promise<string>
}

/** The name of a built file below its folder. */
export const fileOf = {
  index: (language: Language, audience: string) => `${language}/${audience}.html`,
  page: (path: string, language: Language) => `${language}/${path}.html`,
  search: (language: Language) => `${language}/search.json`,
}

/** The last change of what the pages are made of, in ms. */
export function sourcesChangedAtMs(): number {
  const cwd = fileURLToPath(root)
  return Math.max(
    ...globSync(SOURCES, { cwd }).map((path) => statSync(new URL(path.replaceAll('\\', '/'), root)).mtimeMs),
  )
}

function built(shelf: Shelf): Built {
  const madeAtMs = statSync(new URL(STAMP, folder), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const usesFiles = madeAtMs > 0 && madeAtMs >= sourcesChangedAtMs()
  const kept = new Map<string, Promise<string>>()
  const once = (name: string, make: () => string | Promise<string>): Promise<string> => {
    if (usesFiles) return Promise.resolve(readFileSync(new URL(name, folder), 'utf8'))
    const known = kept.get(name) ?? Promise.resolve(make())
    kept.set(name, known)
    // One that failed for want of files is made again.
    known.catch(() => kept.delete(name))
    return known
  }
  return {
    index: (language, audience) => once(fileOf.index(language, audience), () => builtIndex(shelf, language, audience)),
    page: (document, language) =>
      once(fileOf.page(document.path, language), () => builtPage(shelf, document, language)),
    search: (language) => once(fileOf.search(language), () => searchIndex(shelf, language)),
  }
}

export interface Opened {
  shelf: Shelf
  built: Built
}

/** The shelf and its pages, opened at the first use. */
export function openedOnce(): () => Opened {
  let opened: Opened | undefined
  return () => {
    if (opened === undefined) {
      const found = shelf()
      opened = { shelf: found, built: built(found) }
    }
    return opened
  }
}
