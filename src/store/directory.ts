// Finds the account of a value that is unique across accounts.
import type { DirectoryKind } from '../directory-kinds.ts'
import { sharedRead } from './shared-read.ts'
import type { Store } from './store.ts'
import { insert, run, type Write } from './write.ts'

/** Where the row of a value is. */
interface Place {
  accountId: string
  subject: string
}

/** Registers a value, in the batch that writes it into its row. `Duplicate` of `directory` when another row has it. */
export function directoryWrite(
  kind: DirectoryKind,
  value: string,
  { accountId, subject }: Place,
  variant: string = '',
): Write {
  return insert('directory', { kind, value, variant, account_id: accountId, subject })
}

/** Takes a value out, in the batch that takes it out of its row. */
export function forgetWrite({ db }: Pick<Store, 'db'>, kind: DirectoryKind, value: string): Write {
  return run(db.deleteFrom('directory').where('kind', '=', kind).where('value', '=', value).compile())
}

/** Takes values of one kind out, in the batch that removes their rows. */
export function forgetAllWrite({ db }: Pick<Store, 'db'>, kind: DirectoryKind, values: readonly string[]): Write {
  return run(db.deleteFrom('directory').where('kind', '=', kind).where('value', 'in', values).compile())
}

/** Undefined when no row has the value. */
export async function placeOf(
  { db }: Pick<Store, 'db'>,
  kind: DirectoryKind,
  value: string,
): Promise<Place | undefined> {
  return db
    .selectFrom('directory')
    .select(['account_id as accountId', 'subject'])
    .where('value', '=', value)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/** Values whose accounts a process remembers at most. */
const MOST = 10_000

/**
 * Finds rows by a value that never moves to another account. The account is remembered, and the row is read each time, by `read`, which compares the
 * value: a row that was changed or removed answers as it is now, with one statement.
 */
export function rowsByPlace<R>(
  store: Pick<Store, 'db'>,
  kind: DirectoryKind,
  read: (accountId: string, value: string) => Promise<R | undefined>,
): (value: string) => Promise<R | undefined> {
  const accounts = new Map<string, string>()
  const look = sharedRead((value: string) => placeOf(store, kind, value))
  return async (value) => {
    const known = accounts.get(value)
    const row = known === undefined ? undefined : await read(known, value)
    if (row !== undefined) return row
    accounts.delete(value)
    const place = await look(value)
    if (place === undefined || place.accountId === known) return undefined
    const found = await read(place.accountId, value)
    if (found === undefined) return undefined
    if (accounts.size >= MOST) accounts.clear()
    accounts.set(value, place.accountId)
    return found
  }
}
