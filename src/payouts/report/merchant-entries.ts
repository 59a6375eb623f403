// The entries of the merchant's account, as lines of payouts and reports: payments, reversals, refunds, disputes, moves of
// the reserve and the rounding of the IVA.
import { setImmediate } from 'node:timers/promises'
import { affiliatePart } from '../../core/affiliate-part.ts'
import type { Rail } from '../../core/rail.ts'
import { addDays } from '../../core/time.ts'
import { postingsOf } from '../../ledger/entry-lines.ts'
import { causeOf, entryIsOf, type entryNames, isEntryOf, operationIn, whatHappened } from '../../ledger/entry-name.ts'
import type { LedgerAccount } from '../../ledger/postings.ts'
import type { EntryRow } from '../../ledger/tables.ts'
import type { OperationRow } from '../../operations/tables.ts'
import { columnsOf } from '../../store/columns.ts'
import type { Store } from '../../store/store.ts'
import { disputeEntry, readDisputes } from './dispute-lines.ts'
import { readRefunds, refundEntry } from './refund-lines.ts'

/** Entries of one read. */
const BATCH_SIZE = 500

/** A kind of line: a payment or a reversal, a refund, a dispute, a move of the reserve, or the rounding of a month's IVA. */
export type EntryType =
  | 'payment'
  | 'reversal'
  | 'refund'
  | 'refund_cancelled'
  | 'reserve'
  | 'dispute'
  | 'dispute_won'
  | 'iva_rounding'
  | 'claim_written_off'

export interface MerchantEntry
  extends Pick<
    OperationRow,
    | 'card_brand'
    | 'operator'
    | 'reference_number'
    | 'description'
    | 'total_centavos'
    | 'fee_centavos'
    | 'iva_centavos'
    | 'surcharge_centavos'
    | 'months'
    | 'affiliate_centavos'
    | 'paid_at'
  > {
  type: EntryType
  /** The id of the operation, or of the move of the reserve or the fee statement. */
  id: string
  /** The refund; empty for other lines. */
  refundId: string
  /** The dispute; empty for other lines. */
  disputeId: string
  /** Empty for a line without an operation. */
  rail: Rail | ''
  entry: string
  /** The Mexico City day on which it was posted, and when. */
  day: string
  created_at: string
  /** 1 if the merchant gets money, -1 if money is taken: the sign of total, fee, IVA and share. */
  sign: 1 | -1
  /** With its sign. */
  netCentavos: number
}

/** Every line of an account posted on the days of a range, by day and id, in portions; those that follow `after`, if it is given. */
export async function* merchantEntries(
  store: Store,
  wanted: { accountId: string; fromDay: string; toDay: string; after?: { day: string; entry: string } | undefined },
  portion = BATCH_SIZE,
): AsyncGenerator<MerchantEntry[]> {
  const { fromDay, toDay, after } = wanted
  for (let day = after && after.day > fromDay ? after.day : fromDay; day <= toDay; day = addDays(day, 1)) {
    for (let entry = after?.day === day ? after.entry : ''; ; ) {
      const rows = await readPortion(store, { accountId: wanted.accountId, day, entry }, portion)
      if (rows.length > 0) yield rows
      if (rows.length < portion) break
      entry = rows.at(-1)?.entry ?? entry
      // Waiting requests go first.
      await setImmediate()
    }
  }
}

const MERCHANT = 'payable:merchant' satisfies LedgerAccount

/**
 * The entries of the day that are about what the merchant is owed, with the sum of the merchant's lines: none, and zero, where fee and share take a
 * payment whole.
 */
async function readPortion(
  store: Store,
  from: { accountId: string; day: string; entry: string },
  limit: number,
): Promise<MerchantEntry[]> {
  const read = await store.db
    .selectFrom('entries')
    .leftJoin('operations', (join) =>
      join
        .onRef('operations.account_id', '=', 'entries.account_id')
        .on('operations.id', '=', operationIn(store, 'entries.entry')),
    )
    .select([...columnsOf('entries'), ...ofOperation])
    .where('entries.account_id', '=', from.accountId)
    .where('entries.day', '=', from.day)
    .where('entry', '>', from.entry)
    .where((eb) => eb.and(ofNetworks.map((what) => eb('entry', 'not like', `%:${what}`))))
    .where((eb) => eb.or([eb('operations.id', 'is not', null), ...besides.map(entryIsOf)]))
    // A rounding that the service bears whole is none of the merchant's.
    .where((eb) => eb.or([eb.not(entryIsOf('fee-statement')), eb('lines', 'like', `%"${MERCHANT}"%`)]))
    .orderBy('entry')
    .limit(limit)
    .execute()
  const rows = read.map((row) => ({ ...row, amount_centavos: owedOf(row) }))
  const causesOf = (kind: 'refund' | 'dispute') =>
    rows.flatMap(({ entry }) => (isEntryOf(kind, entry) ? causeOf(entry) : []))
  const [refunds, disputes] = await Promise.all([
    readRefunds(store.db, from.accountId, causesOf('refund')),
    readDisputes(store.db, from.accountId, causesOf('dispute')),
  ])
  return rows.map((row) => {
    const dispute = disputes.get(causeOf(row.entry))
    if (dispute !== undefined) return { ...postedOf(row), ...disputeEntry(dispute, row.entry) }
    const refund = refunds.get(causeOf(row.entry))
    if (refund === undefined) return entryOf(row)
    // The reserve that a refund used is a line of its own.
    if (whatHappened(row.entry) === 'reserve') return { ...reserveEntry(row), id: refund.id, refundId: refund.refundId }
    return { ...postedOf(row), ...refundEntry(refund, row.entry) }
  })
}

