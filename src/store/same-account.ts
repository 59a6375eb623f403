// Joins rows of one account: the keys of an account's rows begin with it.
import type { JoinBuilder } from 'kysely'
import type { Tables } from '../tables.ts'

type Table = keyof Tables & string

/** A column with its table: `refunds.operation_id`. */
type Reference = { [T in Table]: `${T}.${keyof Tables[T] & string}` }[Table]

/** For a join with rows of the same account: `.innerJoin('operations', sameAccount('operations.id', 'refunds.operation_id'))`. */
export function sameAccount(one: Reference, other: Reference) {
  const account = (reference: Reference) => `${reference.split('.')[0]}.account_id` as never
  return <DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>) =>
    join.onRef(account(one), '=', account(other)).onRef(one as never, '=', other as never)
}
