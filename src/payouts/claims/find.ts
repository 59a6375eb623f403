// What merchants owe: accounts whose balance is below zero, with the day since which it is. All of it is derived from the ledger.
import Type, { type Static } from 'typebox'
import { formatAmount } from '../../core/money.ts'
import { type Day, daysBetween } from '../../core/time.ts'
import { nextTurn } from '../../core/turn.ts'
import { across } from '../../store/across.ts'
import type { Store } from '../../store/store.ts'

export interface Claim {
  accountId: string
  amountCentavos: number
  /** The first day of those at whose end the balance was below zero, up to now. */
  since: Day
}

export const ShownClaim = Type.Object(
  {
    amount: Type.String({ description: 'What you owe', examples: ['250.00'] }),
    currency: Type.String({ description: 'Always MXN', examples: ['MXN'] }),
    since: Type.String({ description: 'The day since which the balance is below zero', examples: ['2026-11-12'] }),
    days: Type.Integer({ description: 'How many days that is' }),
  },
  { title: 'Claim' },
)

export function presentClaim({ amountCentavos, since }: Claim, today: Day): Static<typeof ShownClaim> {
  return { amount: formatAmount(amountCentavos), currency: 'MXN', since, days: daysBetween(since, today) }
}

/** Undefined: the account owes nothing. */
export async function readClaim({ db }: Pick<Store, 'db'>, accountId: string): Promise<Claim | undefined> {
  const days = await db
    .selectFrom('balances')
    .select((eb) => ['day', eb.fn.sum<number>('amount_centavos').as('amount')])
    .where('account_id', '=', accountId)
    .where('ledger_account', '=', 'payable:merchant')
    .groupBy('day')
    .orderBy('day')
    .execute()
  return claimOf(
    accountId,
    days.map(({ day, amount }) => ({ day, amountCentavos: amount })),
  )
}

/** Of the changes of `payable:merchant` by day, the oldest first; debits, which take from what the merchant is owed, are positive. */
export function claimOf(accountId: string, days: readonly { day: Day; amountCentavos: number }[]): Claim | undefined {
  let debt = 0
  let since: Day | undefined
  for (const { day, amountCentavos } of days) {
    debt += amountCentavos
    if (debt <= 0) since = undefined
    else since ??= day
  }
  return since === undefined ? undefined : { accountId, amountCentavos: debt, since }
}

/** In centavos, what open disputes hold back of the account and its affiliates: it is owed again when they are won. */
export async function heldByDisputes({ db }: Pick<Store, 'db'>, accountId: string): Promise<number> {
  const { balance } = await db
    .selectFrom('balances')
    .select((eb) => eb.fn.sum<number | null>('amount_centavos').as('balance'))
    .where('account_id', '=', accountId)
    .where('ledger_account', '=', 'payable:disputes')
    .executeTakeFirstOrThrow()
  return 0 - (balance ?? 0)
}

/** Accounts of one read. */
const BATCH_SIZE = 100

/** Every account that owes, in the order of their ids, page by page: other work goes on between two pages. */
export async function* eachClaim(store: Pick<Store, 'db'>): AsyncGenerator<Claim> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const accounts: { id: string }[] = await store.db
      .selectFrom('accounts')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .modifyEnd(across('operator'))
      .execute()
    const ids = accounts.map(({ id }) => id)
    const owing =
      ids.length === 0
        ? []
        : await store.db
            .selectFrom('balances')
            .select('account_id')
            .where('account_id', 'in', ids)
            .where('ledger_account', '=', 'payable:merchant')
            .groupBy('account_id')
            .having((eb) => eb(eb.fn.sum<number>('amount_centavos'), '>', 0))
            .orderBy('account_id')
            .execute()
    for (const { account_id } of owing) {
      const claim = await readClaim(store, account_id)
      if (claim !== undefined) yield claim
    }
    after = ids.length < BATCH_SIZE ? undefined : ids.at(-1)
    await nextTurn()
  }
}
