// Tables: payments that networks report, what later reports say more of them, and their releases from suspense.
import { railNames, reportedRails } from '../core/rail.ts'
import { receivedOutcomes } from '../core/received.ts'
import { day, flag, instant, natural, oneOf, positive, type Row, table, text, uuid } from '../core/table.ts'

/**
 * Money that a network reported, once, among all accounts: its entry in the directory has its rail, network, network_transaction, operation day and
 * `nth`. Of nobody: paid into what no account has.
 */
export const paymentsReceived = table(
  'payments_received',
  {
    fact: {
      id: text(),
      network: text(),
      rail: oneOf(reportedRails),
      /** The ordering institution's three digits of a CLABE, or a chain's short name. Empty: not reported at first (`received_details`). */
      institution: text(),
      /** The network's day: SPEI's banking day, or the Mexico City day of a till. */
      operation_day: day(),
      /** The network's own id: a tracking key, a till ticket. It is unique for an institution and day only. */
      network_transaction: text(),
      /** 0: the first that was reported under its identity; 1: the second; greater: further ones. */
      conflict: natural(),
      /**
       * How many payments were on record before it that its network calls the same on its day, of whatever institution; also those of a day near it that
       * are known from a statement.
       */
      nth: natural(),
      /** The barcode digits or CLABE that was paid. */
      network_reference: text(),
      /** `NO_ACCOUNT`: nobody's. It never changes, so such a payment is given back, or was never received. */
      account_id: text(),
      amount_centavos: positive(),
      payer_clabe: text().orNull(),
      payer_name: text().orNull(),
      reason: text(),
      /** 1: only a statement had it when it was recorded. Its network may report it with a day near its own: the directory has those days too. */
      from_statement: flag(),
      received_at: instant(),
      /** When the payer paid, as the network says; otherwise when the network reported it. */
      paid_at: instant(),
    },
    derived: {
      operation_id: uuid().orNull(),
      outcome: oneOf(receivedOutcomes),
      /** 1: a line of a statement was matched with it while it was in suspense, so it did happen. */
      stated: flag(),
    },
    work: {
      /** The address of its receipt (CEP) at Banco de México, when its bank says it. */
      cep_url: text().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'pay' },
    severalAccounts: {
      because: 'a payment that contradicts that of another account is reported to both, or neither knows of it',
      when: ({ conflict }) => typeof conflict === 'number' && conflict > 0,
    },
    indexes: {
      payments_received_in_order: 'id',
      payments_received_by_operation: 'account_id, operation_id where operation_id is not null',
      payments_received_suspended: `id where outcome = 'suspended'`,
      payments_received_held: `account_id, id where outcome = 'suspended'`,
      payments_received_open: `account_id, id where outcome <> 'matched'`,
    },
  },
)
export type PaymentReceivedRow = Row<typeof paymentsReceived>

/**
 * What a later report says of a payment that its first one left out, once each: from then on a report that says something else is of another
 * payment.
 */
export const receivedDetails = table(
  'received_details',
  {
    fact: {
      payment_id: text(),
      /** That of the payment. */
      account_id: text(),
      detail: oneOf(['institution', 'payer']),
      /** The ordering institution as its payment would have it; the payer's CLABE. */
      value: text(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, payment_id, detail',
    recorded: { by: 'created_at', keys: ['payment_id', 'detail'] },
    references: {
      'account_id, payment_id': 'payments_received',
    },
    indexes: {
      received_details_by_time: 'created_at, payment_id, detail',
    },
  },
)
export type ReceivedDetailRow = Row<typeof receivedDetails>

/** How a payment left suspense, once. */
export const releases = table(
  'releases',
  {
    fact: {
      payment_id: text(),
      /** That of the payment. */
      account_id: text(),
      action: oneOf(['return', 'accept', 'never-received']),
      /** The rail and network by which the money goes back; those of the payment when it is accepted. */
      rail: oneOf(railNames),
      network: text(),
      /** The CLABE that it goes back to; null when it is accepted, or was never received. */
      destination: text().orNull(),
      beneficiary: text(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, payment_id',
    recorded: { by: 'created_at', keys: ['payment_id'] },
    references: {
      'account_id, payment_id': 'payments_received',
    },
    indexes: {
      releases_by_time: 'created_at, payment_id',
    },
  },
)
export type ReleaseRow = Row<typeof releases>
