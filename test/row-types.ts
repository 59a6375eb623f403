// The row types of `store/tables.ts` and `store/rows/`: tests compare the schema of each engine with them.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const store = fileURLToPath(new URL('../src/store', import.meta.url))

/** The text of each column's type, by table and column. Sample: `{ messages: { channel: "'email' | 'sms'" } }`. */
export function rowTypes(): Record<string, Record<string, string>> {
  const files = [`${store}/tables.ts`, ...globSync(`${store}/rows/*.ts`)]
  const text = files.map((path) => readFileSync(path, 'utf8')).join('\n')
  const fieldsOf = (name: string): Record<string, string> => {
    const [, parent = '', body = ''] =
      new RegExp(`export interface ${name} (?:extends ([^{]+) )?\\{\\n(.*?)\\n\\}`, 's').exec(text) ?? []
    const [, base = '', omitted = ''] = /^Omit<(\w+), ([^>]+)>$/.exec(parent) ?? []
    const inherited = Object.entries(base === '' ? {} : fieldsOf(base)).filter(
      ([field]) => !omitted.includes(`'${field}'`),
    )
    const own = [...body.matchAll(/^ {2}(\w+): ([^\n]+)$/gm)].map(([, field = '', type = '']) => [field, type])
    assert.ok(own.length > 0, name)
    return Object.fromEntries([...inherited, ...own])
  }
  const tables = /export interface Tables \{\n(.*?)\n\}/s.exec(text)?.[1] ?? ''
  return Object.fromEntries(
    [...tables.matchAll(/^ {2}(\w+): (\w+)$/gm)].map(([, table = '', row = '']) => [table, fieldsOf(row)]),
  )
}
