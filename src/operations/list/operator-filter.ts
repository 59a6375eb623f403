// The operator that a filter names: an e-mail address is the same in any case, and operations have it as its credential or person was made with it.
import { sql } from 'kysely'
import type { Store } from '../../store/store.ts'
import type { Filter } from './filter.ts'

/** The filter with its operator as operations have it; the given text when the account has no such operator. */
export async function withKnownOperator({ db }: Store, accountId: string, filter: Filter): Promise<Filter> {
  const { operator } = filter
  if (operator === undefined) return filter
  const lower = operator.toLowerCase()
  const [keys, people] = await Promise.all([
    db
      .selectFrom('credentials')
      .select('operator')
      .distinct()
      .where('account_id', '=', accountId)
      .where(sql`lower(operator)`, '=', lower)
      .execute(),
    db
      .selectFrom('user_roles')
      .innerJoin('users', 'users.id', 'user_roles.user_id')
      .select('users.email as operator')
      .where('user_roles.account_id', '=', accountId)
      .where(sql`lower(users.email)`, '=', lower)
      .execute(),
  ])
  const known = [...keys, ...people].map((row) => row.operator)
  return { ...filter, operator: known.includes(operator) ? operator : (known[0] ?? operator) }
}
