// Merges batches of the same shape into one, so that PostgreSQL writes and flushes them together.
import type { Value } from '../../core/table.ts'
import { columnsOf, type MergedWrite, type Write } from '../write.ts'

/**
 * Batches with the same value can be merged; undefined for a batch that cannot be merged. Only inserts, rows that have to be there, counters and
 * updates of exactly one row are merged: if two batches update the same row, the count of rows is wrong and both are
 * written separately.
 */
export function mergeShape(batch: Write[]): string | undefined {
  const shapes: string[] = []
  for (const write of batch) {
    if (write.kind === 'query') return undefined
    if (write.kind === 'update') shapes.push(`u ${write.table} ${Object.keys(write.set).join()}`, ...nulls(write.where))
    else shapes.push(`${write.kind} ${write.table} ${formOf(write.table, columnsOf(write))}`)
  }
  return shapes.join('|')
}

/** The lists of columns with which rows of a table are written: almost always one. */
const forms = new Map<string, (readonly string[])[]>()

/** The number of a row's list of columns among those known of its table: it stands for their names, which need not be joined for each batch. */
function formOf(table: string, columns: readonly string[]): number {
  const known = forms.get(table) ?? []
  const at = known.findIndex(
    (one) =>
      one === columns || (one.length === columns.length && one.every((column, place) => column === columns[place])),
  )
  if (at >= 0) return at
  forms.set(table, [...known, columns])
  return known.length
}

/**
 * One batch with the effect of all, with counters in one shard. The batches have the same `mergeShape`, or there is only
 * one.
 */
export function merge(batches: Write[][], shard: number): MergedWrite[] {
  const [first = [], ...others] = batches
  const merged = first.flatMap((write, position): MergedWrite[] => {
    const all = [write, ...others.map((batch) => batch[position] ?? write)]
    if (write.kind === 'insert') return [{ ...write, rows: all.flatMap((one) => rowsOf(one)) }]
    if (write.kind === 'add') return [{ ...write, rows: addUp(write.key, all.flatMap(rowsOf), shard) }]
    if (write.kind === 'ensure') return [{ ...write, rows: eachOnce(all.flatMap(rowsOf)) }]
    return updatesTogether(all)
  })
  return countersTogether(merged, shard)
}

/** Updates of several rows become one write. A row that two of them update is counted once, which refuses it. */
function updatesTogether(all: Write[]): MergedWrite[] {
  const rows = all.filter((one) => one.kind === 'update')
  const [first] = rows
  if (first === undefined || all.length === 1) return all
  return [{ kind: 'updates', table: first.table, rows: rows.map(({ set, where }) => ({ set, where })) }]
}

/**
 * A batch may count in one table twice. One statement must not touch a row twice, so the counters of a table are put
 * together.
 */
function countersTogether(writes: MergedWrite[], shard: number): MergedWrite[] {
  const counters = new Map<string, Extract<Write, { kind: 'add' }>[]>()
  for (const write of writes) {
    if (write.kind === 'add') counters.set(write.table, [...(counters.get(write.table) ?? []), write])
  }
  if ([...counters.values()].every((all) => all.length === 1)) return writes
  return writes.flatMap((write): MergedWrite[] => {
    if (write.kind !== 'add') return [write]
    const all = counters.get(write.table) ?? []
    if (all[0] !== write) return []
    return [all.length === 1 ? write : { ...write, rows: addUp(write.key, all.flatMap(rowsOf), shard) }]
  })
}

/** Counters of the same key become one, in the order of their keys, so that two statements cannot deadlock. */
function addUp(key: string[], rows: Record<string, Value>[], shard: number): Record<string, Value>[] {
  const sums = new Map<string, Record<string, Value>>()
  for (const row of rows) {
    let name = ''
    for (const column of key) name += `${row[column]}\u0000`
    const sum = sums.get(name)
    if (sum === undefined) {
      sums.set(name, { ...row, shard })
      continue
    }
    for (const column in row) if (!key.includes(column)) sum[column] = Number(sum[column]) + Number(row[column])
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** Each row once, in one order, so that two statements cannot deadlock. */
function eachOnce(rows: Record<string, Value>[]): Record<string, Value>[] {
  if (rows.length < 2) return rows
  const named = new Map(rows.map((row) => [Object.values(row).join('\u0000'), row]))
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function rowsOf(write: Write): Record<string, Value>[] {
  return write.kind === 'update' || write.kind === 'query' ? [] : write.rows
}

function nulls(where: Record<string, Value>): string[] {
  return Object.entries(where).map(([column, value]) => (value === null ? `${column} is null` : column))
}
