// What a merchant is owed and has in reserve, with a version that rises whenever somebody takes of it.
import type { Store } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'

export interface Standing {
  accountId: string
  /** What the merchant is owed now, in centavos, due or not; negative: it owes us. */
  owedCentavos: number
  /** What it has set aside for refunds and not used. */
  reserveCentavos: number
  version: number
}

/** One statement, so that all is of one instant. */
export async function readStanding({ db }: Store, accountId: string): Promise<Standing> {
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
        .selectFrom('reserve_moves')
        .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
        .where('account_id', '=', accountId)
        .as('moved'),
      eb
        .selectFrom('refunds')
        .select((sum) => sum.fn.sum<number | null>('reserve_centavos').as('amount'))
        .where('account_id', '=', accountId)
        .where('reserve_centavos', '>', 0)
        .as('used'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    accountId,
    owedCentavos: -(row.owed ?? 0),
    reserveCentavos: (row.moved ?? 0) - (row.used ?? 0),
    version: row.owed_version,
  }
}

/** Belongs in every batch that takes of what a merchant is owed. `Unmet` when somebody else took of it since it was read. */
export function standingWrite({ accountId, version }: Standing): Write {
  return update('accounts', { owed_version: version + 1 }, { id: accountId, owed_version: version })
}
