// The body of each event's webhook, for the description of the API.
import Type, { type TSchema } from 'typebox'
import type { EventBody } from './api/description/document.ts'
import { choice } from './api/fields.ts'
import { Checkout, CheckoutPaid } from './checkout/present.ts'
import { Customer } from './customers/present.ts'
import { Dispute } from './disputes/present.ts'
import { type EventType, eventTypes } from './events/append.ts'
import { ExportFormat } from './exports/routes.ts'
import { FeeSummary } from './invoices/present.ts'
import { OperationRecord } from './operations/present.ts'
import { AffiliatePayout, Payout } from './payouts/present.ts'
import { Plan, Subscription } from './plans/present.ts'
import { Refund } from './refunds/present.ts'
import { Transfer } from './transfers/present.ts'
import { ReceivedPayment } from './vouchers/present-received.ts'

const Nullable = Type.Union([Type.String(), Type.Null()])

const AccountChange = Type.Object(
  {
    change: Type.String({ description: 'Identifier of the change' }),
    clabe: Type.String({ description: 'Where payouts are to go' }),
    previous_clabe: Nullable,
    status: choice(['requested', 'confirmed', 'changed', 'cancelled', 'lapsed', 'guessed']),
    operator: Type.String({ description: 'Who asked for it' }),
    effective_at: Nullable,
  },
  { title: 'SettlementAccountChangeEvent' },
)

const ReturnedTransfer = Type.Object(
  {
    clabe: Type.String({ description: 'The account that it was paid into' }),
    amount: Type.Number({ description: 'Mexican pesos' }),
    reason: Type.String(),
    tracking_key: Type.String({
      description:
        'Of the transfer that gives it back; the payer’s own, when the bank sent it back instead of crediting it',
    }),
  },
  { title: 'ReturnedPayment' },
)

const Invoice = Type.Object(
  {
    statement: Type.String({ description: 'The `id` of the statement' }),
    status: choice(['stamped', 'refused']),
    uuid: Type.Union([Type.String(), Type.Null()], { description: 'The folio fiscal; null when it was refused' }),
    reason: Type.String({ description: 'Why it was refused; empty otherwise' }),
  },
  { title: 'InvoiceEvent' },
)

const ClaimTold = Type.Object(
  {
    amount: Type.String({ description: 'What you owe; `0.00` when it is settled', examples: ['250.00'] }),
    currency: Type.String(),
    since: Type.String({ description: 'The day since which the balance is below zero' }),
    days: Type.Integer(),
  },
  { title: 'ClaimEvent' },
)

const MonthClosed = Type.Object(
  {
    month: Type.String({ examples: ['2026-10'] }),
    status: choice(['closed']),
    head: Type.String({ description: 'The head of the books up to the end of the month' }),
    package: Type.Object({ bytes: Type.Integer(), sha256: Type.String({ description: 'Hexadecimal' }) }),
    closed_at: Type.String(),
  },
  { title: 'MonthClosedEvent', description: 'Download it with `GET /v1/ledger/months/{month}/package.zip`' },
)

const ExportEnded = Type.Object(
  {
    id: Type.String(),
    list: Type.String({ description: 'The path of the list', examples: ['/v1/operations'] }),
    format: ExportFormat,
    status: choice(['finished', 'failed']),
    rows: Type.Integer({ description: 'Rows that were written' }),
    expires_at: Type.Union([Type.String(), Type.Null()], { description: 'Until when the file can be fetched: UTC' }),
  },
  { title: 'ExportEvent', description: 'Read `url` with `GET /v1/exports/{id}`' },
)

const charged = (title: string, more: Record<string, TSchema> = {}) =>
  Type.Object(
    {
      ...Subscription.properties,
      period: Type.Integer({ description: 'The period that was charged: the first is 0' }),
      transaction: Nullable,
      ...more,
    },
    { title },
  )

/** Bodies by name; an event that is not listed has the body of its first word. */
const BODIES: Partial<Record<EventType, TSchema>> = {
  'payment.returned': Type.Unsafe({ anyOf: [OperationRecord, ReturnedTransfer] }),
  'checkout.paid': CheckoutPaid,
  'plan.created': Plan,
  'plan.charged': charged('PlanCharged'),
  'plan.charge_failed': charged('PlanChargeFailed', {
    code: Type.String({
      description: 'Why: the bank’s code, else the code of the refusal; empty: the payment was cancelled',
    }),
  }),
  'plan.charge_skipped': Type.Unsafe({ ...Subscription }),
  'card_testing.suspected': Type.Object(
    {
      suspected: Type.String({ description: 'What is tried: cards of a BIN, from an address or with a credential' }),
      bin: Type.String(),
      credential: Type.String(),
    },
    { title: 'CardTestingSuspected' },
  ),
  'books.head': Type.Object(
    {
      day: Type.String({ description: 'Mexico City day' }),
      head: Type.String({ description: 'SHA-256, hex' }),
      records: Type.Integer(),
      tables: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
      since: Type.Optional(
        Type.String({
          description: 'The first of the days that were closed at once; this head stands for all of them',
        }),
      ),
    },
    { title: 'BooksHead' },
  ),
  // The outcome of the transfer that carries it.
  'refund.sent': Transfer,
  'refund.failed': Transfer,
  'refund.returned': Transfer,
  'affiliate.account_change': Type.Object(
    { ...AccountChange.properties, user: Type.String({ description: 'The affiliated user' }) },
    { title: 'AffiliateAccountChangeEvent' },
  ),
  'fees.invoice_stamped': Invoice,
  'fees.invoice_refused': Invoice,
  'webhook.ping': Type.Object(
    { type: choice(['webhook.ping']), webhook: Type.String(), timestamp: Type.String() },
    { title: 'WebhookPing' },
  ),
}

const BY_FIRST_WORD: Record<string, TSchema> = {
  voucher: OperationRecord,
  operation: OperationRecord,
  payment: ReceivedPayment,
  refund: Refund,
  checkout: Checkout,
  dispute: Dispute,
  fees: FeeSummary,
  affiliate: AffiliatePayout,
  export: ExportEnded,
  ledger: MonthClosed,
  claim: ClaimTold,
  payout: Payout,
  settlement: AccountChange,
  customer: Customer,
  plan: Subscription,
}

const ANYTHING = { type: 'object', additionalProperties: true }

export const eventBodies: Record<string, EventBody> = Object.fromEntries(
  eventTypes.map((type) => [type, { schema: BODIES[type] ?? BY_FIRST_WORD[type.split('.')[0] ?? ''] ?? ANYTHING }]),
)
