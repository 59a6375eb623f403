// Sets what a row says, whether or not it is there yet.
import type { Tables } from '../tables.ts'
import type { Values } from './rows.ts'
import type { Store } from './store.ts'
import { run, type Write } from './write.ts'

/** `Unmet` when the row is there and does not say `before` any more. */
export function setRow<T extends keyof Tables & string>(
  { db }: Store,
  table: T,
  { key, before, set }: { key: Values<T>; before: Values<T>; set: Partial<Tables[T]> },
): Write {
  // Kysely types a query by the literal names in it.
  const query = db
    .insertInto(table as 'refund_rules')
    .values({ ...key, ...set } as never)
    .onConflict((taken) =>
      taken
        .columns(Object.keys(key) as 'account_id'[])
        .doUpdateSet(set as object)
        .where((eb) =>
          eb.and(Object.entries(before).map(([name, is]) => eb(`${table}.${name}` as 'account_id', '=', is as string))),
        ),
    )
  return run(query.compile(), 1)
}
