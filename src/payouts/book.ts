// Books one payout, of a merchant or an affiliate: the payout, its transfer, its entry and its lines, in one batch.
import { newId } from '../core/ids.ts'
import { PAYOUT_RAIL } from '../core/rail.ts'
import { mexicoCityDay } from '../core/time.ts'
import { entryWrites } from '../ledger/postings.ts'
import { conditionHeld, conflictOn } from '../store/decide.ts'
import { insert, type Write } from '../store/write.ts'
import { newTransfer, transferWrites } from '../transfers/new-transfer.ts'
import { trackingKeyOfCause } from '../transfers/transfer-causes.ts'
import type { Covered, PayeeOf } from './covered.ts'
import { payoutLines } from './entries.ts'
import type { PayoutNeeds } from './needs.ts'
import type { PayoutLineRow, PayoutRow } from './tables.ts'

/** A part of a payout's line. */
export interface Paid extends Pick<PayoutLineRow, 'rail' | 'card_brand' | 'operator'> {
  /** The sign of its parts. */
  sign: 1 | -1
  total_centavos: number
  fee_centavos: number
  iva_centavos: number
  affiliate_centavos: number
  /** With its sign. */
  netCentavos: number
}

interface ToBook {
  at: string
  payoutDay: string
  toDay: string
  payee: PayeeOf
  /** Its id and the instant since which it exists: no payee of another database has both. */
  payeeIs: readonly [id: string, since: string]
  covered: Covered
  entries: AsyncIterable<Paid[]>
  amountCentavos: number
  clabe: string
  beneficiary: string
  /** Move the day for which the payee is settled, guarded by what was read, so that only one of several workers books. */
  settled: Write[]
}

export async function bookPayout(
  { store, clock, speiBank }: Pick<PayoutNeeds, 'store' | 'clock' | 'speiBank'>,
  toBook: ToBook,
): Promise<void> {
  const { at, payoutDay, toDay, payee, payeeIs, covered, amountCentavos, clabe, beneficiary } = toBook
  const made = newTransfer(clock, {
    account_id: payee.account_id,
    operation_id: null,
    kind: 'payout',
    rail: PAYOUT_RAIL,
    network: speiBank.name,
    destination: clabe,
    beneficiary,
    amount_centavos: amountCentavos,
    concept: `Liquidacion ${payoutDay}`,
  })
  // A payee has one payout of a day. After a restore to an earlier moment it is booked again, and the bank finds it under its key.
  const transfer = { ...made, tracking_key: trackingKeyOfCause(['payout', ...payeeIs, payoutDay]) }
  const payout: PayoutRow = {
    id: newId(clock, 'po'),
    ...payee,
    day: payoutDay,
    from_day: covered.fromDay,
    to_day: toDay,
    amount_centavos: amountCentavos,
    clabe: transfer.destination,
    beneficiary: transfer.beneficiary,
    tracking_key: transfer.tracking_key,
    transfer_id: transfer.id,
    state: 'pending',
    created_at: at,
    state_at: at,
    failed_at: null,
    corrected_at: null,
  }
  const lines = await linesOf(payout, covered, toBook.entries)
  const writing = store.commit([
    ...toBook.settled,
    insert('payouts', payout),
    ...transferWrites(transfer),
    ...entryWrites({
      name: `${payout.id}:booked`,
      accountId: payee.account_id,
      day: mexicoCityDay(at),
      at,
      affiliate: payee.affiliate,
      isPayout: true,
      lines: payoutLines(payout),
    }),
    ...linesWrites(lines),
  ])
  // If another worker was first, the CLABE has changed, or a refund was made, the next run sees the rest.
  await conditionHeld(writing, conflictOn('payouts'))
}

/** PostgreSQL checks a reference to a row of the same batch at the end of the statement, so the lines may go with it. */
function linesWrites(lines: PayoutLineRow[]): Write[] {
  return lines.length > 0 ? [insert('payout_lines', ...lines)] : []
}

/** The lines of the payout, by method, card brand and operator; their sum is its amount. */
async function linesOf(payout: PayoutRow, covered: Covered, portions: AsyncIterable<Paid[]>): Promise<PayoutLineRow[]> {
  const of = { account_id: payout.account_id, payout_id: payout.id }
  const lines = new Map<string, PayoutLineRow>()
  for await (const entries of portions) {
    for (const entry of entries) {
      const { rail, card_brand, operator } = entry
      const key = JSON.stringify([rail, card_brand, operator])
      const line = lines.get(key) ?? {
        ...NOTHING,
        ...of,
        rail,
        card_brand,
        operator,
      }
      addEntry(line, entry)
      lines.set(key, line)
    }
  }
  const all = [...lines.values(), ...covered.carried.map((line) => ({ ...line, ...of }))]
  // Payments of earlier days whose batch was still being written when those days were paid out.
  const left = payout.amount_centavos - all.reduce((total, line) => total + line.amount_centavos, 0)
  const earlier = { ...of, rail: '' as const, card_brand: '', operator: '', carried_from: 'earlier' }
  return left === 0 ? all : [...all, { ...NOTHING, ...earlier, amount_centavos: left }]
}

const NOTHING = {
  carried_from: '',
  entries: 0,
  total_centavos: 0,
  fee_centavos: 0,
  iva_centavos: 0,
  affiliate_centavos: 0,
  amount_centavos: 0,
}

function addEntry(line: PayoutLineRow, entry: Paid): void {
  line.entries += 1
  line.total_centavos += entry.sign * entry.total_centavos
  line.fee_centavos += entry.sign * entry.fee_centavos
  line.iva_centavos += entry.sign * entry.iva_centavos
  line.affiliate_centavos += entry.sign * entry.affiliate_centavos
  line.amount_centavos += entry.netCentavos
}
