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

/** The row that has the value without a variant. Undefined when none has it. */
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
    .where('variant', '=', '')
    .executeTakeFirst()
}

/** Values whose accounts a process remembers at most. */
const MOST = 10_000

/**
 * Finds rows by a value of the directory. The account is remembered, and the row is read each time, by `read`, which compares the value: a row that was
 * changed or removed answers as it is now, with one statement.
 */
export function rowsByPlace<R>(
  store: Pick<Store, 'db'>,
  kind: DirectoryKind,
  read: (accountId: string, value: string) => Promise<R | undefined>,
): (value: string) => Promise<R | undefined> {
  // A value of the directory keeps its account, so those who ask at once share an answer.
  return rowsByAccount(
    sharedRead(async (value) => (await placeOf(store, kind, value))?.accountId),
    read,
    1,
  )
}

/**
 * The same, where `lookUp` says which account a value has. It may get another one at any moment: `read` then finds no row in the former. `lookUp` has to
 * ask anew each time: an answer from before the move would name the account where the row has just been missed. `most`: how often it is asked.
 */
export function rowsByAccount<R>(
  lookUp: (value: string) => Promise<string | undefined>,
  read: (accountId: string, value: string) => Promise<R | undefined>,
  most = 5,
): (value: string) => Promise<R | undefined> {
  const accounts = new Map<string, string>()
  return async (value) => {
    let accountId = accounts.get(value)
    for (let looks = 0; ; looks += 1) {
      const row = accountId === undefined ? undefined : await read(accountId, value)
      if (row !== undefined) return row
      accountId = looks < most ? await lookUp(value) : undefined
      if (accountId === undefined) {
        accounts.delete(value)
        return undefined
      }
      if (accounts.size >= MOST) accounts.clear()
      accounts.set(value, accountId)
    }
  }
}
