// Tables: captures, advices and what payers must do.
import { instant, natural, oneOf, positive, type Row, table, text, uuid } from '../core/table.ts'

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
    recorded: { by: 'id', prefix: 'cap' },
    unique: { captures_operation: `account_id, operation_id where state <> 'refused'` },
    indexes: {
      captures_due: 'due_at where due_at is not null',
      captures_by_operation: 'account_id, operation_id, id',
      captures_in_order: 'id',
    },
  },
)
export type CaptureRow = Row<typeof captures>

/**
 * A reversal advice for a charge that may have happened: repeated until the acquirer acknowledges it. One for each
 * operation and approval; the operation's payment is never posted.
 */
export const advices = table(
  'advices',
  {
    fact: {
      id: text(),
      account_id: text(),
      operation_id: uuid(),
      /** The acquirer that was asked for the charge. */
      network: text(),
      amount_centavos: positive(),
      /**
       * `no-answer`: declined with an unknown outcome. `cancelled`: cancelled before the outcome was known. `late-approval`:
       * approved after it was declined for another reason. `another-approval`: approved once more, under another reference.
       */
      reason: oneOf(['no-answer', 'cancelled', 'late-approval', 'another-approval']),
      created_at: instant(),
    },
    authority: {
      /** The acquirer's reference of a late approval, which is undone; null without an answer. */
      network_reference: text().orNull(),
      /** `refused`: the acquirer will never undo it, so an operator must. `closed`: an operator has. */
      state: oneOf(['pending', 'acknowledged', 'refused', 'closed']),
      /** Why it was refused; empty otherwise. */
      refusal: text(),
      /** When it was acknowledged or refused. */
      closed_at: instant().orNull(),
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
    recorded: { by: 'created_at', keys: ['id'] },
    unique: {
      advices_operation: `account_id, operation_id where reason <> 'another-approval'`,
      advices_reference: 'account_id, operation_id, network_reference',
    },
    indexes: {
      advices_in_order: 'id',
      advices_due: 'due_at where due_at is not null',
      advices_open: `id where state <> 'acknowledged'`,
    },
  },
)
export type AdviceRow = Row<typeof advices>

/** Where the payer of a card payment must act before it is charged: the acquirer's address, in 3-D Secure the challenge of the issuer. */
export const payerActions = table(
  'payer_actions',
  {
    authority: {
      operation_id: uuid(),
      account_id: text(),
      /** The acquirer's own address. */
      payer_url: text(),
      asked_at: instant(),
      /** From then on the payment is given up, and the charge undone. */
      expires_at: instant(),
    },
    work: {
      /** When the payer came back last; null: not yet. */
      returned_at: instant().orNull(),
    },
  },
  { owner: 'account', key: 'account_id, operation_id' },
)
export type PayerActionRow = Row<typeof payerActions>
