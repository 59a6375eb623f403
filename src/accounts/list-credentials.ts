// Lists an account's credentials: at most a hundred work at a time, but any number may have been made and revoked.
import type { ExpressionBuilder } from 'kysely'
import type { Caller } from '../api/caller.ts'
import { columns } from '../store/columns.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { Tables } from '../tables.ts'
import type { credentialStates } from './credential-schema.ts'
import type { CredentialRow } from './tables.ts'

interface Wanted {
  status: (typeof credentialStates)[number] | undefined
  /** The id of the last credential of the page before. */
  after: string | undefined
  limit: number
}

/** Newest first, and how many there are over all pages. */
export async function listCredentials(
  { store: { db }, clock }: StoreAndClock,
  { accountId }: Pick<Caller, 'accountId'>,
  { status, after, limit }: Wanted,
): Promise<{ rows: CredentialRow[]; total: number }> {
  let wanted = db.selectFrom('credentials').where('account_id', '=', accountId)
  if (status !== undefined) wanted = wanted.where((row) => isIn(row, status, clock.now()))
  let page = wanted.select(columns.credentials)
  if (after !== undefined) page = page.where('id', '<', after)
  const [rows, { total }] = await Promise.all([
    page.orderBy('id', 'desc').limit(limit).execute(),
    wanted.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

/** The state as `presentCredential` tells it. */
function isIn(row: ExpressionBuilder<Tables, 'credentials'>, status: NonNullable<Wanted['status']>, now: string) {
  if (status === 'revoked') return row('revoked_at', 'is not', null)
  const expiry =
    status === 'expired'
      ? row('expires_at', '<=', now)
      : row.or([row('expires_at', 'is', null), row('expires_at', '>', now)])
  return row.and([row('revoked_at', 'is', null), expiry])
}
