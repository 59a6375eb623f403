// Writes the tables of the READMEs and of docs/ from the program's own data. `--check` only says whether they are current.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tables } from './readme-tables.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every document that may have tables, from the project's folder. */
export const documents = ['README.md', 'README.es.md', ...globSync('docs/**/*.md', { cwd: root }).sort()]

/** A document with every table between its markers generated again. */
export function withTables(text: string): string {
  return text.replace(/<!-- table: (.+?) -->\n[\s\S]*?<!-- end -->/g, (_, name: string) => {
    const table = tables[name]
    if (table === undefined) throw new Error(`there is no table "${name}" in scripts/readme-tables.ts`)
    return `<!-- table: ${name} -->\n${table()}\n<!-- end -->`
  })
}

if (process.argv[1]?.endsWith('readme.ts')) {
  for (const name of documents) {
    const path = join(root, name)
    const text = readFileSync(path, 'utf8')
    if (withTables(text) === text) continue
    if (process.argv.includes('--check')) throw new Error(`the tables of ${name} are stale: npm run readme`)
    writeFileSync(path, withTables(text))
  }
}
