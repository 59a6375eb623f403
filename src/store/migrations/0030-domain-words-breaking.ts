// States and rails get words of their own in the database; the letters of the wire are only used on the wire.

const RAILS = { POS: 'card', OXX: 'store', SPE: 'spei' }
const STATES = { P: 'pending', N: 'paid', C: 'cancelled', E: 'expired', D: 'declined' }

export const domainWords = {
  name: '0030-domain-words-breaking',
  statements: [
    ...['fee_schedules', 'operations', 'daily_totals', 'monthly_totals', 'payout_lines'].map(
      (table) => `alter table ${table} rename column payment_method to rail`,
    ),
    ...['fee_schedules', 'payout_lines'].map((table) => `update ${table} set ${worded('rail', RAILS)}`),
    ...['operations', 'daily_totals', 'monthly_totals'].map(
      (table) => `update ${table} set ${worded('rail', RAILS)}, ${worded('status', STATES)}`,
    ),
    `update events set ${worded('operation_status', STATES)} where operation_status is not null`,
    `update reversals set ${worded('from_status', STATES)}`,
    // A return leaves by the rail on which the payment came in; payouts and refunds leave by SPEI.
    `alter table transfers add column rail text not null default 'spei'`,
    `update transfers set rail = 'store' where kind = 'return' and id in (
        select 'trf_' || substr(id, 5) from payments_received where rail = 'store'
      )`,
    // One provider may carry several rails under one name.
    'drop index payments_received_once',
    `create unique index payments_received_once on payments_received
      (rail, network, network_transaction, institution, operation_day, conflict)`,
    // What is paid by report is found by its reference. An acquirer may use a reference again, years later.
    'drop index operations_network_reference',
    `create unique index operations_network_reference on operations (rail, network, network_reference)
      where network_reference is not null and rail <> 'card'`,
  ],
}

/** `rail = case rail when 'POS' then 'card' ... else rail end` */
function worded(column: string, words: Record<string, string>): string {
  const cases = Object.entries(words).map(([letter, word]) => `when '${letter}' then '${word}'`)
  return `${column} = case ${column} ${cases.join(' ')} else ${column} end`
}
