// Reports of networks that could not be processed, which need an operator.
import { sql } from 'kysely'
import type { HeldPart } from '../../ledger/held.ts'

export const noticesHeld: HeldPart = {
  readers: [
    (db, { after, limit }) =>
      db
        .selectFrom('unread_reports')
        .select(['id', 'received_at as at'])
        .select([sql<string | null>`null`.as('account_id'), sql<number>`0`.as('amount_centavos')])
        .select((eb) =>
          sql<string>`'report of ' || ${eb.ref('network')} || ' ' || ${eb.ref('call')}
          || case when ${eb.ref('times')} = 1 then '' else ' (' || ${eb.ref('times')} || ' times)' end
          || ': ' || ${eb.ref('why')}`.as('because'),
        )
        .where('closed_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
  ],
  gauges: [
    {
      name: 'cobro_network_reports_unread',
      help: 'Reports of networks that nobody could act on, which wait for a person',
      value: (db) =>
        db
          .selectFrom('unread_reports')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('closed_at', 'is', null),
    },
  ],
}