function owedOf(entry: EntryRow): number {
  const lines = postingsOf([entry]).filter(({ ledger_account }) => ledger_account === MERCHANT)
  return lines.reduce((sum, { amount_centavos }) => sum + amount_centavos, 0)
}

const ofOperation = [
  'operations.id',
  'rail',
  'card_brand',
  'operator',
  'reference_number',
  'description',
  'total_centavos',
  'fee_centavos',
  'iva_centavos',
  'surcharge_centavos',
  'months',
  'affiliate_centavos',
  'affiliate_rule',
  'paid_at',
] as const

/** What happens to refunds and disputes between the service and a network: the merchant's part came before. */
const ofNetworks = ['sent', 'lost'] as const satisfies (typeof entryNames)['refund' | 'dispute'][number][]

/** The causes other than operations whose entries are lines. A payout's own entries are not lines. */
const besides = ['refund', 'reserve', 'dispute', 'fee-statement', 'claim'] as const

type Row = {
  [C in
    | 'id'
    | 'rail'
    | 'card_brand'
    | 'operator'
    | 'reference_number'
    | 'description'
    | 'months'
    | 'affiliate_rule'
    | 'paid_at']: OperationRow[C] | null
} & {
  [C in 'total_centavos' | 'fee_centavos' | 'iva_centavos' | 'surcharge_centavos' | 'affiliate_centavos']: number | null
} & { entry: string; day: string; created_at: string; amount_centavos: number }

function postedOf({ entry, day, created_at, amount_centavos }: Row) {
  return { entry, day, created_at, netCentavos: 0 - amount_centavos }
}

function reserveEntry(row: Row): MerchantEntry {
  const posted = postedOf(row)
  return {
    ...posted,
    ...NO_OPERATION,
    type: 'reserve',
    id: causeOf(row.entry),
    sign: posted.netCentavos < 0 ? -1 : 1,
    total_centavos: Math.abs(posted.netCentavos),
  }
}

/** The line of a payment or a reversal, of a move of the reserve, or of the rounding of a month's IVA. */
function entryOf(row: Row): MerchantEntry {
  const posted = postedOf(row)
  if (isEntryOf('fee-statement', row.entry))
    return {
      ...posted,
      ...NO_OPERATION,
      type: 'iva_rounding',
      id: causeOf(row.entry),
      sign: -1,
      total_centavos: 0,
      iva_centavos: posted.netCentavos,
    }
  if (isEntryOf('claim', row.entry)) return { ...reserveEntry(row), type: 'claim_written_off' }
  if (row.id === null) return reserveEntry(row)
  const isReversed = whatHappened(row.entry) === 'reversed'
  const parts = {
    total_centavos: row.total_centavos ?? 0,
    fee_centavos: row.fee_centavos ?? 0,
    iva_centavos: row.iva_centavos ?? 0,
    surcharge_centavos: row.surcharge_centavos ?? 0,
    affiliate_centavos: row.affiliate_centavos ?? 0,
  }
  const { affiliate_rule } = row
  return {
    ...posted,
    ...parts,
    type: isReversed ? 'reversal' : 'payment',
    refundId: '',
    disputeId: '',
    id: row.id,
    rail: row.rail ?? '',
    card_brand: row.card_brand ?? '',
    operator: row.operator ?? '',
    reference_number: row.reference_number,
    description: row.description ?? '',
    months: row.months,
    paid_at: row.paid_at,
    sign: isReversed ? -1 : 1,
    ...(isReversed && {
      affiliate_centavos: affiliatePart({ ...parts, affiliate_rule }, { amountCentavos: parts.total_centavos }),
    }),
  }
}

const NO_OPERATION = {
  refundId: '',
  disputeId: '',
  rail: '',
  card_brand: '',
  operator: '',
  reference_number: null,
  description: '',
  months: null,
  paid_at: null,
  fee_centavos: 0,
  iva_centavos: 0,
  surcharge_centavos: 0,
  affiliate_centavos: 0,
} as const
