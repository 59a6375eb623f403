// Table: captures of authorised card payments.
import { instant, natural, oneOf, positive, type Row, table, text, uuid } from '../table.ts'

/**
 * A capture of an authorised card payment, with the amounts that the payment has when it is captured. It is asked for until the acquirer has answered.
 */
export const captures = table(
  'captures',
  {
    fact: {
      id: text(),
      account_id: text(),
      operation_id: uuid(),
      /** The e-mail of the operator whose credential or session asked for it. */
      operator: text(),
      total_centavos: positive(),
      tip_centavos: natural(),
      fee_centavos: natural(),
      iva_centavos: natural(),
      surcharge_centavos: natural(),
      fee_percentage_millis: natural(),
      affiliate_centavos: natural(),
      created_at: instant(),
    },
    derived: {
      /** `refused`: by the acquirer; another may be asked for while the authorisation stands. */
      state: oneOf(['pending', 'done', 'refused']),
      /** Why it was refused; empty otherwise. */
      refusal: text(),
    },
    work: {
      attempts: natural(),
      due_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    unique: { captures_operation: `account_id, operation_id where state <> 'refused'` },
    indexes: {
      captures_due: 'due_at where due_at is not null',
      captures_by_operation: 'account_id, operation_id, id',
      captures_in_order: 'id',
    },
  },
)
export type CaptureRow = Row<typeof captures>
