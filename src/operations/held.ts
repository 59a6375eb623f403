// Cancellations that a network refused after they were answered as under way, which need an operator.
import { sql } from 'kysely'
import type { Bilingual } from '../core/language/bilingual.ts'
import type { HeldPart } from '../ledger/held.ts'
import { sameAccount } from '../store/same-account.ts'

const REFUSED_LATER: Bilingual = [
  'la red rechazó cancelar lo que se respondió como en curso',
  'the network refused to reverse what was answered as under way',
]

export const operationsHeld: HeldPart = {
  readers: [
    async (db, { after, limit }) => {
      const rows = await db
        .selectFrom('reversals')
        .innerJoin('operations', sameAccount('operations.id', 'reversals.operation_id'))
        .select(['operation_id as id', 'reversals.account_id', 'total_centavos as amount_centavos'])
        .select(['reversals.created_at as at'])
        .where('refused_later', '=', sql.lit(1))
        .where('operation_id', '>', after)
        .orderBy('operation_id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...row, because: REFUSED_LATER }))
    },
  ],
  gauges: [
    {
      name: 'cobro_reversals_refused_later',
      help: 'Cancellations that were answered as under way and that the network then refused, which wait for a person',
      value: (db) =>
        db
          .selectFrom('reversals')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('refused_later', '=', sql.lit(1)),
    },
  ],
}
