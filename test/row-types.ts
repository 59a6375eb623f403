// The row types, as `store/tables.ts` writes them: what tests hold the schema of each engine against.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

/** The text of each column's type, by table and column. Sample: `{ messages: { channel: "'email' | 'sms'" } }`. */
export function rowTypes(): Record<string, Record<string, string>> {
  const text = readFileSync(new URL('../src/store/tables.ts', import.meta.url), 'utf8')
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
