// The life of one operation in order of time: events, webhook tries, messages, ledger entries, transfers and its payouts, to the merchant and to its affiliate.
import Type, { type Static } from 'typebox'
import { choice } from '../api/fields.ts'
import { keptObject } from '../core/kept-json.ts'
import { formatAmount } from '../core/money.ts'
import { addDays, mexicoCityTime } from '../core/time.ts'
import { TOUCHED } from '../events/append.ts'
import { postingsOf } from '../ledger/entry-lines.ts'
import { entriesOf, isEntryOf, whatHappened } from '../ledger/entry-name.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'

/** One moment. `kind` says which fields it has; the console words it. */
export const Moment = Type.Object(
  {
    at: Type.String(),
    kind: choice(['created', 'event', 'webhook', 'message', 'refund', 'dispute', 'entry', 'transfer', 'payout', 'act']),
    what: Type.String({ description: 'The event’s type, the ledger entry’s name, the state of any other' }),
    id: Type.String({ description: 'Its id, if it has one' }),
    who: Type.String({ description: 'Recipient, endpoint, account or person' }),
    amount: Type.String(),
    note: Type.String({ description: 'Answer, error or reason' }),
  },
  { title: 'Moment' },
)

export type Moment = Static<typeof Moment>

/** The most of each kind, the newest; they are read newest first and shown oldest first. */
const MAX = 200

/** Undefined: the account has no such operation. */
export async function timelineOf(store: Store, accountId: string, operationId: string): Promise<Moment[] | undefined> {
  const about = await readAbout(store, accountId, operationId)
  if (about === undefined) return undefined
  const inOrder = momentsOf(about).toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  return inOrder.map((one) => ({ ...one, at: mexicoCityTime(one.at) }))
}

type About = NonNullable<Awaited<ReturnType<typeof readAbout>>>

/** The rows of an operation and of what followed it. */
async function readAbout({ db }: Store, accountId: string, operationId: string) {
  const operation = await db
    .selectFrom('operations')
    .select(['id', 'created_at', 'total_centavos', 'authorized_centavos', 'operator', 'posted_day', 'affiliate'])
    .where('account_id', '=', accountId)
    .where('id', '=', operationId)
    .executeTakeFirst()
  if (operation === undefined) return undefined
  const [refunds, disputes] = await Promise.all([
    db
      .selectFrom('refunds')
      .select(['id', 'state', 'amount_centavos', 'created_at', 'state_at', 'reason', 'failure', 'operator'])
      .where('account_id', '=', accountId)
      .where('operation_id', '=', operationId)
      .orderBy('id', 'desc')
      .limit(MAX)
      .execute(),
    db
      .selectFrom('disputes')
      .select(['id', 'stage', 'state', 'amount_centavos', 'created_at', 'state_at', 'reason_code'])
      .where('account_id', '=', accountId)
      .where('operation_id', '=', operationId)
      .orderBy(unindexed('id'), 'desc')
      .limit(MAX)
      .execute(),
  ])
  const causes = [operationId, ...[...refunds, ...disputes].map(({ id }) => id)]
  const [events, tries, messages, entries, transfers, payouts, acts] = await Promise.all([
    db
      .selectFrom('events')
      .select(['id', 'type', 'created_at'])
      .where(unindexed('account_id'), '=', accountId)
      .where('operation_id', '=', operationId)
      .where('type', '<>', TOUCHED)
      .orderBy('id', 'desc')
      .limit(MAX)
      .execute(),
    db
      .selectFrom('events')
      .innerJoin('delivery_attempts', (join) =>
        join
          .onRef('delivery_attempts.account_id', '=', 'events.account_id')
          .onRef('delivery_attempts.event_id', '=', 'events.id'),
      )
      .innerJoin('webhook_endpoints', (join) =>
        join
          .onRef('webhook_endpoints.account_id', '=', 'delivery_attempts.account_id')
          .onRef('webhook_endpoints.id', '=', 'delivery_attempts.endpoint_id'),
      )
      .select(['events.id', 'events.type', 'at', 'delivery_attempts.status', 'error', 'url'])
      .where(unindexed('events.account_id'), '=', accountId)
      .where('operation_id', '=', operationId)
      .orderBy('at', 'desc')
      .limit(MAX)
      .execute(),
    db
      .selectFrom('messages')
      .select(['id', 'channel', 'recipient', 'state', 'created_at', 'sent_at', 'last_error'])
      .where('account_id', '=', accountId)
      .where('operation_id', '=', operationId)
      // Repeated, so that SQLite sees that its index has it.
      .where('operation_id', '<>', '')
      .orderBy('id', 'desc')
      .limit(MAX)
      .execute(),
    db
      .selectFrom('entries')
      .select(columns.entries)
      .where(unindexed('account_id'), '=', accountId)
      .where((eb) => eb.or(causes.map((cause) => entriesOf(cause, 'entry'))))
      .orderBy('created_at', 'desc')
      .orderBy('entry', 'desc')
      .limit(MAX)
      .execute(),
    db
      .selectFrom('transfers')
      .select(['id', 'kind', 'state', 'amount_centavos', 'destination', 'reason', 'state_at'])
      .where(unindexed('account_id'), '=', accountId)
      .where('operation_id', '=', operationId)
      .orderBy('id', 'desc')
      .limit(MAX)
      .execute(),
    operation.posted_day === null
      ? []
      : db
          .selectFrom('payouts')
          .select(['id', 'state', 'amount_centavos', 'clabe', 'created_at', 'from_day', 'to_day'])
          .where('account_id', '=', accountId)
          .where('affiliate', 'in', ['', operation.affiliate ?? ''])
          .where('to_day', '>=', operation.posted_day)
          .where('from_day', '<=', operation.posted_day)
          .where('day', '>=', operation.posted_day)
          .where('day', '<=', addDays(operation.posted_day, 60))
          .orderBy('id', 'desc')
          .limit(MAX)
          .execute(),
    db
      .selectFrom('audit_trail')
      .select(['id', 'action', 'operator', 'created_at', 'after'])
      .where('account_id', '=', accountId)
      .where('subject', '=', operationId)
      .orderBy('id', 'desc')
      .limit(MAX)
      .execute(),
  ])
  return {
    operation,
    refunds,
    disputes,
    events,
    tries,
    messages,
    lines: postingsOf(entries.toReversed()),
    transfers,
    payouts,
    acts,
  }
}

