// Tables: what connectors keep for themselves, and what the simulated networks know.
import { voucherRails } from '../core/rail.ts'
import { instant, natural, oneOf, positive, type Row, table, text } from '../core/table.ts'
import { reportedStateNames } from '../core/transfer.ts'

/** A connector's own small facts, such as the CLABE that it numbered for an owner. Counters are in `sequences`. */
export const connectorState = table(
  'connector_state',
  {
    work: {
      /** The connector's name. */
      connector: text(),
      name: text(),
      value: text(),
      written_at: instant(),
      /** When it is deleted; null: never. */
      forget_at: instant().orNull(),
    },
  },
  {
    owner: 'coordinator',
    key: 'connector, name',
    indexes: { connector_state_forgotten: 'forget_at where forget_at is not null' },
  },
)

/**
 * A reference or account that a network was asked to issue without an answer in time. The network may have issued it, and
 * no operation has it: the worker asks for it again and cancels it.
 */
export const abandonedReferences = table(
  'abandoned_references',
  {
    work: {
      account_id: text(),
      /** The operation or source for which it was asked; the network issues one for it. */
      owner_id: text(),
      rail: oneOf(voucherRails),
      network: text(),
      /** The chain, amount and expiry that were asked for at a store; null for SPEI. */
      chain: text().orNull(),
      amount_centavos: positive().orNull(),
      expires_at: instant().orNull(),
      /** The reference that the network had issued, set when it has been cancelled. */
      reference: text().orNull(),
      attempts: natural(),
      /** Null once nothing is left to do. */
      due_at: instant().orNull(),
      leased_until: natural(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, owner_id',
    references: { account_id: 'accounts' },
    indexes: {
      abandoned_references_due: 'due_at where due_at is not null',
    },
  },
)
export type AbandonedReferenceRow = Row<typeof abandonedReferences>

/** A transfer whose first try the sandbox's bank has left without an answer. */
export const sandboxUnanswered = table(
  'sandbox_unanswered',
  {
    work: {
      tracking_key: text(),
    },
  },
  {
    owner: 'shared',
    key: 'tracking_key',
  },
)

/** A transfer at the sandbox's bank, and its later outcome. */
export const sandboxTransfers = table(
  'sandbox_transfers',
  {
    work: {
      tracking_key: text(),
      state: oneOf(reportedStateNames),
      reason: text(),
      next_state: oneOf(reportedStateNames).orNull(),
      next_reason: text(),
      due_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'shared',
    key: 'tracking_key',
    indexes: {
      sandbox_transfers_due: 'due_at where due_at is not null',
    },
  },
)
export type SandboxTransferRow = Row<typeof sandboxTransfers>
