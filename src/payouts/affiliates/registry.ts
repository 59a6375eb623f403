// Affiliates of an account: register, find and change them.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { cutPage, type ListPage } from '../../api/paging.ts'
import { newId } from '../../core/ids.ts'
import { Failure } from '../../failures.ts'
import { columns } from '../../store/columns.ts'
import { conflictOn } from '../../store/decide.ts'
import { knownRow } from '../../store/rows.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { insert, update, type Write } from '../../store/write.ts'
import type { AffiliateRow } from '../tables.ts'

/** An affiliate with the amount owed, in centavos: negative when more was taken back than shared since the last payout. */
export type AffiliateInFull = AffiliateRow & { owedCentavos: number }

/** Registers an affiliate, who may have earlier shares. Fails with `affiliate-registered`. */
export async function registerAffiliate(
  { store, clock }: StoreAndClock,
  by: Actor,
  wanted: Pick<AffiliateRow, 'account_id' | 'affiliate' | 'name' | 'email' | 'clabe'>,
  extra: (affiliate: AffiliateInFull) => Write[],
): Promise<AffiliateInFull> {
  const row: AffiliateRow = { id: newId(clock, 'aff'), ...wanted, settled_day: '', created_at: clock.now() }
  const affiliate = { ...row, owedCentavos: await owedTo(store, row) }
  const { account_id: accountId, affiliate: user, name, email, clabe } = row
  try {
    await store.commit([
      insert('affiliates', row),
      trailWrite(clock, by, {
        accountId,
        action: 'affiliate.registered',
        subject: row.id,
        after: { user, name, email, clabe },
      }),
      ...extra(affiliate),
    ])
  } catch (error) {
    throw conflictOn('affiliates', 'affiliate')(error) ? new Failure('affiliate-registered', { cause: error }) : error
  }
  return affiliate
}

/**
 * The writes that give an affiliate another name or e-mail; none when nothing differs. `Unmet` when another writer was
 * first.
 */
export function changeWrites(
  { clock }: StoreAndClock,
  by: Actor,
  before: AffiliateRow,
  after: Pick<AffiliateRow, 'name' | 'email'>,
): Write[] {
  const { id, account_id, name, email } = before
  if (after.name === name && after.email === email) return []
  return [
    update('affiliates', { name: after.name, email: after.email }, { id, account_id, name, email }),
    trailWrite(clock, by, {
      accountId: account_id,
      action: 'affiliate.changed',
      subject: id,
      before: { name, email },
      after: { name: after.name, email: after.email },
    }),
  ]
}

/** Throws `resource-unknown` when the account has no such affiliate. */
export async function knownAffiliate(store: Store, accountId: string, id: string): Promise<AffiliateInFull> {
  const row = await knownRow(store.db, 'affiliates', { id, account_id: accountId })
  return { ...row, owedCentavos: await owedTo(store, row) }
}

/** Newest first; with `user`, only that affiliate. */
export async function listAffiliates(
  store: Store,
  { accountId, user }: { accountId: string; user: string | undefined },
  { limit, offset, after }: ListPage,
): Promise<{ total: number; affiliates: AffiliateInFull[]; next: string | null }> {
  let from = store.db.selectFrom('affiliates').where('account_id', '=', accountId)
  if (user !== undefined) from = from.where('affiliate', '=', user)
  const those = after === undefined ? from : from.where('id', '<', after)
  const [{ total }, found] = await Promise.all([
    from.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    those
      .select(columns.affiliates)
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .offset(offset)
      .execute(),
  ])
  const { page: rows, next } = cutPage(found, limit)
  const users = rows.map((row) => row.affiliate)
  const amountOf = await owedByUser(store, accountId, users)
  return { total, affiliates: rows.map((row) => ({ ...row, owedCentavos: amountOf.get(row.affiliate) ?? 0 })), next }
}

/** The amounts owed to these users, in centavos, registered or not; users without a balance are absent. */
export async function owedByUser(
  { db }: Store,
  accountId: string,
  users: readonly string[],
): Promise<Map<string, number>> {
  if (users.length === 0) return new Map()
  const owed = await db
    .selectFrom('affiliate_balances')
    .select((eb) => ['affiliate', eb.fn.sum<number>('amount_centavos').as('amount')])
    .where('account_id', '=', accountId)
    .where('affiliate', 'in', users)
    .groupBy('affiliate')
    .execute()
  return new Map(owed.map(({ affiliate, amount }) => [affiliate, Number(amount)]))
}

async function owedTo(store: Store, of: Pick<AffiliateRow, 'account_id' | 'affiliate'>): Promise<number> {
  const { amount } = await store.db
    .selectFrom('affiliate_balances')
    .select((eb) => eb.fn.sum<number | null>('amount_centavos').as('amount'))
    .where('account_id', '=', of.account_id)
    .where('affiliate', '=', of.affiliate)
    .executeTakeFirstOrThrow()
  return amount ?? 0
}
