// Writes every page of the documents as files, with what the search looks through. `scripts/bundle.js` runs it.
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileOf, STAMP, sourcesChangedAtMs } from './built.ts'
import { builtIndex, builtPage } from './page.ts'
import { searchIndex } from './search-index.ts'
import { shelf } from './shelf.ts'

/** Into `folder`, unless its files are newer than what they are made of. Answers how many were written. */
export async function writeSite(folder: string): Promise<number> {
  const stamp = join(folder, STAMP)
  const madeAtMs = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (madeAtMs >= sourcesChangedAtMs()) return 0
  rmSync(stamp, { force: true })
  const known = shelf()
  let count = 0
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    // A whole file or none, for a service that serves at this moment.
    writeFileSync(`${path}.${process.pid}`, text)
    renameSync(`${path}.${process.pid}`, path)
    count += 1
  }
  for (const language of ['es', 'en'] as const) {
    for (const audience of ['users', 'contributors'] as const)
      write(fileOf.index(language, audience), builtIndex(known, language, audience))
    for (const { documents } of known.groups)
      for (const document of documents)
        write(fileOf.page(document.path, language), await builtPage(known, document, language))
    write(fileOf.search(language), await searchIndex(known, language))
  }
  write(STAMP, `${count} files\n`)
  return count
}
