// Reads saved cards, masked, for a customer's list.
import Type, { type Static } from 'typebox'
import { Brand } from '../api/description/answer-members.ts'
import { describedAs } from '../api/fields.ts'
import { fundings } from '../core/cards/issuers.ts'
import type { CustomerRow } from '../customers/tables.ts'
import type { Store } from '../store/store.ts'
import type { CardRow } from './tables.ts'

/** A saved card as the wire shows it (spec 2.4). */
export const SavedCard = Type.Object(
  {
    token: Type.String({ description: 'The token to charge it with', examples: ['crd_06f8k2v1c9s7m0a3x5z8q4w1e2'] }),
    holder_name: Type.String({ description: 'The name on the card', examples: ['ANA LOPEZ'] }),
    type: Brand,
    number: Type.String({ description: 'First six and last four digits', examples: ['424242XXXXXX4242'] }),
    expiration: Type.String({ description: 'YYMM', examples: ['3012'] }),
    country_code: Type.String({ description: 'ISO 3166 alpha-2', examples: ['MX'] }),
    bank_name: Type.String({ description: 'May be empty', examples: ['VISA TEST'] }),
    funding: Type.String(
      describedAs({
        description: 'How the card gets its money; UNKNOWN when the table of issuers does not say',
        type: 'string',
        enum: fundings,
      }),
    ),
  },
  { title: 'Saved card' },
)

export type SavedCard = Static<typeof SavedCard>

/**
 * The saved cards of a customer, oldest first, and the number of deactivated ones.
 */
export async function savedCardsOf(
  store: Store,
  { account_id, id: customerId }: Pick<CustomerRow, 'account_id' | 'id'>,
): Promise<{ cards: SavedCard[]; deactivated: number }> {
  const rows = await store.db
    .selectFrom('cards')
    .select(SHOWN)
    .where('account_id', '=', account_id)
    .where('customer_id', '=', customerId)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()
  const counted = await store.db
    .selectFrom('cards')
    .select((one) => one.fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
    .where('customer_id', '=', customerId)
    .where('deactivated_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return { cards: rows.map(presentSavedCard), deactivated: Number(counted.count) }
}

/** One saved card of a customer; undefined when there is none or it was deactivated. */
export async function savedCardOf(
  store: Store,
  where: { accountId: string; customerId: string; cardId: string },
): Promise<SavedCard | undefined> {
  const row = await store.db
    .selectFrom('cards')
    .select(SHOWN)
    .where('account_id', '=', where.accountId)
    .where('id', '=', where.cardId)
    .where('customer_id', '=', where.customerId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return row && presentSavedCard(row)
}

/** A row as the wire shows it. */
export function presentSavedCard(row: Pick<CardRow, (typeof SHOWN)[number]>): SavedCard {
  return {
    token: row.id,
    holder_name: row.holder_name,
    type: row.brand,
    number: `${row.first_six}XXXXXX${row.last_four}`,
    expiration: row.expiration,
    country_code: row.country_code,
    bank_name: row.bank_name,
    funding: row.funding,
  }
}

const SHOWN = [
  'id',
  'holder_name',
  'brand',
  'first_six',
  'last_four',
  'expiration',
  'country_code',
  'bank_name',
  'funding',
] as const
