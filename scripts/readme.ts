// Writes the tables of the README from the data that the program decides by. `--check` only says whether they are true.
import { readFileSync, writeFileSync } from 'node:fs'
import { tables } from './readme-tables.ts'

const path = new URL('../README.md', import.meta.url)

/** The README with every table between its markers made anew. */
export function withTables(text: string): string {
  return text.replace(/<!-- table: (.+?) -->\n[\s\S]*?<!-- end -->/g, (_, name: string) => {
    const table = tables[name]
    if (table === undefined)
      throw new Error(`README.md wants a table "${name}" that scripts/readme-tables.ts does not make`)
    return `<!-- table: ${name} -->\n${table()}\n<!-- end -->`
  })
}

if (process.argv[1]?.endsWith('readme.ts')) {
  const text = readFileSync(path, 'utf8')
  if (process.argv.includes('--check') && withTables(text) !== text)
    throw new Error('the tables of README.md are stale: npm run readme')
  writeFileSync(path, withTables(text))
}
