// The life of one operation in order of time: what the log has of it, and what followed: webhook tries, messages, ledger entries, transfers under way, and its
// payouts to the merchant and to its affiliate.
import Type, { type Static } from 'typebox'
import { actorShown, changeOf, readLog } from '../../accounts/trail/read.ts'
import { choice } from '../../api/fields.ts'
import { keptObject } from '../../core/kept-json.ts'
import { formatAmount } from '../../core/money.ts'
import { addDays, mexicoCityTime } from '../../core/time.ts'
import type { TransferState } from '../../core/transfer.ts'
import type { EventType } from '../../event-types.ts'
import type { EventRow } from '../../events/tables.ts'
import { postingsOf } from '../../ledger/entry-lines.ts'
import { isEntryOf, namesOf, whatHappened } from '../../ledger/entry-name.ts'
import { among, listOf } from '../../store/among.ts'
import { columns } from '../../store/columns.ts'
import { rowOf } from '../../store/rows.ts'
import { sameAccount } from '../../store/same-account.ts'
import type { Store } from '../../store/store.ts'
import { unindexed } from '../../store/unindexed.ts'
import { ASK_PATH } from '../approvals/ask-routes.ts'

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
/** The most rows of the log. */
const MAX_OF_LOG = 1_000
/** The states of a transfer that have an event. */
const ENDS_IN_LOG = ['settled', 'rejected', 'returned'] as const satisfies readonly TransferState[]

/** Undefined: the account has no such operation. */
export async function timelineOf(store: Store, accountId: string, operationId: string): Promise<Moment[] | undefined> {
  const about = await readAbout(store, accountId, operationId)
  if (about === undefined) return undefined
  const inOrder = momentsOf(about).toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  return inOrder.map((one) => ({ ...one, at: mexicoCityTime(one.at) }))
}

type About = NonNullable<Awaited<ReturnType<typeof readAbout>>>

/** The rows of the log about an operation, and what followed from them. */
async function readAbout(store: Store, accountId: string, operationId: string) {
  const { db } = store
  const [operation, log] = await Promise.all([
    rowOf(db, 'operations', { account_id: accountId, id: operationId }, [
      'id',
      'created_at',
      'total_centavos',
      'authorized_centavos',
      'operator',
      'posted_day',
      'affiliate',
    ]),
    readLog(store, { accountId, operationId, limit: MAX_OF_LOG }),
  ])
  if (operation === undefined) return undefined
  const causes = (kind: 'refund' | 'dispute', first: EventType) =>
    log.filter(({ type }) => type === first).flatMap((row) => namesOf(kind, String(dataOf(row).id)))
  const entryNames = [
    ...namesOf('operation', operationId),
    ...causes('refund', 'refund.created'),
    ...causes('dispute', 'dispute.opened'),
  ]
  const [tries, messages, entries, transfers, payouts] = await Promise.all([
    db
      .selectFrom('events')
      .innerJoin('delivery_attempts', sameAccount('delivery_attempts.event_id', 'events.id'))
      .innerJoin('webhook_endpoints', sameAccount('webhook_endpoints.id', 'delivery_attempts.endpoint_id'))
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
      .where('account_id', '=', accountId)
      .where(among(store, 'entry', listOf(store, entryNames)))
      .orderBy('created_at', 'desc')
      .orderBy('entry', 'desc')
      .limit(MAX)
      .execute(),
    // The log has what became of the others.
    db
      .selectFrom('transfers')
      .select(['id', 'kind', 'state', 'amount_centavos', 'destination', 'reason', 'state_at'])
      .where(unindexed('account_id'), '=', accountId)
      .where('operation_id', '=', operationId)
      .where('state', 'not in', ENDS_IN_LOG)
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
  ])
  return { operation, log, tries, messages, lines: postingsOf(entries.toReversed()), transfers, payouts }
}

function momentsOf({ operation, log, tries, messages, lines, transfers, payouts }: About): Moment[] {
  return [
    moment(operation.created_at, 'created', {
      amount: operation.authorized_centavos ?? operation.total_centavos,
      who: operation.operator,
    }),
    ...log.toReversed().filter(isTold).map(momentOfLog),
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
  ]
}

