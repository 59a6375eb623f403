// The fees of each month are counted by concept when they are charged. Until now a statement read every entry of its month.
import { check } from './checks.ts'

const month = (day: string) => `substr(${day}, 1, 7)`
const RAIL_FEE = 'fee_centavos - surcharge_centavos'

/** The first line of an entry of the given rows. */
const entryOf = (table: string, what: string) =>
  `${table} join postings on postings.entry = ${table}.id || ':${what}' and postings.line = 0`

/** A refund or dispute: operations, and the sign of its fee. */
const after = (table: string, what: string, concept: string, operations: 0 | 1, sign: '' | '-') =>
  `select ${table}.account_id, ${month('postings.day')} as month, ${concept} as concept, ${operations} as operations,
    ${sign}fee_centavos as fee from ${entryOf(table, what)}`

export const monthlyFees = {
  name: '0126-monthly-fees-breaking',
  statements: [
    `create table monthly_fees (
      account_id text not null,
      month text not null,
      concept text not null,
      shard integer not null,
      operations bigint not null,
      fee_centavos bigint not null,
      primary key (account_id, month, concept, shard)
    ) without rowid`,
    ...check('monthly_fees', {
      concept: ['card', 'store', 'spei', 'monthly_installments', 'disputes'],
      shard: '>= 0',
      operations: '>= 0',
    }),
  ],
  convert: async (run: (text: string) => Promise<unknown[]>) => {
    const paid = [
      `select account_id, ${month('posted_day')} as month, rail as concept, 1 as operations, ${RAIL_FEE} as fee
        from operations where posted_day is not null`,
      `select account_id, ${month('posted_day')}, 'monthly_installments', 1, surcharge_centavos
        from operations where posted_day is not null and months is not null`,
    ]
    const reversed = [
      ['rail', `-(${RAIL_FEE})`, ''],
      [`'monthly_installments'`, '-surcharge_centavos', 'and months is not null'],
    ].map(
      ([concept, fee, only]) =>
        `select operations.account_id, ${month('postings.day')}, ${concept}, 1, ${fee}
          from ${entryOf('operations', 'reversed')} where status = 'cancelled' and posted_day is not null ${only}`,
    )
    const later = [
      after('refunds', 'booked', 'rail', 0, '-'),
      after('refunds', 'cancelled', 'rail', 0, ''),
      after('disputes', 'lost', `'disputes'`, 1, ''),
      after('disputes', 'recovered', `'disputes'`, 1, '-'),
    ]
    await run(`insert into monthly_fees
      select account_id, month, concept, 0, sum(operations), sum(fee)
      from (${[...paid, ...reversed, ...later].join(' union all ')}) as charged
      group by account_id, month, concept`)
  },
}
