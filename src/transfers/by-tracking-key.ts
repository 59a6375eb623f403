// Finds a transfer of any account by its tracking key.
import { columns } from '../store/columns.ts'
import { placeOf } from '../store/directory.ts'
import type { Store } from '../store/store.ts'
import type { TransferRow } from './tables.ts'

/** The transfer of this network with the tracking key; undefined when there is none. */
export async function transferByTrackingKey(
  store: Pick<Store, 'db'>,
  { network, trackingKey }: { network: string; trackingKey: string },
): Promise<TransferRow | undefined> {
  const place = await placeOf(store, 'tracking key', trackingKey)
  if (place === undefined) return undefined
  return store.db
    .selectFrom('transfers')
    .select(columns.transfers)
    .where('account_id', '=', place.accountId)
    .where('id', '=', place.subject)
    .where('tracking_key', '=', trackingKey)
    .where('network', '=', network)
    .executeTakeFirst()
}
