// Tables: money that goes out.

import { codesOf } from '../core/language/state-words.ts'
import { railNames } from '../core/rail.ts'
import { instant, natural, oneOf, positive, type Row, table, text, uuid } from '../core/table.ts'
import { transferStateNames } from '../core/transfer.ts'
import { transferKindWords } from './code-words.ts'

/** Money that goes out: a return, a refund, a payout. Sent by the worker, at least once, under one tracking key. */
export const transfers = table(
  'transfers',
  {
    fact: {
      id: text(),
      /** Empty: money that was paid into no account's CLABE or reference goes back. */
      account_id: text(),
      operation_id: uuid().orNull(),
      kind: oneOf(codesOf(transferKindWords)),
      /** The rail whose port sends it and whose receivable it leaves. */
      rail: oneOf(railNames),
      network: text(),
      /** The CLABE it goes to, or the network's id of the cash payment that is given back. */
      destination: text(),
      beneficiary: text(),
      amount_centavos: positive(),
      tracking_key: text(),
      concept: text(),
      created_at: instant(),
      /** The failed transfer that it replaces, and the transfer that replaces it; or the refund that was cancelled instead. */
      replaces: text().orNull(),
      /** The refund that it carries; null: it carries a reversal, a return or a payout. */
      refund_id: text().orNull(),
    },
    authority: {
      /** Why it is withheld; empty otherwise. */
      withheld_because: text(),
      /** Its instants say on which day its bank's statement has it, and whether the bank was asked before. When the network accepted, settled and rejected it; null: not, or not as a separate step. */
      accepted_at: instant().orNull(),
      settled_at: instant().orNull(),
      rejected_at: instant().orNull(),
      /**
       * When the network was last asked to send it: set before the request, so that a later worker looks the transfer up first.
       */
      asked_at: instant().orNull(),
      /** When its state began, here and as the network says. */
      state_at: instant(),
      network_at: instant().orNull(),
    },
    derived: {
      state: oneOf(transferStateNames),
      replaced_by: text().orNull(),
    },
    work: {
      attempts: natural(),
      due_at: instant().orNull(),
      leased_until: natural(),
      /** Why the network rejected or returned it; empty when it did not. */
      reason: text(),
      /** The network's own id of it, by which the network may report; null: it gave none. */
      network_reference: text().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    // The id of a return is that of its payment, which may be much older.
    recorded: { by: 'created_at', keys: ['id'] },
    unique: {
      transfers_by_tracking_key: 'tracking_key, account_id',
      transfers_replace_once: 'account_id, replaces where replaces is not null',
    },
    indexes: {
      transfers_in_order: 'id',
      transfers_due: 'due_at where due_at is not null',
      transfers_by_operation: 'operation_id, id where operation_id is not null',
      transfers_withheld: `id where state = 'withheld'`,
      transfers_open: `state_at where state in ('pending', 'accepted')`,
      transfers_failed: `id where state in ('rejected', 'returned') and replaced_by is null and kind <> 'payout'`,
      transfers_came_back: `state_at, id where state = 'returned'`,
      transfers_returned: `id where state = 'returned'`,
      transfers_by_time: 'created_at, id',
      transfers_by_network_reference: 'network_reference where network_reference is not null',
      transfers_of_refunds: 'refund_id where refund_id is not null',
      refunds_returned: `refund_id where state = 'returned' and refund_id is not null`,
      transfers_settled: `settled_at, id where state = 'settled'`,
    },
  },
)
export type TransferRow = Row<typeof transfers>

/** The request to send a failed transfer's money again, with the new destination. */
export const transferRetries = table(
  'transfer_retries',
  {
    fact: {
      transfer_id: text(),
      replaces: text(),
      /** As the transfer has it. */
      account_id: text(),
      destination: text(),
      beneficiary: text(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, transfer_id',
    recorded: { by: 'created_at', keys: ['transfer_id'] },
    unique: {
      transfer_retries_by_replaces: 'account_id, replaces',
    },
    indexes: {
      transfer_retries_in_order: 'transfer_id',
      transfer_retries_by_time: 'created_at, transfer_id',
    },
  },
)
export type TransferRetryRow = Row<typeof transferRetries>
