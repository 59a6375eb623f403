// The corrections of statements: whether a file may correct a statement, and the row with which it takes that statement's place.
import { type Actor, trailWrite } from '../accounts/trail/record.ts'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../failures.ts'
import { UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import { moved } from '../store/moves.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'
import { statementMoves } from './moves.ts'
import type { StatementRow } from './tables.ts'

/** The statement that a file corrects, and who says so. */
export interface Correction {
  statement: string
  by: Actor
}

/**
 * The statement that a new row may correct. Throws `statement-unknown` for one that does not exist or is of other books,
 * `statement-correction-network`, `statement-correction-days` when the correction lacks some of its days, `statement-correction-same`,
 * `statement-unfinished` and `statement-corrected`.
 */
export async function correctable(store: Store, row: StatementRow): Promise<StatementRow> {
  const { corrects: statement } = row
  const of = await rowOf(store.db, 'statements', { id: statement, account_id: row.account_id })
  if (of === undefined) throw new Failure('statement-unknown', { values: { statement: statement.slice(0, 100) } })
  if (of.network !== row.network)
    throw new Failure('statement-correction-network', { values: { statement, network: of.network } })
  if (of.content_hash === row.content_hash) throw new Failure('statement-correction-same', { values: { statement } })
  if (of.first_day < row.first_day || of.last_day > row.last_day)
    throw new Failure('statement-correction-days', { values: { first: of.first_day, last: of.last_day } })
  if (of.state === 'reading') throw new Failure('statement-unfinished', { values: { statement } })
  if (of.state === 'corrected') throw await correctedAlready(store, statement)
  return of
}

/** For the batch that inserts the correction: from then on, nothing of the corrected statement is posted. */
export function correctedWrites(clock: Clock, of: StatementRow, correction: StatementRow, by: Actor): Write[] {
  const state = moved(statementMoves, 'done', 'corrected')
  return [
    update('statements', { state }, { id: of.id, state: 'done' }),
    trailWrite(clock, by, {
      accountId: of.account_id === UNMATCHED_ACCOUNT ? null : of.account_id,
      action: 'statement.corrected',
      subject: of.id,
      before: { content_hash: of.content_hash },
      after: { correction: correction.id, content_hash: correction.content_hash },
    }),
  ]
}

/** The refusal of a statement that another one corrects. */
export async function correctedAlready({ db }: Store, statement: string): Promise<Failure> {
  const row = await rowOf(db, 'statements', { corrects: statement }, ['id'])
  return new Failure('statement-corrected', { values: { statement, correction: row?.id ?? '' } })
}
