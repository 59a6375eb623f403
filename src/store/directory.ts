// Finds the account of a value that is unique across accounts.
import type { DirectoryKind } from './directory-kinds.ts'
import type { Store } from './store.ts'
import { insert, run, type Write } from './write.ts'

/** Where the row of a value is. */
export interface Place {
  accountId: string
  subject: string
}

/** Registers a value, in the batch that writes it into its row. `Duplicate` of `directory` when another row has it. */
export function directoryWrite(kind: DirectoryKind, value: string, { accountId, subject }: Place): Write {
  return insert('directory', { kind, value, account_id: accountId, subject })
}

/** Takes a value out, in the batch that takes it out of its row. */
export function forgetWrite({ db }: Pick<Store, 'db'>, kind: DirectoryKind, value: string): Write {
  return run(db.deleteFrom('directory').where('kind', '=', kind).where('value', '=', value).compile())
}

/** Undefined when no row has the value. */
export async function placeOf({ db }: Pick<Store, 'db'>, kind: DirectoryKind, value: string): Promise<Place | undefined> {
  return db
    .selectFrom('directory')
    .select(['account_id as accountId', 'subject'])
    .where('value', '=', value)
    .where('kind', '=', kind)
    .executeTakeFirst()
}
