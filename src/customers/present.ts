// Customers and their SPEI sources as the wire has them (spec 2.4).
import Type, { type Static } from 'typebox'
import { mexicoCityTime } from '../core/time.ts'
import { SavedCard } from '../vault/saved-cards.ts'
import type { CustomerRow, SourceRow } from './tables.ts'

const fields = {
  id: Type.String({ description: 'Of the customer, `cus_…`', examples: ['cus_06f8k2v1c9s7m0a3x5z8q4w1e2'] }),
  name: Type.String({ description: 'As you sent it', examples: ['Ana López'] }),
  email: Type.String({ description: 'Where receipts go', examples: ['ana@ejemplo.mx'] }),
  active: Type.Boolean({ description: 'False once the customer was deleted' }),
  date_create: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
}

export const Customer = Type.Object(fields, { title: 'Customer' })

export const Source = Type.Object(
  {
    id: Type.String({
      description: 'Of the source, `spe_…`: pay to it with `source`',
      examples: ['spe_06f8k2v1c9s7m0a3x5z8q4w1e2'],
    }),
    type: Type.String({ description: 'Always SPEI', examples: ['SPEI'] }),
    name: Type.String({ description: 'The customer’s name, as the owner of the CLABE' }),
    clabe: Type.String({ description: '18 digits: the customer’s own account for payments' }),
    reference: Type.String({ description: 'May be empty' }),
    bank_name: Type.String({ description: 'The bank that holds the CLABE', examples: ['STP'] }),
  },
  { title: 'SPEI source' },
)

/** The answer of the single read. */
export const CustomerInFull = Type.Object(
  {
    ...fields,
    sources: Type.Array(Source, { description: 'The CLABEs of this customer' }),
    cards: Type.Array(SavedCard, { description: 'The saved cards that can be charged' }),
    deactivated_cards: Type.Integer({ description: 'How many saved cards were deleted' }),
  },
  { title: 'Customer with sources and cards' },
)

export type Customer = Static<typeof Customer>
export type Source = Static<typeof Source>

/** The five fields that every answer about a customer has. Metadata is never among them. */
export function presentCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    active: row.active === 1,
    date_create: mexicoCityTime(row.created_at),
  }
}

export function presentSource(row: SourceRow): Source {
  const { id, type, name, clabe, reference, bank_name } = row
  return { id, type, name, clabe, reference, bank_name }
}