/** A call that asks a second person is told by the record of the request that it made; a refused one made none. */
function isTold(row: EventRow): boolean {
  return row.type !== 'person.acted' || !routeOf(changeOf(row).after).includes(` ${ASK_PATH}/`)
}

/** What a row of the log says: a record of the trail, a step of a refund, a dispute or a transfer by the data of its event, or another event. */
function momentOfLog(row: EventRow): Moment {
  const { created_at: at, type, operator } = row
  if (row.actor_kind !== null) {
    const { after } = changeOf(row)
    const about = { id: row.id, who: actorShown(row).operator }
    if (type !== 'approval.asked') return moment(at, 'act', { ...about, what: type, note: routeOf(after) })
    const { kind = '', amount = '' } = (after ?? {}) as { kind?: string; amount?: string }
    return moment(at, 'act', { ...about, what: `${type}.${kind}`, amount })
  }
  const { id = row.id, amount = '', status = '', ...data } = dataOf(row)
  const about = { id, amount }
  switch (type as EventType) {
    case 'refund.created':
      return moment(at, 'refund', { ...about, what: 'asked', who: operator ?? '', note: data.reason ?? '' })
    case 'refund.waiting':
      return moment(at, 'refund', { ...about, what: 'waiting' })
    case 'refund.updated':
      return moment(at, 'refund', { ...about, what: status, note: data.failure ?? '' })
    case 'refund.sent':
    case 'refund.failed':
    case 'refund.returned': {
      if (!ENDS_IN_LOG.some((end) => end === status)) return moment(at, 'event', { what: type, id: row.id })
      const { kind = '', destination: who = '', reason: note = '' } = data
      return moment(at, 'transfer', { ...about, what: `${kind}.${status}`, who, note })
    }
    case 'dispute.opened':
      return moment(at, 'dispute', { ...about, what: data.stage ?? '', note: data.reason ?? '' })
    case 'dispute.submitted':
    case 'dispute.accepted':
    case 'dispute.won':
    case 'dispute.lost':
      return moment(at, 'dispute', { ...about, what: status })
    // Other money than the operation's own.
    case 'payment.released':
      return moment(at, 'event', { what: type, id: row.id, amount })
    case 'payment.suspended':
    case 'payment.returned':
      return moment(at, 'event', { what: type, id: row.id, amount, note: data.reason ?? '' })
    default:
      return moment(at, 'event', { what: type, id: row.id })
  }
}

/** Entries of refunds and disputes have names of their own. */
function causeKind(entry: string): '' | 'refund.' | 'dispute.' {
  return isEntryOf('refund', entry) ? 'refund.' : isEntryOf('dispute', entry) ? 'dispute.' : ''
}

/** `amount` in centavos, or as an answer has it. */
function moment(
  at: string,
  kind: Moment['kind'],
  { amount = '', ...more }: { amount?: number | string; what?: string; id?: string; who?: string; note?: string },
): Moment {
  const money = typeof amount === 'string' ? amount : formatAmount(Number(amount))
  return { at, kind, what: '', id: '', who: '', note: '', ...more, amount: money }
}

function routeOf(after: Record<string, unknown> | null): string {
  const { method = '', route = '' } = (after ?? {}) as { method?: string; route?: string }
  return `${method} ${route}`.trim()
}

/** The data of an event about a refund, a dispute or a transfer, as far as a moment shows it. */
interface EventFields {
  id?: string
  status?: string
  stage?: string
  kind?: string
  destination?: string
  failure?: string
  reason?: string
  amount?: string
}

/** What somebody has made unreadable says nothing. */
function dataOf({ data }: EventRow): EventFields {
  const stored = (keptObject(data ?? '') ?? {}) as Record<string, unknown>
  const { amount, reason } = stored as { amount?: { amount?: unknown } | null; reason?: { code?: unknown } | null }
  const fields = {
    ...stored,
    amount: amount?.amount,
    reason: typeof reason === 'object' ? reason?.code : reason,
  } as Record<keyof EventFields, unknown>
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'))
}
