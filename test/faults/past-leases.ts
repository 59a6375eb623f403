// Lets go of what killed processes have leased, as if their leases had lapsed: nobody needs to wait for minutes. That leases lapse has its own tests.
import { sql } from 'kysely'
import { columns } from '../../src/store/columns.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { run } from '../../src/store/write.ts'

/** For rows of work, and for the clock that somebody was moving. */
export async function pastLeases(store: Store): Promise<void> {
  const leased = Object.entries(columns).filter(([, names]) => (names as readonly string[]).includes('leased_until'))
  const updates = [
    ...leased.map(([table]) => sql`update ${sql.table(table)} set leased_until = 0 where leased_until > 0`),
    sql`update clock set held_until = 0`,
  ]
  await store.commit(updates.map((one) => run(one.compile(store.db))))
}

/** The same where nobody has the database open. */
export async function pastLeasesAt(url: string): Promise<void> {
  const store = await openDatabase(url, { connections: 1 })
  await pastLeases(store)
  await store.close()
}
