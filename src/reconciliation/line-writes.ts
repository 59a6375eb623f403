// What the judged line of a statement writes: its row, and the entry of what it says beside what is on record.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { mexicoCityDay } from '../core/time.ts'
import { entryWrites, foundLines, statedLines } from '../ledger/postings.ts'
import type { StatementLineRow, StatementRow } from '../store/tables.ts'
import { insert, update, type Write } from '../store/write.ts'
import type { Verdict } from './judge.ts'
import type { Movement } from './movement.ts'

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
  }
}

/** The writes of new lines. A line that another statement has told meanwhile, or whose record another line has, refuses the batch. */
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
        lines: statedLines(
          { rail: row.rail, kind: row.kind, amountCentavos: row.amount_centavos, feeCentavos: row.fee_centavos },
          row.recorded_centavos,
        ),
      }),
    ),
  ]
}

/** An extra line has its record now: what it says leaves suspense. `Unmet` when somebody else has found it first. */
export function foundWrites(
  clock: Clock,
  row: StatementLineRow,
  record: { causeId: string; recordedCentavos: number; differs: StatementLineRow['differs'] },
): Write[] {
  const at = clock.now()
  const { causeId, recordedCentavos, differs } = record
  const set = { cause_id: causeId, recorded_centavos: recordedCentavos, differs, found_at: at }
  return [
    update('statement_lines', set, { id: row.id, verdict: 'extra', cause_id: null }),
    ...entryWrites({
      name: `${row.id}:found`,
      accountId: row.account_id,
      day: mexicoCityDay(at),
      at,
      lines: foundLines(row.rail, recordedCentavos),
    }),
  ]
}
