// Members that many answers have: each is described here, once.
import Type from 'typebox'
import { brands } from '../../core/cards/number.ts'
import { describedAs } from '../fields.ts'

export const Instant = Type.String({ description: 'ISO 8601 with the offset of Mexico City' })

export const Total = Type.Integer({ description: 'How many there are, on all pages' })

export const Limit = Type.Integer({ description: 'The largest number of rows on a page, as it was applied' })

export const Offset = Type.Integer({ description: 'How many rows were passed over, as it was applied' })

export const HasMore = Type.Boolean({ description: 'true: there is a next page' })

export const FirstDay = Type.String({ description: 'The first day that is covered, YYYY-MM-DD' })

export const LastDay = Type.String({ description: 'The last day that is covered, YYYY-MM-DD' })

/** Of an account that money goes to. */
export const ClabeBank = Type.String({ description: 'The bank of the CLABE, by its first three digits; may be empty' })

/** The bank that issued a card. */
export const CardIssuer = Type.String({ description: 'The bank that issued the card; empty when unknown' })

export const Brand = Type.String({
  ...describedAs({ type: 'string', enum: Object.keys(brands), description: 'The brand of the card' }),
  examples: ['VISA'],
})

export const StoreName = Type.String({ description: 'The name of the chain, for the payer', examples: ['OXXO'] })

export const StoreCode = Type.String({ description: 'The code of the chain, as `store` takes it', examples: ['OXXO'] })
