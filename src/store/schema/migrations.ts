// The versions of the schema: the baseline, and its changes since.
import { hash } from 'node:crypto'
import { tables, views } from '../../tables.ts'
import { NoDatabase } from '../no-database.ts'
import { MAKE_FUNCTION } from '../postgres/batch-refusal.ts'
import { schemaOf } from './create-tables.ts'

/** A change of the schema. Once released it is never edited: add another, and tell the tables as they are after it. */
export interface Migration {
  /** With `-breaking` at its end when older programs that still run cannot work with it: they are not ready any more. */
  name: string
  /** SQL that both engines take as it is. */
  statements: readonly string[]
}

/** Oldest first. A new database is made with all of them. */
export const migrations: readonly Migration[] = []

/**
 * The name of the schema of a new database. Until 1.0 is released it is that of exactly these tables and functions, so that a database of another build is
 * refused; the release writes the name down as it is then.
 */
export const BASELINE = `1.0-${hash(
  'sha256',
  [...schemaOf({ tables, views }, 'sqlite'), ...views.map(({ query }) => query.postgres), MAKE_FUNCTION].join(';'),
).slice(0, 12)}`

/** Throws unless each of the applied names is known to this program, the baseline first. */
export function refuseUnknown(applied: readonly string[], known: readonly Migration[] = migrations): void {
  const [first] = applied
  if (first === undefined)
    throw new NoDatabase([
      'La base de datos no dice cuál es su esquema, como cuando solo se recuperó una parte: recupérala completa, o apunta DATABASE_URL a una vacía.',
      'The database has no record of its schema, as when it was restored only in part: restore it whole, or point DATABASE_URL to an empty database.',
    ])
  if (/^0\d\d\d-/.test(first))
    throw new NoDatabase([
      'La base de datos la hizo Cobro 0.x, que nunca se publicó, y esta versión no la usa: apunta DATABASE_URL a una nueva. Esta quedó como estaba.',
      'The database was made by Cobro 0.x, which was never released, and this version does not take it over: point DATABASE_URL to a new database. This one was left as it is.',
    ])
  if (first !== BASELINE)
    throw new NoDatabase([
      `La base de datos la hizo otra versión anterior a la 1.0 (su esquema es ${first}, el de esta ${BASELINE}): apunta DATABASE_URL a una nueva. Esta quedó como estaba.`,
      `The database was made by another build before 1.0 (its schema is ${first}, this one's ${BASELINE}): point DATABASE_URL to a new database. This one was left as it is.`,
    ])
  const unknown = applied.slice(1).find((name) => !known.some((migration) => migration.name === name))
  if (unknown !== undefined) throw newerSchema(unknown)
}

/** The changes that the database lacks, oldest first. */
export function changesSince(applied: readonly string[], known: readonly Migration[] = migrations): Migration[] {
  return known.filter(({ name }) => !applied.includes(name))
}

/** Throws when a newer program has made a change with which this one cannot work. One that only adds lets it go on. */
export function refuseBreaking(applied: readonly string[]): void {
  const breaking = applied.find(
    (name) => name.endsWith('-breaking') && !migrations.some((migration) => migration.name === name),
  )
  if (breaking !== undefined) throw newerSchema(breaking)
}

function newerSchema(migration: string): NoDatabase {
  return new NoDatabase([
    `La base de datos la hizo un Cobro más nuevo (tiene ${migration}). Instala esa versión, o apunta DATABASE_URL a otra.`,
    `The database was made by a newer Cobro (it has ${migration}). Install that version, or point DATABASE_URL elsewhere.`,
  ])
}
