// Tables: customers, their SPEI sources and the words by which they are found.
import { day, flag, instant, oneOf, type Row, table, text } from '../core/table.ts'

export const customers = table(
  'customers',
  {
    authority: {
      id: text(),
      account_id: text(),
      name: text(),
      email: text(),
      active: flag(),
      metadata: text().orNull(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    indexes: {
      customers_by_email: 'account_id, lower(email)',
    },
  },
)
export type CustomerRow = Row<typeof customers>

/** An account number of a customer's own into which SPEI transfers can be made. */
export const sources = table(
  'sources',
  {
    authority: {
      id: text(),
      account_id: text(),
      customer_id: text(),
      type: oneOf(['SPEI']),
      name: text(),
      clabe: text(),
      reference: text(),
      bank_name: text(),
      created_at: instant(),
      deactivated_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    unique: {
      sources_by_clabe: 'account_id, clabe',
    },
    indexes: {
      sources_by_customer: 'account_id, customer_id, id',
    },
  },
)
export type SourceRow = Row<typeof sources>

/** A word by which a customer is found (`core/customer-words`, and accounts to pay into). */
export const customerWords = table(
  'customer_words',
  {
    work: {
      account_id: text(),
      word: text(),
      /** The day on which the customer was made. */
      day: day(),
      customer_id: text(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, word, day, customer_id',
    isClustered: true,
  },
)
