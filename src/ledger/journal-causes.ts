// What caused the lines of the journal: the operation that each concerns, what its bank or network calls it, and the invoice of its fees.
import type { Kysely } from 'kysely'
import { type Day, mexicoCityDay } from '../core/time.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import type { Store } from '../store/store.ts'
import type { Tables } from '../tables.ts'
import { type CauseKind, causeKindOf, causeOf, whatHappened } from './entry-name.ts'
import type { JournalLine } from './journal.ts'
import { UNMATCHED_ACCOUNT } from './owner.ts'

/** What a line was caused by. */
export interface LineCause {
  kind: CauseKind
  id: string
  /** What happened to it. */
  what: string
  operationId: string | null
  /** Of SPEI: the tracking key. */
  trackingKey: string | null
  /** The network's own id: of a card payment the acquirer's, of cash the ticket, of a transfer or payout the bank's. */
  networkReference: string | null
  /** The earlier month that the line is about: that of the payment which is given back, for example. Null: its own. */
  concerns: string | null
  /** The folio fiscal of the invoice whose fees and IVA the line is part of. */
  cfdiUuid: string | null
}

interface About extends Pick<LineCause, 'operationId' | 'trackingKey' | 'networkReference'> {
  /** The month or day, or the instant, of what the cause is about; null: it is about nothing earlier. */
  of: string | null
}

const NOTHING: About = { operationId: null, trackingKey: null, networkReference: null, of: null }

/** The causes of the lines, in their order. */
export async function readLineCauses(
  { db }: Store,
  accountId: string,
  lines: readonly JournalLine[],
): Promise<LineCause[]> {
  const ids = new Map<CauseKind, Set<string>>()
  for (const { entry } of lines) {
    const kind = causeKindOf(entry)
    ids.set(kind, (ids.get(kind) ?? new Set()).add(causeOf(entry)))
  }
  const kinds = [...ids].map(async ([kind, of]) => readers[kind](db, [...of], accountId))
  const [abouts, uuids] = await Promise.all([Promise.all(kinds), invoicesOf(db, accountId, lines)])
  const about = new Map<string, About>(abouts.flat())
  return lines.map((line) => {
    const kind = causeKindOf(line.entry)
    const id = causeOf(line.entry)
    const what = whatHappened(line.entry)
    const { operationId, of, ...references } = about.get(id) ?? NOTHING
    return {
      kind,
      id,
      what,
      operationId,
      // What its network calls a payment is not what it calls the transfer that gives it back.
      ...(kind === 'operation' && what !== 'paid' ? { trackingKey: null, networkReference: null } : references),
      concerns: earlierMonth(of, line.day),
      cfdiUuid: uuids(line),
    }
  })
}

/** The month of an instant, day or month, if it is earlier than that of a day. */
function earlierMonth(of: string | null, day: Day): string | null {
  if (of === null) return null
  const month = (of.length > 10 ? mexicoCityDay(of) : of).slice(0, 7)
  return month < day.slice(0, 7) ? month : null
}

type Db = Kysely<Tables>
type Reader = (db: Db, ids: string[], accountId: string) => Promise<[id: string, about: About][]>

