// Makes the statement of a simulated network for one account: correct, or with the requested differences.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { firstIdAt } from '../core/ids.ts'
import { isReported, PAYOUT_RAIL, type Rail, rails } from '../core/rail.ts'
import { addDays, dayEndAt, dayInRow, dayStartAt, dayStartMs } from '../core/time.ts'
import { signedOf } from '../reconciliation/entries.ts'
import type { StatementHeader } from '../reconciliation/movement.ts'
import { type StatedMovement, statementText } from '../reconciliation/write-statement.ts'
import { readCharges } from './stated-charges.ts'
import { blank, MAX_ROWS, networkFee, type StatementMakerNeeds, type StatementRequest } from './statement-request.ts'

const BANK_FEE_CENTAVOS = 300
/** The most days by which a banking day lies behind the report of its payment, over long weekends. */
const DAYS_AHEAD = 10
/** The payer of a payment without a report. */
const LOST_PAYER = {
  account: () => ({ institution: '012', payerClabe: '012180001554321090' }),
  till: (chain: string | null) => ({ institution: chain ?? '', payerClabe: '' }),
  card: () => ({ institution: '', payerClabe: '' }),
} satisfies Record<(typeof rails)[Rail]['paidFrom'], (chain: string | null) => object>

export async function makeStatement(needs: StatementMakerNeeds, request: StatementRequest): Promise<string> {
  const { rail, firstDay, lastDay } = request
  const header: StatementHeader = { network: needs.networks[rail], firstDay, lastDay }
  const done = isReported(rail)
    ? [...(await readReceived(needs, request)), ...(await readSent(needs, request))]
    : await readCharges(needs, request)
  const payments = done.filter(({ kind }) => kind === 'payment')
  const left = new Set(payments.slice(0, Math.max(0, payments.length - request.missing)))
  const changed = new Set(payments.slice(0, request.otherAmount))
  const stated = done
    .filter((one) => one.kind !== 'payment' || left.has(one))
    .map((one) => (changed.has(one) ? { ...one, amountCentavos: one.amountCentavos + 100 } : one))
  stated.push(...(await unreported(needs, request)))
  if (request.isSettled) stated.push(...(await settlements(needs, request, stated)))
  return statementText(header, stated)
}

async function readReceived(
  { store: { db }, networks }: StatementMakerNeeds,
  { accountId, rail, firstDay, lastDay }: StatementRequest,
): Promise<StatedMovement[]> {
  if (!isReported(rail)) return []
  const rows = await db
    .selectFrom('payments_received')
    .select([
      'network_transaction',
      'institution',
      'operation_day',
      'network_reference',
      'amount_centavos',
      'payer_clabe',
      'paid_at',
    ])
    .where('account_id', '=', accountId)
    .where('id', '>', firstIdAt('pay', dayStartMs(addDays(firstDay, -DAYS_AHEAD))))
    .where('rail', '=', rail)
    .where('network', '=', networks[rail])
    .where('operation_day', '>=', firstDay)
    .where('operation_day', '<=', lastDay)
    .where('outcome', '<>', 'taken-back')
    .where('outcome', '<>', 'refused')
    .where('conflict', '=', 0)
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  return rows.map((row) => ({
    rail,
    id: row.network_transaction,
    kind: 'payment',
    day: row.operation_day,
    amountCentavos: row.amount_centavos,
    feeCentavos: networkFee(rail, row.amount_centavos),
    reference: row.network_reference,
    institution: row.institution,
    payerClabe: row.payer_clabe ?? '',
    paidAt: row.paid_at,
  }))
}

async function readSent(
  { store: { db }, networks }: StatementMakerNeeds,
  { accountId, rail, firstDay, lastDay }: StatementRequest,
): Promise<StatedMovement[]> {
  const rows = await db
    .selectFrom('transfers')
    .select(['id', 'tracking_key', 'state', 'amount_centavos', 'settled_at', 'state_at', 'network_at'])
    .where('account_id', '=', accountId)
    .where('rail', '=', rail)
    .where('network', '=', networks[rail])
    .where('state', 'in', ['settled', 'returned'])
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  const isIn = ({ day }: StatedMovement) => day >= firstDay && day <= lastDay
  return rows
    .flatMap((row): StatedMovement[] => {
      const { dayOf, transferName } = rails[rail]
      const sent = {
        ...blank,
        rail,
        id: row[transferName],
        reference: row.id,
        amountCentavos: row.amount_centavos,
      }
      const wentAt = row.settled_at ?? row.network_at ?? row.state_at
      const went = { ...sent, kind: 'transfer-out' as const, day: dayInRow(wentAt, dayOf) }
      const fee = rails[rail].paidFrom === 'account' ? BANK_FEE_CENTAVOS : 0
      const came = { ...sent, kind: 'return' as const, day: dayInRow(row.network_at ?? row.state_at, dayOf) }
      return [{ ...went, feeCentavos: fee }, ...(row.state === 'returned' ? [came] : [])]
    })
    .filter(isIn)
}

