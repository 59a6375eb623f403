// Rows that only have to be there (`ensure`), of tables that keep their rows: a process writes each once, and its later batches leave it out.
import { tables } from '../tables.ts'
import type { Write } from './write.ts'

type Ensure = Extract<Write, { kind: 'ensure' }>

const kept: ReadonlySet<string> = new Set(tables.filter(({ keys }) => keys.isKept).map(({ name }) => name))
/** How many rows are remembered; when there are more, all are forgotten. */
const MAX_KNOWN = 20_000

interface EnsuredRows {
  /** The writes that are still needed: those of rows which are surely there are left out. */
  without(writes: Write[]): Write[]
  /** The batch is on disk, and so are its rows: they are never removed. */
  note(writes: readonly Write[]): void
  /** Forgets all rows, because the database may have another state than this process has seen. */
  forget(): void
}

export function ensuredRows(): EnsuredRows {
  const known = new Set<string>()
  return {
    without: (writes) =>
      writes.filter((write) => write.kind !== 'ensure' || !namesOf(write).every((name) => known.has(name))),
    note: (writes) => {
      for (const write of writes) {
        if (write.kind !== 'ensure' || !kept.has(write.table)) continue
        if (known.size >= MAX_KNOWN) known.clear()
        for (const name of namesOf(write)) known.add(name)
      }
    },
    forget: () => known.clear(),
  }
}

const namesOf = ({ table, rows }: Ensure): string[] =>
  rows.map((row) => `${table}\u0000${Object.values(row).join('\u0000')}`)
