// Guards what a merchant is owed when it becomes less, or less of it may be paid out, for writers that did not read the amount.
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'

/** Makes other batches `Unmet` that have read what the merchant is owed, because it is less now, or another part of it is paid out. */
export function owedLessWrite({ db }: Store, accountId: string): Write {
  const query = db
    .updateTable('accounts')
    .set((eb) => ({ owed_version: eb('owed_version', '+', 1) }))
    .where('id', '=', accountId)
  return run(query.compile(), 1)
}
