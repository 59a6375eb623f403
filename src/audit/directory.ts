// The part of an audit that compares the directory with the rows that it leads to: a value that leads elsewhere, or nowhere, gives a payment or
// an order to another account, or to none.
import { sql } from 'kysely'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import type { Beside, Registered } from '../core/registered.ts'
import { type DirectoryKind, directoryKindNames, directoryKinds } from '../directory-kinds.ts'
import { among, listOf } from '../store/among.ts'
import type { DirectoryRow } from '../store/tables.ts'
import { asUuid } from '../store/uuid.ts'
import type { Invariant } from './invariant.ts'
import { isPlaced, type Place } from './portions.ts'
import type { RoomAudit } from './room-audit.ts'
import { BATCH_SIZE, ofAccount, type Scan } from './scan.ts'

const directory: Invariant = {
  name: 'directory',
  meaning: [
    'Cada CLABE, enlace y llave que se busca entre todas las cuentas lleva a la fila que lo tiene, y a cada fila que se busca lleva uno',
    'Every CLABE, link and key that is found across accounts leads to the row that has it, and every row that is to be found is led to',
  ],
}

export const directoryAudit: RoomAudit = {
  invariants: [directory],
  scan: async (scan) => {
    for (const kind of directoryKindNames) await scanRegistered(scan, kind)
    await scanEntries(scan)
  },
}

const texts = {
  led: ['que el directorio lleve hasta ahí', 'the directory leads to it'],
  notLed: ['que no lleva', 'it does not'],
  besides: ['una entrada bajo {}', 'one entry under {}'],
  severalEntries: ['hay {}', 'there are {}'],
  severalValues: ['con {} valores', 'with {} values'],
  row: ['una fila que tiene el valor', 'a row that has the value'],
  otherValue: ['una con otro valor', 'one with another value'],
  none: ['nada', 'none'],
} as const satisfies Record<string, Bilingual>

interface Led {
  account_id: string
  subject: string
}

/** Keys of one read, of which few may be of rows that are to be found. */
const KEYS_AT_ONCE = 2 * BATCH_SIZE

/** Every row that is to be found is led to, by one value, and by each entry that it has besides. */
async function scanRegistered(scan: Scan, kind: DirectoryKind): Promise<void> {
  const { snapshot, accountId, found } = scan
  const { table, selected, when, unless, subject, key, beside } = registeredAs(kind)
  const mine = accountId === undefined ? sql`1 = 1` : sql`one.account_id = ${accountId}`
  for (let after: Place | undefined; ; ) {
    const behind = after === undefined ? sql`1 = 1` : isPlaced(scan, key, '>', after)
    const keys = await sql<Place>`select one.account_id as ${sql.ref('accountId')}, ${sql.ref(key)} as at
      from ${sql.table(table)} as one where ${mine} and ${behind}
      order by one.account_id, ${sql.ref(key)} limit 1 offset ${sql.lit(KEYS_AT_ONCE - 1)}`.execute(snapshot.db)
    const last = keys.rows.at(0)
    const within = last === undefined ? sql`1 = 1` : isPlaced(scan, key, '<=', last)
    const { rows } = await sql<
      Led & Record<string, string | null>
    >`select one.account_id, ${subject} as subject, ${selected}
      from ${sql.table(table)} as one where ${sql.raw(when)} and not (${sql.raw(unless)})
        and ${mine} and ${behind} and ${within}`.execute(snapshot.db)
    const entries = await entriesOf(scan, kind, rows.flatMap(valuesIn))
    const leads = new Map(entries.map((entry) => [nameOf(entry), `${entry.account_id} ${entry.subject}`]))
    const besides = Map.groupBy(
      entries.filter((entry) => isBeside(entry, beside)),
      (entry) => `${entry.account_id} ${subjectOf(entry, beside)}`,
    )
    for (const row of rows) {
      for (const [variant, count] of besideCounts(row, beside, besides.get(`${row.account_id} ${row.subject}`) ?? [])) {
        const says = count === 0 ? texts.none : filled(texts.severalEntries, count)
        found(directory, { id: `${kind} ${row.subject}`, expected: filled(texts.besides, variant), found: says })
      }
      const led = valuesIn(row).filter((one) => leads.get(nameOf(one)) === `${row.account_id} ${row.subject}`).length
      if (led === 1) continue
      const says = led === 0 ? texts.notLed : filled(texts.severalValues, led)
      found(directory, { id: `${kind} ${row.subject}`, expected: texts.led, found: says })
    }
    await snapshot.pause()
    if (last === undefined) return
    after = last
  }
}

type Entry = Pick<DirectoryRow, 'value' | 'variant' | 'account_id' | 'subject'>

/** The entries of some values. In a cluster the directory lies elsewhere than the rows, so no statement has both. */
async function entriesOf({ snapshot }: Scan, kind: DirectoryKind, named: Named[]): Promise<Entry[]> {
  if (named.length === 0) return []
  const values = [...new Set(named.map(({ value }) => value))]
  return snapshot.db
    .selectFrom('directory')
    .select(['value', 'variant', 'account_id', 'subject'])
    .where('kind', '=', kind)
    .where(among(snapshot, 'value', listOf(snapshot, values)))
    .execute()
}

/** The variants under which a row should have one entry besides, and how many it has where that is not one. */
function besideCounts(
  { beside_of: of }: Record<string, string | null>,
  beside: Beside | undefined,
  entries: readonly Entry[],
): [string, number][] {
  if (beside === undefined || of == null) return []
  return beside
    .variants(of)
    .map((variant): [string, number] => [variant, entries.filter((one) => beginsWith(one, variant)).length])
    .filter(([, count]) => count !== 1)
}

