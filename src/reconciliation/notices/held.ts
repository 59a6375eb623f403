// Reports of networks that could not be processed, which need an operator.
import { type Bilingual, filled } from '../../core/language/bilingual.ts'
import type { HeldPart } from '../../ledger/held.ts'
import { whyKept } from './why-kept.ts'

const KEPT: Bilingual = ['reporte de {} {}: {}', 'report of {} {}: {}']
const KEPT_AGAIN: Bilingual = ['reporte de {} {} ({} veces): {}', 'report of {} {} ({} times): {}']

export const noticesHeld: HeldPart = {
  readers: [
    async (db, { after, limit }) => {
      const rows = await db
        .selectFrom('unread_reports')
        .select(['id', 'received_at as at', 'network', 'call', 'times', 'why', 'notice', 'detail'])
        .where('closed_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id, at, network, call, times, ...why }) => ({
        ...{ id, at, account_id: null, amount_centavos: 0 },
        because:
          times === 1
            ? filled(KEPT, network, call, whyKept(why))
            : filled(KEPT_AGAIN, network, call, times, whyKept(why)),
      }))
    },
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
