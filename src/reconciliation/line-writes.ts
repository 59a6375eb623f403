// The writes of a judged line: its row, and the entry that posts the statement's amount against the recorded one. A line counts once, however many
// files contain it, because its row has a unique identity. A record belongs to one line of each kind; a returned transfer belongs to one line of any.
import { type Actor, trailWrite } from '../accounts/trail/record.ts'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { instantPlus, laterOf, mexicoCityDay } from '../core/time.ts'
import { UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import { entryWrites } from '../ledger/postings.ts'
import { insert, update, type Write } from '../store/write.ts'
import { closedLines, differenceOf, foundLaterLines, foundLines, type Stated, statedLines } from './entries.ts'
import type { Candidate, Verdict } from './judge.ts'
import { lineEntries } from './line-entries.ts'
import type { Movement } from './movement.ts'
import type { StatementLineRow, StatementRow } from './tables.ts'

export type LineVerdict = Verdict | { verdict: 'stated' }

export function lineRow(
  clock: Clock,
  statement: Pick<StatementRow, 'id' | 'account_id' | 'network'>,
  movement: Movement,
  judged: LineVerdict,
): StatementLineRow {
  const record = 'record' in judged ? judged.record : undefined
  return {
    id: newId(clock, 'stl'),
    statement_id: statement.id,
    account_id: statement.account_id,
    line: movement.number,
    network: statement.network,
    rail: movement.rail,
    kind: movement.kind,
    movement: movement.id,
    nth: movement.nth,
    institution: movement.institution,
    day: movement.day,
    amount_centavos: movement.amountCentavos,
    fee_centavos: movement.feeCentavos,
    reference: movement.reference,
    payer_clabe: movement.payerClabe,
    paid_at: movement.paidAt,
    verdict: judged.verdict,
    differs: 'record' in judged ? judged.differs : '',
    cause_id: record?.causeId ?? null,
    recorded_centavos: record?.recordedCentavos ?? 0,
    created_at: clock.now(),
    found_at: null,
    closed_at: null,
    returned_transfer: record?.returnedTransfer ?? null,
    superseded_by: null,
    superseded_at: null,
  }
}

/**
 * For the batch that matches a line with a payment in suspense: it cannot be closed as never received any more. `Unmet`
 * when it was closed a moment ago.
 */
export function statedWrites(record: Pick<Candidate, 'causeId' | 'suspendedOf'> | undefined): Write[] {
  if (record?.suspendedOf === undefined) return []
  const { suspendedOf: account_id, causeId: id } = record
  return [update('payments_received', { stated: 1 }, { account_id, id, outcome: 'suspended' })]
}

/** The writes of new lines. Unique constraints refuse the batch when a line is on record, or its record is matched with another line. */
export function lineWrites(rows: readonly StatementLineRow[]): Write[] {
  if (rows.length === 0) return []
  return [
    insert('statement_lines', ...rows),
    ...rows.flatMap((row) =>
      entryWrites({
        name: `${row.id}:posted`,
        accountId: row.account_id,
        day: mexicoCityDay(row.created_at),
        at: row.created_at,
        lines: statedLines(statedBy(row), row.recorded_centavos),
      }),
    ),
  ]
}

/** The record that was found for an extra line, and its differences. */
export type Found = Pick<Candidate, 'causeId' | 'recordedCentavos' | 'suspendedOf' | 'returnedTransfer'> & {
  differs: StatementLineRow['differs']
}

/** The columns of a line whose record is found. */
export function foundChange({ causeId, recordedCentavos, differs, returnedTransfer }: Found) {
  return {
    cause_id: causeId,
    recorded_centavos: recordedCentavos,
    differs,
    returned_transfer: returnedTransfer ?? null,
  }
}

/**
 * Matches an extra line with a record that was found later: the recorded amount leaves suspense, or the cost to which the line was written
 * off. `Unmet` when another writer was first.
 */
export function findingWrites(clock: Clock, row: StatementLineRow, record: Found): Write[] {
  // The instant is later than that of the write-off, so that the audit knows which account the amount left.
  const at = row.closed_at === null ? clock.now() : laterOf(clock.now(), instantPlus(row.closed_at, 1))
  const { recordedCentavos } = record
  const set = { ...foundChange(record), found_at: at }
  return [
    ...statedWrites(record),
    update('statement_lines', set, {
      id: row.id,
      verdict: 'extra',
      cause_id: null,
      closed_at: row.closed_at,
      superseded_at: null,
    }),
    ...entryWrites({
      name: `${row.id}:found`,
      accountId: row.account_id,
      day: mexicoCityDay(at),
      at,
      lines: (row.closed_at === null ? foundLines : foundLaterLines)(row, recordedCentavos),
    }),
  ]
}

/** The operator who writes a line off, and why. */
export interface WriteOff {
  by: Actor
  because?: string | undefined
}

/** Whether a line that stands has no record, or another amount than its record, and is not written off. */
export function isOpen({ verdict, cause_id, differs, closed_at, superseded_at }: StatementLineRow): boolean {
  return (
    superseded_at === null &&
    closed_at === null &&
    ((verdict === 'extra' && cause_id === null) || differs.startsWith('amount'))
  )
}

/** What closing a line writes off: how much more it says than its record, or less. */
export function writtenOffOf(row: StatedRow): number {
  return differenceOf(statedBy(row), row.recorded_centavos)
}

/**
 * Writes off the difference between a line and its record, and records who did it and why. `Unmet` when the line has changed since it
 * was read.
 */
export function closedWrites(clock: Clock, row: StatementLineRow, { by, because }: WriteOff): Write[] {
  const at = clock.now()
  const { id, verdict, cause_id, differs } = row
  return [
    update(
      'statement_lines',
      { closed_at: at },
      { id, verdict, cause_id, differs, closed_at: null, superseded_at: null },
    ),
    trailWrite(clock, by, {
      accountId: row.account_id === UNMATCHED_ACCOUNT ? null : row.account_id,
      action: 'statement_line.closed',
      subject: id,
      before: { verdict, differs },
      after: { because, written_off_centavos: writtenOffOf(row) },
    }),
    ...entryWrites({
      name: `${id}:closed`,
      accountId: row.account_id,
      day: mexicoCityDay(at),
      at,
      lines: closedLines(statedBy(row), row.recorded_centavos),
    }),
  ]
}

/**
 * A correction takes the place of a line: everything that the line posted is taken back today, and its record is free for another line.
 * `Unmet` when the line has changed since it was read.
 */
export function supersededWrites(clock: Clock, row: StatementLineRow, by: Pick<StatementRow, 'id'>): Write[] {
  const at = clock.now()
  const { id, cause_id, closed_at, found_at } = row
  const change = { superseded_by: by.id, superseded_at: at }
  return [
    update('statement_lines', change, { id, cause_id, closed_at, found_at, superseded_at: null }),
    ...entryWrites({
      name: `${id}:superseded`,
      accountId: row.account_id,
      day: mexicoCityDay(at),
      at,
      lines: lineEntries({ ...row, ...change }).superseded,
    }),
  ]
}

type StatedRow = Pick<
  StatementLineRow,
  'rail' | 'network' | 'kind' | 'amount_centavos' | 'fee_centavos' | 'recorded_centavos'
>

function statedBy({ rail, network, kind, amount_centavos, fee_centavos }: StatedRow): Stated {
  return { rail, network, kind, amountCentavos: amount_centavos, feeCentavos: fee_centavos }
}
