// What a received payment is known by: network, institution, operation day and the network's number; and its rail.
import { mexicoCityDay, speiDay } from '../../core/time.ts'

export const paymentIdentity = {
  name: '0020-payment-identity',
  statements: [
    `alter table payments_received add column rail text not null default ''`,
    `alter table payments_received add column institution text not null default ''`,
    `alter table payments_received add column operation_day text not null default ''`,
    `alter table payments_received add column conflict integer not null default 0`,
    // The rail is that of the voucher. Without a voucher, the receivable account of its entry tells the rail.
    `update payments_received set rail = 'store' where exists (
        select 1 from operations where operations.id = payments_received.operation_id and payment_method = 'OXX'
      ) or exists (
        select 1 from postings where entry = payments_received.id || ':returned' and line = 0
          and ledger_account = 'receivable:cash-network'
      )`,
    `update payments_received set rail = 'spei' where rail = ''`,
    `update payments_received set institution = coalesce(substr(payer_clabe, 1, 3), '') where rail = 'spei'`,
    `update payments_received set institution = coalesce((
        select store from operations where operations.id = payments_received.operation_id
      ), '') where rail = 'store'`,
    `drop index payments_received_once`,
    `create unique index payments_received_once on payments_received
      (network, network_transaction, institution, operation_day, conflict)`,
    `create index payments_received_unsettled on payments_received (account_id, id) where outcome <> 'settled'`,
    `create index payments_received_suspended on payments_received (id) where outcome = 'suspended'`,
  ],
  // SQL cannot compute banking days, so they are computed here, once for each hour in which a payment came in.
  convert: async (run: (text: string) => Promise<unknown[]>) => {
    const hours = (await run('select distinct substr(received_at, 1, 13) as hour from payments_received')) as {
      hour: string
    }[]
    await run('create table hours_received (hour text primary key, store_day text not null, spei_day text not null)')
    for (let start = 0; start < hours.length; start += HOURS_AT_ONCE) {
      const rows = hours.slice(start, start + HOURS_AT_ONCE).map(({ hour }) => {
        const instant = `${hour}:00:00.000Z`
        return `('${hour}', '${mexicoCityDay(instant)}', '${speiDay(instant)}')`
      })
      await run(`insert into hours_received (hour, store_day, spei_day) values ${rows.join(', ')}`)
    }
    await run(`update payments_received set operation_day = (
        select case rail when 'store' then store_day else spei_day end from hours_received
        where hour = substr(received_at, 1, 13)
      )`)
    await run('drop table hours_received')
  },
}

const HOURS_AT_ONCE = 500
