// Finds a transfer of any account by its tracking key.
import { placeOf } from '../store/directory.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { TransferRow } from './tables.ts'

/** The transfer of this network with the tracking key; undefined when there is none. */
export async function transferByTrackingKey(
  store: Pick<Store, 'db'>,
  { network, trackingKey }: { network: string; trackingKey: string },
): Promise<TransferRow | undefined> {
  const place = await placeOf(store, 'tracking key', trackingKey)
  if (place === undefined) return undefined
  return rowOf(store.db, 'transfers', {
    account_id: place.accountId,
    id: place.subject,
    tracking_key: trackingKey,
    network,
  })
}
