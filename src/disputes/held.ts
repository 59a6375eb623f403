// Disputes under review whose answer the acquirer refused, which need an operator.
import { type Kysely, sql } from 'kysely'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import type { HeldPart } from '../ledger/held.ts'
import { networkReason } from '../reasons.ts'
import { sameAccount } from '../store/same-account.ts'
import { unindexed } from '../store/unindexed.ts'
import type { Tables } from '../tables.ts'

const HAND_IN: Bilingual = ['las pruebas deben entregarse a más tardar {}: {}', 'evidence must be handed in by {}: {}']

export const disputesHeld: HeldPart = {
  readers: [
    async (db, { after, limit }) => {
      const rows = await refusedAnswers(db)
        .select(['disputes.id', 'disputes.account_id', 'disputes.amount_centavos', 'dispute_answers.state_at as at'])
        .select(['disputes.respond_by', 'dispute_answers.reason'])
        .where(unindexed('disputes.id'), '>', after)
        .orderBy(unindexed('disputes.id'))
        .limit(limit)
        .execute()
      return rows.map(({ respond_by: until, reason, ...row }) => ({
        ...row,
        because: filled(HAND_IN, until, networkReason(reason)),
      }))
    },
  ],
  gauges: [
    {
      name: 'cobro_dispute_answers_refused',
      help: 'Disputes under review whose evidence the acquirer does not take: a person must hand it in',
      value: (db) => refusedAnswers(db).select(({ fn }) => fn.countAll<number>().as('count')),
    },
  ],
}

/** The partial index `dispute_answers_open` needs its condition written out. */
function refusedAnswers(db: Kysely<Tables>) {
  return db
    .selectFrom('dispute_answers')
    .innerJoin('disputes', sameAccount('disputes.id', 'dispute_answers.dispute_id'))
    .where('dispute_answers.state', '<>', sql.lit('taken' as const))
    .where('dispute_answers.state', '=', 'refused')
    .where('disputes.state', '=', 'under_review')
}