function momentsOf(about: About): Moment[] {
  const { operation, refunds, disputes, events, tries, messages, lines, transfers, payouts, acts } = about
  return [
    moment(operation.created_at, 'created', {
      amount: operation.authorized_centavos ?? operation.total_centavos,
      who: operation.operator,
    }),
    ...events.toReversed().map((one) => moment(one.created_at, 'event', { what: one.type, id: one.id })),
    ...tries.toReversed().map((one) =>
      moment(one.at, 'webhook', {
        what: one.type,
        id: one.id,
        who: one.url,
        note: String(one.status ?? one.error ?? ''),
      }),
    ),
    ...messages.toReversed().map((one) =>
      moment(one.sent_at ?? one.created_at, 'message', {
        what: one.state,
        id: one.id,
        who: one.recipient,
        note: one.last_error ?? '',
      }),
    ),
    ...refunds
      .toReversed()
      .flatMap(({ id, amount_centavos: amount, reason, failure, operator, ...one }) => [
        moment(one.created_at, 'refund', { what: 'asked', id, amount, who: operator, note: reason }),
        ...(one.state === 'pending'
          ? []
          : [moment(one.state_at, 'refund', { what: one.state, id, amount, note: failure })]),
      ]),
    ...disputes
      .toReversed()
      .flatMap(({ id, stage, state, amount_centavos: amount, reason_code: note, ...one }) => [
        moment(one.created_at, 'dispute', { what: stage, id, amount, note }),
        ...(one.state_at === one.created_at ? [] : [moment(one.state_at, 'dispute', { what: state, id, amount })]),
      ]),
    ...lines.map((one) =>
      moment(one.created_at, 'entry', {
        what: `${causeKind(one.entry)}${whatHappened(one.entry)}`,
        who: one.ledger_account,
        amount: one.amount_centavos,
      }),
    ),
    ...transfers.toReversed().map((one) =>
      moment(one.state_at, 'transfer', {
        what: `${one.kind}.${one.state}`,
        id: one.id,
        who: one.destination,
        amount: one.amount_centavos,
        note: one.reason,
      }),
    ),
    ...payouts.toReversed().map((one) =>
      moment(one.created_at, 'payout', {
        what: one.state,
        id: one.id,
        who: one.clabe,
        amount: one.amount_centavos,
      }),
    ),
    ...acts
      .toReversed()
      .map((one) =>
        moment(one.created_at, 'act', { what: one.action, id: one.id, who: one.operator, note: routeOf(one.after) }),
      ),
  ]
}

/** Entries of refunds and disputes have names of their own. */
function causeKind(entry: string): '' | 'refund.' | 'dispute.' {
  return isEntryOf('refund', entry) ? 'refund.' : isEntryOf('dispute', entry) ? 'dispute.' : ''
}

function moment(
  at: string,
  kind: Moment['kind'],
  { amount, ...more }: { amount?: number; what?: string; id?: string; who?: string; note?: string },
): Moment {
  const money = amount === undefined ? '' : formatAmount(Number(amount))
  return { at, kind, what: '', id: '', who: '', note: '', ...more, amount: money }
}

function routeOf(after: string | null): string {
  const { method = '', route = '' } = (keptObject(after ?? '') ?? {}) as { method?: string; route?: string }
  return `${method} ${route}`.trim()
}