function beginsWith({ variant }: Named, beginning: string): boolean {
  return variant.startsWith(`${beginning} `)
}

/** How an entry is found. */
type Named = Pick<DirectoryRow, 'value' | 'variant'>

function nameOf({ value, variant }: Named): string {
  return JSON.stringify([value, variant])
}

function valuesAs(values: readonly string[], variants: readonly string[]) {
  return sql.join(
    values.map(
      (value, at) =>
        sql`${sql.raw(value)} as ${sql.ref(`value_${at}`)}, ${sql.raw(variants[at] ?? "''")} as ${sql.ref(`variant_${at}`)}`,
    ),
  )
}

function besideAs(beside: Beside | undefined) {
  const of = beside && sql.raw(`case when ${beside.when} then ${beside.of} end`)
  return sql`${of ?? sql.raw('cast(null as text)')} as ${sql.ref('beside_of')}`
}

function valuesIn(row: Record<string, unknown>): Named[] {
  return Object.entries(row).flatMap(([name, value]) =>
    name.startsWith('value_') && value !== null
      ? [{ value: String(value), variant: String(row[name.replace('value', 'variant')]) }]
      : [],
  )
}

/** Every value leads to a row that has it. */
async function scanEntries(scan: Scan): Promise<void> {
  const { snapshot, found } = scan
  for (let after: DirectoryRow | undefined; ; ) {
    let query = snapshot.db
      .selectFrom('directory')
      .select(['kind', 'value', 'variant', 'account_id', 'subject'])
      .orderBy('value')
      .orderBy('kind')
      .orderBy('variant')
      .limit(BATCH_SIZE)
    if (after !== undefined)
      query = query.where(sql<boolean>`(value, kind, variant) > (${after.value}, ${after.kind}, ${after.variant})`)
    const rows: DirectoryRow[] = await query.execute()
    for (const [kind, entries] of Map.groupBy(ofAccount(scan, rows), (row) => row.kind)) {
      const valuesOf = await readValues(scan, kind, entries)
      for (const entry of entries) {
        const { account_id, subject } = entry
        const { beside } = registeredAs(kind)
        const there = valuesOf.get(`${account_id} ${subjectOf(entry, beside)}`)
        if (there?.some((row) => (isBeside(entry, beside) ? hasBeside(row, beside, entry) : has(row, entry)))) continue
        const says = there === undefined ? texts.none : texts.otherValue
        found(directory, { id: `${kind} ${subject}`, expected: texts.row, found: says })
      }
    }
    after = rows.at(-1)
    await snapshot.pause()
    if (rows.length < BATCH_SIZE) return
  }
}

type Values = Record<string, string | null>

function has(row: Values, entry: Named): boolean {
  return valuesIn(row).some((one) => nameOf(one) === nameOf(entry))
}

function hasBeside(row: Values, beside: Beside, entry: Named): boolean {
  const { beside_of: of } = row
  if (of == null || !beside.variants(of).some((variant) => beginsWith(entry, variant))) return false
  return valuesIn(row)[0]?.value === entry.value
}

function isBeside({ subject }: Pick<DirectoryRow, 'subject'>, beside: Beside | undefined): beside is Beside {
  return beside !== undefined && subject.startsWith(beside.before)
}

/** The subject of the row that an entry leads to. */
function subjectOf(entry: Pick<DirectoryRow, 'subject'>, beside: Beside | undefined): string {
  return isBeside(entry, beside) ? entry.subject.slice(beside.before.length) : entry.subject
}

/** By account and subject, the rows with the values and variants that they may be registered under; one that is not to be registered is absent. */
async function readValues(
  { snapshot }: Scan,
  kind: DirectoryKind,
  entries: readonly DirectoryRow[],
): Promise<Map<string, Values[]>> {
  const { table, selected, when, subject, subjectColumn, isUuid, beside } = registeredAs(kind)
  const accounts = listOf(snapshot, [...new Set(entries.map(({ account_id }) => account_id))])
  const subjects = listOf(
    snapshot,
    entries.map((entry) => (isUuid ? asUuid(entry.subject) : subjectOf(entry, beside))),
  )
  const { rows } = await sql<
    Values & {
      account_id: string
      subject: string
    }
  >`select one.account_id, ${subject} as subject, ${selected}
    from ${sql.table(table)} as one where ${among(snapshot, 'one.account_id', accounts)}
      and ${among(snapshot, subjectColumn, subjects, isUuid ? 'uuid' : 'text')} and ${sql.raw(when)}`.execute(
    snapshot.db,
  )
  return Map.groupBy(rows, (row) => `${row.account_id} ${row.subject}`)
}

function registeredAs(kind: DirectoryKind) {
  const registered: Registered = directoryKinds[kind]
  const { table, values, variants = [], when = '1 = 1', unless = '1 = 0', beside, ...named } = registered
  const { subject = 'id', key = 'id', isUuid = false } = named
  const subjectColumn = `one.${subject}`
  return {
    ...{
      table,
      selected: sql`${valuesAs(values, variants)}, ${besideAs(beside)}`,
      when,
      unless,
      subjectColumn,
      isUuid,
      beside,
    },
    subject: isUuid ? sql`cast(${sql.ref(subjectColumn)} as text)` : sql.ref(subjectColumn),
    key: `one.${key}`,
  }
}
