// The accounts of the whole service as their operator reads them: found by name, e-mail or id, and one with its fees, keys and people.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { FeeReader } from '../../accounts/fees/schedules.ts'
import { Fees, presentFees } from '../../accounts/fees/terms.ts'
import { orNull } from '../../api/fields.ts'
import { formatAmount } from '../../core/money.ts'
import { railNames } from '../../core/rail.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { acrossDb } from '../../store/across.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { peopleOf } from '../people/membership.ts'
import { presentStanding, StandingShown, Suspension } from './standing.ts'

export interface AccountRow {
  id: string
  name: string
  email: string
  created_at: string
  suspended_at: string | null
  suspended_because: string
}

export const AccountListed = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    since: Type.String(),
    suspended: orNull(Suspension),
  },
  { title: 'AccountListed' },
)

const AccountOfItself = Type.Object({
  ...AccountListed.properties,
  ...Fees.properties,
  owed: Type.String({ description: 'What the merchant is owed' }),
  keys: Type.Integer(),
  key_used: orNull(Type.String()),
  webhooks: Type.Integer(),
  payout_account: Type.String({
    description: 'The last digits of the account that payouts go to; empty until the merchant sets one',
  }),
  settled_day: orNull(Type.String()),
  fees_month: orNull(Type.String()),
  second_person: Type.Boolean({
    description: 'Whether it has the rule of second persons: its owners are invited at a terminal then',
  }),
  people: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), email: Type.String(), role: Type.String() }),
  ),
})

export const AccountInFull = Type.Object(
  { ...AccountOfItself.properties, ...StandingShown.properties },
  { title: 'AccountInFull' },
)

const LISTED = ['id', 'name', 'email', 'created_at', 'suspended_at', 'suspended_because'] as const

export async function accountById({ db }: Store, id: string): Promise<AccountRow | undefined> {
  return rowOf(db, 'accounts', { id }, LISTED)
}

/** The names of the accounts of these ids. */
export async function namesOf({ db }: Store, ids: (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows = await db.selectFrom('accounts').select(['id', 'name']).where('id', 'in', known).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A page of them, newest first; `text` is a part of a name or an e-mail, or an id. */
export async function listAccounts({ db }: Store, text: string, page: { limit: number; offset: number }) {
  let those = acrossDb(db, 'operator').selectFrom('accounts')
  if (text !== '') {
    const part = `%${text.toLowerCase().replace(/[\\%_]/g, (one) => `\\${one}`)}%`
    those = those.where((eb) =>
      eb.or([
        eb('id', '=', text),
        sql<boolean>`lower(name) like ${part} escape '\\'`,
        sql<boolean>`lower(email) like ${part} escape '\\'`,
      ]),
    )
  }
  const [counted, rows] = await Promise.all([
    those.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    those
      .select(LISTED)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ])
  return { total: Number(counted.total), accounts: rows.map(presentAccount) }
}

export async function readAccount(
  store: Store,
  fees: FeeReader,
  row: AccountRow,
): Promise<Static<typeof AccountOfItself>> {
  const { db } = store
  const [terms, people, keys, more, owed] = await Promise.all([
    Promise.all(railNames.map(async (rail) => [rail, await fees(row.id, rail)] as const)),
    peopleOf(store, row.id),
    db
      .selectFrom('credentials')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('last_used_at').as('used')])
      .where('account_id', '=', row.id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('accounts')
      .select(['payout_clabe', 'settled_day', 'fees_month', 'webhooks', 'second_person_centavos'])
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('balances')
      .select((eb) => eb.fn.sum<number>('amount_centavos').as('sum'))
      .where('account_id', '=', row.id)
      .where('ledger_account', '=', 'payable:merchant')
      .executeTakeFirst(),
  ])
  return {
    ...presentAccount(row),
    ...presentFees(terms),
    // A credit, which the ledger has with a minus.
    owed: formatAmount(0 - Number(owed?.sum ?? 0)),
    keys: Number(keys.count),
    key_used: keys.used === null ? null : mexicoCityTime(keys.used),
    webhooks: more.webhooks,
    payout_account: more.payout_clabe?.slice(-4) ?? '',
    settled_day: more.settled_day,
    fees_month: more.fees_month,
    second_person: more.second_person_centavos !== null,
    people: people.map(({ id, name, email, role }) => ({ id, name, email, role })),
  }
}

function presentAccount({ id, name, email, created_at, ...standing }: AccountRow) {
  return { id, name, email, since: mexicoCityTime(created_at), ...presentStanding(standing) }
}