/** Paid vouchers, as the network states them, whose reports were lost. */
async function unreported(
  { store: { db }, networks }: StatementMakerNeeds,
  { accountId, rail, firstDay, lastDay, extra }: StatementRequest,
): Promise<StatedMovement[]> {
  if (extra === 0 || !isReported(rail)) return []
  const rows = await db
    .selectFrom('operations')
    .select(['id', 'network_reference', 'chain', 'total_centavos', 'created_at'])
    .where('account_id', '=', accountId)
    .where('rail', '=', rail)
    .where('network', '=', networks[rail])
    .where('status', '=', 'pending')
    .where('created_at', '>=', dayStartAt(firstDay))
    .where('created_at', '<=', dayEndAt(lastDay))
    .orderBy('id')
    .limit(extra)
    .execute()
  return rows
    .map(
      (row): StatedMovement => ({
        rail,
        id: `LOST${hash('sha256', row.id).slice(0, 16).toUpperCase()}`,
        kind: 'payment',
        day: dayInRow(row.created_at, rails[rail].dayOf),
        amountCentavos: row.total_centavos,
        feeCentavos: networkFee(rail, row.total_centavos),
        reference: row.network_reference ?? '',
        ...LOST_PAYER[rails[rail].paidFrom](row.chain),
        paidAt: row.created_at,
      }),
    )
    .filter(({ day }) => day <= lastDay)
}

/**
 * An acquirer or a cash network pays the stated amounts less its fees, earlier payments and what it took too much before; a bank states the payments of the other two
 * into our account.
 */
async function settlements(
  needs: StatementMakerNeeds,
  request: StatementRequest,
  stated: readonly StatedMovement[],
): Promise<StatedMovement[]> {
  const { store, networks } = needs
  const { accountId, rail, firstDay, lastDay } = request
  const paid = await store.db
    .selectFrom('statement_lines')
    .select(['network', 'movement', 'amount_centavos', 'day'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'settlement')
    .where('superseded_at', 'is', null)
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  const settlement = { ...blank, rail, kind: 'settlement' as const }
  if (rail === PAYOUT_RAIL) {
    const others = paid.filter(({ network }) => network !== networks[PAYOUT_RAIL])
    return others.map((row) => ({
      ...settlement,
      id: row.movement,
      day: row.day,
      amountCentavos: row.amount_centavos,
      reference: row.network,
    }))
  }
  const own = paid.filter(({ network }) => network === networks[rail])
  const before = await overpaid(needs, request)
  const amountCentavos = owed(stated) - own.reduce((sum, row) => sum + row.amount_centavos, 0) - before
  if (amountCentavos <= 0) return []
  const of = JSON.stringify([accountId, networks[rail], firstDay, lastDay, own.length])
  const id = `SET${hash('sha256', of).slice(0, 16).toUpperCase()}`
  return [{ ...settlement, id, day: lastDay, amountCentavos }]
}

function owed(stated: readonly StatedMovement[]): number {
  return stated.reduce(
    (sum, { kind, amountCentavos, feeCentavos }) => sum + signedOf(kind, amountCentavos) - feeCentavos,
    0,
  )
}

/** What the network took beyond its payments before the first day: it keeps that much of the next ones. */
async function overpaid(
  { store: { db }, networks }: StatementMakerNeeds,
  { accountId, rail, firstDay }: StatementRequest,
): Promise<number> {
  const rows = await db
    .selectFrom('statement_lines')
    .select([
      'kind',
      sql<number>`cast(sum(amount_centavos) as bigint)`.as('amount'),
      sql<number>`cast(sum(fee_centavos) as bigint)`.as('fee'),
    ])
    .where('account_id', '=', accountId)
    .where('network', '=', networks[rail])
    .where('day', '<', firstDay)
    .where('superseded_at', 'is', null)
    .groupBy('kind')
    .execute()
  return Math.max(
    0,
    rows.reduce((sum, row) => sum - signedOf(row.kind, Number(row.amount)) + Number(row.fee), 0),
  )
}
