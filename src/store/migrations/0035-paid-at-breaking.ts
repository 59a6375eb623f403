// When the payer paid, as the network says; the day on which a payment is posted; `matched` for a payment that pays an operation.
import { mexicoCityDay } from '../../core/time.ts'

export const paidAt = {
  name: '0035-paid-at-breaking',
  statements: [
    'drop index payments_received_unsettled',
    `update payments_received set outcome = 'matched' where outcome = 'settled'`,
    `create index payments_received_open on payments_received (account_id, id) where outcome <> 'matched'`,
    // Until now a network's report was taken for the moment of the payment.
    `alter table payments_received add column paid_at text not null default ''`,
    'update payments_received set paid_at = received_at',
    'alter table operations add column paid_at text',
    'alter table operations add column posted_day text',
    'alter table operations add column expired_at text',
    // What was paid has an entry that says when; it is of the instant at which the operation was paid.
    `update operations set
        paid_at = (select created_at from postings where entry = operations.id || ':paid' and line = 0),
        posted_day = (select day from postings where entry = operations.id || ':paid' and line = 0)
      where status in ('paid', 'cancelled')`,
    `update operations set paid_at = status_at where status = 'paid' and paid_at is null`,
    `update operations set expired_at = status_at where status = 'expired'`,
    // As the index of the days of creation.
    `create index operations_posted on operations (account_id, posted_day, id, status, rail, card_brand, operator)
      where posted_day is not null`,
    `create table posted_totals (
      account_id text not null,
      unit text not null,
      period text not null,
      rail text not null,
      card_brand text not null,
      operator text not null,
      status text not null,
      shard integer not null,
      operations bigint not null,
      total_centavos bigint not null,
      commission_centavos bigint not null,
      primary key (account_id, unit, period, rail, card_brand, operator, status, shard)
    ) without rowid`,
  ],
  convert: async (run: (text: string) => Promise<unknown[]>) => {
    await fillDaysWithoutEntry(run)
    for (const [unit, day, reversedDay] of [
      ['day', 'posted_day', 'postings.day'],
      ['month', 'substr(posted_day, 1, 7)', 'substr(postings.day, 1, 7)'],
    ] as const) {
      const sums = `count(*), sum(total_centavos), sum(fee_centavos + iva_centavos + affiliate_centavos)`
      await run(`insert into posted_totals
        select operations.account_id, '${unit}', ${day}, rail, card_brand, operator, status, 0, ${sums}
        from operations where posted_day is not null
        group by operations.account_id, ${day}, rail, card_brand, operator, status`)
      await run(`insert into posted_totals
        select operations.account_id, '${unit}', ${reversedDay}, rail, card_brand, operator, 'reversed', 0, ${sums}
        from operations join postings on postings.entry = operations.id || ':reversed' and postings.line = 0
        where posted_day is not null
        group by operations.account_id, ${reversedDay}, rail, card_brand, operator`)
    }
  },
}

/** A paid operation whose entry is missing, which an audit names: the day is that of its last change. SQL cannot compute it. */
async function fillDaysWithoutEntry(run: (text: string) => Promise<unknown[]>): Promise<void> {
  const rows = (await run(`select id, paid_at from operations where paid_at is not null and posted_day is null`)) as {
    id: string
    paid_at: string
  }[]
  for (const row of rows) {
    await run(`update operations set posted_day = '${mexicoCityDay(row.paid_at)}' where id = '${row.id}'`)
  }
}
