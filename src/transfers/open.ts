// Metrics of transfers that are open or have failed, and since when. The worker counts them, so that `/metrics` does not query the database.
import { sql } from 'kysely'
import type { Collector } from '../core/task.ts'
import { acrossDb } from '../store/across.ts'
import type { StoreAndClock } from '../store/store.ts'

interface OpenGauges {
  /** Pending or accepted. */
  open: number
  /** How long the oldest of them has had its state. */
  oldestSeconds: number
  /** Returns and refunds that failed and were not sent again. */
  failed: number
}

/** The open transfers of the last count. */
export function openTransferGauges(needs: StoreAndClock) {
  let seen: OpenGauges = { open: 0, oldestSeconds: 0, failed: 0 }
  const collector: Collector = {
    name: 'count open transfers',
    collect: async () => {
      seen = await readOpen(needs)
    },
  }
  const gauges = [
    { name: 'cobro_transfers_open', help: 'Transfers that their network has not settled yet', read: () => seen.open },
    {
      name: 'cobro_transfers_oldest_open_seconds',
      help: 'How long the oldest open transfer has had its state',
      read: () => seen.oldestSeconds,
    },
    {
      name: 'cobro_refunds_failed',
      help: 'Returns and refunds that the bank rejected or returned, and that nobody has sent again',
      read: () => seen.failed,
    },
  ]
  return { collectors: [collector], gauges }
}

/** Over all accounts. The partial indexes need their conditions written out. */
async function readOpen({ store, clock }: StoreAndClock): Promise<OpenGauges> {
  const db = acrossDb(store.db, 'due')
  const [open, failed] = await Promise.all([
    db
      .selectFrom('transfers')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('state_at').as('oldest')])
      .where(sql<boolean>`state in ('pending', 'accepted')`)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('transfers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(sql<boolean>`state in ('rejected', 'returned') and replaced_by is null and kind <> 'payout'`)
      .executeTakeFirstOrThrow(),
  ])
  return {
    open: open.count,
    oldestSeconds: open.oldest === null ? 0 : Math.max(0, (clock.epochMs() - Date.parse(open.oldest)) / 1_000),
    failed: failed.count,
  }
}