const readers = {
  operation: async (db, ids, accountId) => {
    const [operations, received] = await Promise.all([
      db
        .selectFrom('operations')
        .select(['id', 'rail', 'network_reference', 'paid_at'])
        .where('account_id', '=', accountId)
        .where('id', 'in', ids)
        .execute(),
      db
        .selectFrom('payments_received')
        .select(['operation_id', 'rail', 'network_transaction'])
        .where('account_id', '=', accountId)
        .where('operation_id', 'in', ids)
        .where('outcome', 'in', ['matched', 'accepted'])
        .execute(),
    ])
    return operations.map(({ id, rail, network_reference, paid_at }) => {
      const payment = received.find((one) => one.operation_id === id)
      return [
        id,
        {
          operationId: id,
          trackingKey: payment?.rail === 'spei' ? payment.network_transaction : null,
          networkReference:
            rail === 'card' ? network_reference : payment?.rail === 'store' ? payment.network_transaction : null,
          of: paid_at,
        },
      ]
    })
  },
  payment: async (db, ids, accountId) => {
    const rows = await db
      .selectFrom('payments_received')
      .select(['id', 'operation_id', 'rail', 'network_transaction', 'paid_at'])
      .where('account_id', '=', accountId === UNMATCHED_ACCOUNT ? NO_ACCOUNT : accountId)
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ id, operation_id, rail, network_transaction, paid_at }) => [
      id,
      {
        operationId: operation_id,
        trackingKey: rail === 'spei' ? network_transaction : null,
        networkReference: rail === 'spei' ? null : network_transaction,
        of: paid_at,
      },
    ])
  },
  transfer: async (db, ids, accountId) => {
    const rows = await db
      .selectFrom('transfers')
      .leftJoin('operations', (join) =>
        join
          .onRef('operations.account_id', '=', 'transfers.account_id')
          .onRef('operations.id', '=', 'transfers.operation_id'),
      )
      .select([
        'transfers.id',
        'operation_id',
        'tracking_key',
        'transfers.network_reference',
        'paid_at',
        'transfers.created_at',
      ])
      .where('transfers.account_id', '=', accountId)
      .where('transfers.id', 'in', ids)
      .execute()
    return rows.map(({ id, operation_id, tracking_key, network_reference, paid_at, created_at }) => [
      id,
      {
        operationId: operation_id,
        trackingKey: tracking_key,
        networkReference: network_reference,
        of: paid_at ?? created_at,
      },
    ])
  },
  payout: async (db, ids, accountId) => {
    const rows = await db
      .selectFrom('payouts')
      .leftJoin('transfers', (join) =>
        join.onRef('transfers.account_id', '=', 'payouts.account_id').onRef('transfers.id', '=', 'payouts.transfer_id'),
      )
      .select(['payouts.id', 'payouts.tracking_key', 'network_reference', 'payouts.created_at'])
      .where('payouts.account_id', '=', accountId)
      .where('payouts.id', 'in', ids)
      .execute()
    return rows.map(({ id, tracking_key, network_reference, created_at }) => [
      id,
      { operationId: null, trackingKey: tracking_key, networkReference: network_reference, of: created_at },
    ])
  },
  dispute: async (db, ids, accountId) => {
    const rows = await db
      .selectFrom('disputes')
      .innerJoin('operations', (join) =>
        join
          .onRef('operations.account_id', '=', 'disputes.account_id')
          .onRef('operations.id', '=', 'disputes.operation_id'),
      )
      .select(['disputes.id', 'operation_id', 'network_dispute', 'paid_at'])
      .where('disputes.account_id', '=', accountId)
      .where('disputes.id', 'in', ids)
      .execute()
    return rows.map(({ id, operation_id, network_dispute, paid_at }) => [
      id,
      { operationId: operation_id, trackingKey: null, networkReference: network_dispute, of: paid_at },
    ])
  },
  refund: async (db, ids, accountId) => {
    const rows = await db
      .selectFrom('refunds')
      .innerJoin('operations', (join) =>
        join
          .onRef('operations.account_id', '=', 'refunds.account_id')
          .onRef('operations.id', '=', 'refunds.operation_id'),
      )
      .leftJoin('transfers', (join) =>
        join.onRef('transfers.account_id', '=', 'refunds.account_id').onRef('transfers.id', '=', 'refunds.transfer_id'),
      )
      .select(['refunds.id', 'refunds.operation_id', 'tracking_key', 'transfers.network_reference', 'paid_at'])
      .where('refunds.account_id', '=', accountId)
      .where('refunds.id', 'in', ids)
      .execute()
    return rows.map(({ id, operation_id, tracking_key, network_reference, paid_at }) => [
      id,
      { operationId: operation_id, trackingKey: tracking_key, networkReference: network_reference, of: paid_at },
    ])
  },
  line: async (db, ids) => {
    const rows = await db
      .selectFrom('statement_lines')
      .select(['id', 'rail', 'movement', 'day'])
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ id, rail, movement, day }) => [
      id,
      {
        operationId: null,
        trackingKey: rail === 'spei' ? movement : null,
        networkReference: rail === 'spei' ? null : movement,
        of: day,
      },
    ])
  },
  reserve: async () => [],
  claim: async () => [],
  'fee-statement': async (db, ids, accountId) => {
    const rows = await db
      .selectFrom('fee_statements')
      .select(['id', 'month'])
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ id, month }) => [id, { ...NOTHING, of: month }])
  },
} as const satisfies Record<CauseKind, Reader>

/** The ledger accounts whose sum of a month is invoiced. */
const invoiced: readonly string[] = ['income:fees', 'payable:iva']

/** The folio fiscal of the month in which a line of fees or IVA was posted; a rounding belongs to the month that it closes. */
async function invoicesOf(db: Db, accountId: string, lines: readonly JournalLine[]) {
  const months = new Set(lines.flatMap((line) => (invoiced.includes(line.ledger_account) ? line.day.slice(0, 7) : [])))
  const roundings = lines.flatMap(({ entry }) => (causeKindOf(entry) === 'fee-statement' ? causeOf(entry) : []))
  if (months.size === 0 && roundings.length === 0) return () => null
  const rows = await db
    .selectFrom('fee_statements')
    .innerJoin('fee_stamps', (join) =>
      join
        .onRef('fee_stamps.account_id', '=', 'fee_statements.account_id')
        .onRef('fee_stamps.statement_id', '=', 'fee_statements.id'),
    )
    .select(['fee_statements.id', 'month', 'uuid'])
    .where('fee_statements.account_id', '=', accountId)
    .where((eb) => eb.or([eb('month', 'in', ['', ...months]), eb('fee_statements.id', 'in', ['', ...roundings])]))
    .execute()
  return ({ entry, day, ledger_account }: JournalLine): string | null => {
    const found =
      causeKindOf(entry) === 'fee-statement'
        ? rows.find(({ id }) => id === causeOf(entry))
        : invoiced.includes(ledger_account)
          ? rows.find(({ month }) => month === day.slice(0, 7))
          : undefined
    return found?.uuid ?? null
  }
}
