// Tables: checkouts, which are pages where a payer pays, and the payments that were begun there.
import { codesOf } from '../core/language/state-words.ts'
import { instant, natural, oneOf, positive, type Row, table, text, uuid } from '../core/table.ts'
import { checkoutStateWords } from './code-words.ts'

/** A page where a payer pays. */
export const checkouts = table(
  'checkouts',
  {
    fact: {
      id: text(),
      account_id: text(),
      /** The merchant's own number: each of its payments carries it. */
      reference: text().orNull(),
      description: text(),
      /** What each payment pays; null: the payer says it, between the two that follow. */
      amount_centavos: positive().orNull(),
      least_centavos: positive().orNull(),
      most_centavos: positive().orNull(),
      /** JSON: name, quantity and price of each thing; null: none. */
      items: text().orNull(),
      /** The ways of paying, separated by blanks. */
      ways: text(),
      /** How many payments it takes. */
      uses: positive(),
      customer_id: text().orNull(),
      /** Where the payer goes after the payment; null: to the receipt. */
      return_url: text().orNull(),
      operator: text(),
      created_at: instant(),
      expires_at: instant(),
    },
    derived: {
      state: oneOf(codesOf(checkoutStateWords)),
      state_at: instant(),
      /** Uses of payments that are pending, and of payments that were paid. */
      uses_held: natural(),
      uses_paid: natural(),
    },
    work: {
      /** While it is open: when it expires. */
      due_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'chk' },
    indexes: {
      checkouts_in_order: 'id',
      checkouts_by_state: 'account_id, state, id',
      checkouts_by_reference: 'account_id, reference, id where reference is not null',
      checkouts_due: 'due_at where due_at is not null',
    },
  },
)
export type CheckoutRow = Row<typeof checkouts>

/** A payment that was begun at a checkout. */
export const checkoutPayments = table(
  'checkout_payments',
  {
    fact: {
      account_id: text(),
      checkout_id: text(),
      /** What the payer's browser calls this try to pay: the same try makes one payment. */
      attempt: text(),
      operation_id: uuid(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, checkout_id, attempt',
    recorded: { by: 'created_at', keys: ['operation_id'] },
    unique: {
      checkout_payments_by_operation: 'account_id, operation_id',
    },
    indexes: {
      checkout_payments_of_checkout: 'account_id, checkout_id, operation_id',
      checkout_payments_by_time: 'created_at, operation_id',
    },
  },
)
