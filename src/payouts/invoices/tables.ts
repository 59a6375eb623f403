// Tables: fees of a month and their invoices.
import { railNames } from '../../core/rail.ts'
import { day, instant, natural, oneOf, type Row, signed, table, text } from '../../core/table.ts'

/** The fees of an account in a month that is over, and the IVA on their sum. */
export const feeStatements = table(
  'fee_statements',
  {
    fact: {
      id: text(),
      account_id: text(),
      /** `2026-11` */
      month: text(),
      /** Without IVA; negative when more was given back than charged. */
      fee_centavos: signed(),
      /** The sum of the operations' IVA, each rounded. */
      charged_centavos: signed(),
      /** The IVA on the sum of the fees. */
      due_centavos: signed(),
      /** Charged less due: given to the merchant, or taken, when the month is closed. */
      rounding_centavos: signed(),
      /** The part of a negative rounding that the merchant was not owed: the service bears it. */
      borne_centavos: natural(),
      /** The day on which the rounding was posted. */
      posted_day: day(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'fst' },
    references: { account_id: 'accounts' },
    unique: {
      fee_statements_once: 'account_id, month',
    },
    indexes: {
      fee_statements_in_order: 'id',
    },
  },
)
export type FeeStatementRow = Row<typeof feeStatements>

/** A part of the fees of a month, without IVA. */
export const feeStatementLines = table(
  'fee_statement_lines',
  {
    fact: {
      account_id: text(),
      statement_id: text(),
      /** A way of paying, the surcharge for months without interest, or fees of neither a payment nor a reversal. */
      concept: oneOf([...railNames, 'monthly_installments', 'disputes', 'other']),
      operations: natural(),
      fee_centavos: signed(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, statement_id, concept',
    recorded: { within: 'fee_statements', by: 'statement_id' },
    references: { 'account_id, statement_id': 'fee_statements' },
  },
)
export type FeeStatementLineRow = Row<typeof feeStatementLines>

/** A statement that a stamping provider turns into an invoice. */
export const feeStamps = table(
  'fee_stamps',
  {
    authority: {
      statement_id: text(),
      account_id: text(),
      state: oneOf(['pending', 'stamped', 'refused']),
      provider: text(),
      /** The unstamped XML for the provider; it is the same in every repeat. */
      request: text(),
      /** The folio fiscal, and the invoice as the provider answered it. */
      uuid: text().orNull(),
      xml: text().orNull(),
      /** Why it was refused; empty otherwise. */
      reason: text(),
      created_at: instant(),
      stamped_at: instant().orNull(),
    },
    work: {
      attempts: natural(),
      due_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, statement_id',
    isKept: true,
    references: { 'account_id, statement_id': 'fee_statements' },
    indexes: {
      fee_stamps_due: 'due_at where due_at is not null',
    },
  },
)
export type FeeStampRow = Row<typeof feeStamps>

/** The taxpayer whom an account's fees are invoiced to, with the data of the tax office. */
export const taxReceptors = table(
  'tax_receptors',
  {
    authority: {
      account_id: text(),
      rfc: text(),
      name: text(),
      regime: text(),
      cfdi_use: text(),
      postal_code: text(),
      updated_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id',
    references: { account_id: 'accounts' },
  },
)
export type TaxReceptorRow = Row<typeof taxReceptors>
