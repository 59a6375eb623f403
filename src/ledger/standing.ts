// What a merchant is owed and has in reserve, and what an affiliate of theirs is owed, with a version that grows with every
// write that takes from it.
import { sql } from 'kysely'
import type { Store } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'

export interface Standing {
  accountId: string
  /** What the merchant is owed now, in centavos, due or not; negative: the merchant owes us. */
  owedCentavos: number
  /** What the affiliate is owed now, due or not; negative: later shares are netted. Zero when no affiliate was asked for. */
  affiliateCentavos: number
  /** What the merchant has set aside for refunds and not used. */
  reserveCentavos: number
  version: number
}

/** The turn of those who take from what an account is owed, for `decide`. */
export function owedRow(accountId: string): string {
  return `owed ${accountId}`
}

/** One statement, so that all amounts are of one instant. */
export async function readStanding(
  { db }: Store,
  accountId: string,
  affiliate: string | null = null,
): Promise<Standing> {
  const row = await db
    .selectFrom('accounts')
    .select((eb) => [
      'owed_version',
      eb
        .selectFrom('balances')
        .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
        .where('account_id', '=', accountId)
        .where('ledger_account', '=', 'payable:merchant')
        .as('owed'),
      eb
        .selectFrom('affiliate_balances')
        .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
        .where('account_id', '=', accountId)
        .where('affiliate', '=', affiliate ?? '')
        .as('share'),
      eb
        .selectFrom('reserve_moves')
        .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
        .where('account_id', '=', accountId)
        .as('moved'),
      eb
        .selectFrom('refunds')
        .select((sum) => sum.fn.sum<number | null>('reserve_centavos').as('amount'))
        .where('account_id', '=', accountId)
        .where('reserve_centavos', '>', sql.lit(0))
        .as('used'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    accountId,
    owedCentavos: -(row.owed ?? 0),
    affiliateCentavos: row.share ?? 0,
    reserveCentavos: (row.moved ?? 0) - (row.used ?? 0),
    version: row.owed_version,
  }
}

/**
 * Belongs in every batch that takes from what a merchant or an affiliate is owed. `Unmet` when another writer took from it
 * since it was read.
 */
export function standingWrite({ accountId, version }: Pick<Standing, 'accountId' | 'version'>): Write {
  return update('accounts', { owed_version: version + 1 }, { id: accountId, owed_version: version })
}
