// What caused the lines of the journal: the operation that each concerns, what its bank or network calls it, and the invoice of its fees.
import type { Kysely } from 'kysely'
import type { Store } from '../store/store.ts'
import type { Tables } from '../store/tables.ts'
import { type CauseKind, causeKindOf, causeOf, whatHappened } from './entry-name.ts'
import type { JournalLine } from './journal.ts'

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
  /** The folio fiscal of the invoice whose fees and IVA the line is part of. */
  cfdiUuid: string | null
}

type About = Pick<LineCause, 'operationId' | 'trackingKey' | 'networkReference'>

const NOTHING: About = { operationId: null, trackingKey: null, networkReference: null }

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
  const kinds = [...ids].map(async ([kind, of]) => readers[kind](db, [...of]))
  const [abouts, uuids] = await Promise.all([Promise.all(kinds), invoicesOf(db, accountId, lines)])
  const about = new Map(abouts.flat())
  return lines.map((line) => {
    const kind = causeKindOf(line.entry)
    const id = causeOf(line.entry)
    const what = whatHappened(line.entry)
    const { operationId, ...references } = about.get(id) ?? NOTHING
    return {
      kind,
      id,
      what,
      operationId,
      // What its network calls a payment is not what it calls the transfer that gives it back.
      ...(kind === 'operation' && what !== 'paid' ? { trackingKey: null, networkReference: null } : references),
      cfdiUuid: uuids(line),
    }
  })
}

type Db = Kysely<Tables>
type Reader = (db: Db, ids: string[]) => Promise<[id: string, about: About][]>

const readers = {
  operation: async (db, ids) => {
    const [operations, received] = await Promise.all([
      db.selectFrom('operations').select(['id', 'rail', 'network_reference']).where('id', 'in', ids).execute(),
      db
        .selectFrom('payments_received')
        .select(['operation_id', 'rail', 'network_transaction'])
        .where('operation_id', 'in', ids)
        .where('outcome', 'in', ['matched', 'accepted'])
        .execute(),
    ])
    return operations.map(({ id, rail, network_reference }) => {
      const payment = received.find((one) => one.operation_id === id)
      return [
        id,
        {
          operationId: id,
          trackingKey: payment?.rail === 'spei' ? payment.network_transaction : null,
          networkReference:
            rail === 'card' ? network_reference : payment?.rail === 'store' ? payment.network_transaction : null,
        },
      ]
    })
  },
  payment: async (db, ids) => {
    const rows = await db
      .selectFrom('payments_received')
      .select(['id', 'operation_id', 'rail', 'network_transaction'])
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ id, operation_id, rail, network_transaction }) => [
      id,
      {
        operationId: operation_id,
        trackingKey: rail === 'spei' ? network_transaction : null,
        networkReference: rail === 'spei' ? null : network_transaction,
      },
    ])
  },
  transfer: async (db, ids) => {
    const rows = await db
      .selectFrom('transfers')
      .select(['id', 'operation_id', 'tracking_key', 'network_reference'])
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ id, operation_id, tracking_key, network_reference }) => [
      id,
      { operationId: operation_id, trackingKey: tracking_key, networkReference: network_reference },
    ])
  },
  payout: async (db, ids) => {
    const rows = await db
      .selectFrom('payouts')
      .leftJoin('transfers', 'transfers.id', 'payouts.transfer_id')
      .select(['payouts.id', 'payouts.tracking_key', 'network_reference'])
      .where('payouts.id', 'in', ids)
      .execute()
    return rows.map(({ id, tracking_key, network_reference }) => [
      id,
      { operationId: null, trackingKey: tracking_key, networkReference: network_reference },
    ])
  },
  dispute: async (db, ids) => {
    const rows = await db
      .selectFrom('disputes')
      .select(['id', 'operation_id', 'network_dispute'])
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ id, operation_id, network_dispute }) => [
      id,
      { operationId: operation_id, trackingKey: null, networkReference: network_dispute },
    ])
  },
  refund: async (db, ids) => {
    const rows = await db
      .selectFrom('refunds')
      .leftJoin('transfers', 'transfers.id', 'refunds.transfer_id')
      .select(['refunds.id', 'refunds.operation_id', 'tracking_key', 'network_reference'])
      .where('refunds.id', 'in', ids)
      .execute()
    return rows.map(({ id, operation_id, tracking_key, network_reference }) => [
      id,
      { operationId: operation_id, trackingKey: tracking_key, networkReference: network_reference },
    ])
  },
  line: async (db, ids) => {
    const rows = await db
      .selectFrom('statement_lines')
      .select(['id', 'rail', 'movement'])
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ id, rail, movement }) => [
      id,
      {
        operationId: null,
        trackingKey: rail === 'spei' ? movement : null,
        networkReference: rail === 'spei' ? null : movement,
      },
    ])
  },
  reserve: async () => [],
  'fee-statement': async () => [],
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
    .innerJoin('fee_stamps', 'fee_stamps.statement_id', 'fee_statements.id')
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
