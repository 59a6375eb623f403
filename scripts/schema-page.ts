// The tables of docs/schema.md, from the definitions of the tables and the comments beside their columns.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Column, columnsOfTable, type Table } from '../src/core/table.ts'
import { tables, views } from '../src/tables.ts'

const folder = fileURLToPath(new URL('../src/', import.meta.url))

/** For each table a heading, its meaning, its keys and its columns with their classes. */
export function schemaText(): string {
  return globSync('*/**/tables.ts', { cwd: folder })
    .sort()
    .flatMap((name) => {
      const source = readFileSync(folder + name, 'utf8')
      const named = [...source.matchAll(/^export const \w+ = (table|view)\(\n {2}'(\w+)',/gm)]
      return named.map(([, kind, name = '']) =>
        kind === 'table' ? section(source, tableNamed(name)) : viewSection(source, name),
      )
    })
    .join('\n\n')
}

function tableNamed(name: string): Table {
  const found = tables.find((table) => table.name === name)
  if (found === undefined) throw new Error(`src/tables.ts has no ${name}`)
  return found
}

/** A view holds what its query says. */
function viewSection(source: string, name: string): string {
  const columns = Object.entries(views.find((view) => view.name === name)?.columns ?? {})
  const rows = columns.map(([column, definition]) => `| \`${column}\` | ${kindOf(definition)} |`)
  const about = plain(aboutAt(source, source.indexOf(`view(\n  '${name}',`)))
  return `## ${name}\n\nA view. ${about}\n\n| column | holds |\n|---|---|\n${rows.join('\n')}`
}

/** The comment above the definition that begins at a place. */
function aboutAt(source: string, begin: number): string {
  return /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n[^\n]*$/.exec(source.slice(0, begin))?.[1] ?? ''
}

function section(source: string, table: Table): string {
  const begin = source.indexOf(`table(\n  '${table.name}',`)
  const text = source.slice(begin, source.indexOf('\n)', begin))
  const rows = columnsOfTable(table).map(([column, definition]) => {
    const [, comment = ''] =
      new RegExp(`((?: *\\/\\*\\*(?:(?!\\*\\/)[\\s\\S])*\\*\\/\\n)?) {6}${column}: `).exec(text) ?? []
    return `| \`${column}\` | ${kindOf(definition)} | ${classOf(table, column)} | ${plain(comment)} |`
  })
  const key = `Key: \`${table.keys.key}\`.`
  const unique = Object.values(table.keys.unique ?? {}).map((on) => `Unique: \`${on}\`.`)
  const lines = [plain(aboutAt(source, begin)), OWNERS[table.keys.owner], key, ...unique].filter(Boolean).join(' ')
  return `## ${table.name}\n\n${lines}\n\n| column | holds | class | meaning |\n|---|---|---|---|\n${rows.join('\n')}`
}

/** Whose the rows are. */
const OWNERS: Record<Table['keys']['owner'], string> = {
  account: 'Rows of accounts.',
  directory: 'Rows across accounts.',
  shared: 'Rows of the service.',
  coordinator: 'Rows of the service, on a cluster on the coordinator alone.',
}

function kindOf({ kind, bound, isNullable }: Column): string {
  const held =
    typeof bound === 'string'
      ? `number ${bound}`
      : bound === undefined
        ? kind === 'integer' || kind === 'bigint'
          ? 'number'
          : kind
        : bound.map((value) => (value === '' ? 'empty' : `\`${value}\``)).join(', ')
  return isNullable ? `${held}; or null` : held
}

function classOf({ classes }: Table, column: string): string {
  return Object.entries(classes).find(([, columns]) => column in columns)?.[0] ?? ''
}

/** The text of a comment in one line. */
function plain(comment: string): string {
  return comment
    .replace(/^\s*\/\*\*\s?|\s*\*\/\s*$/g, '')
    .replace(/(^|\n)\s*\*\s?/g, ' ')
    .replaceAll('|', '\\|')
    .trim()
}
