// Endpoints of which no delivery succeeds, and those that were stopped for it: for the operator, at the terminal and at the console.
import type { Store } from '../store/store.ts'

export function failingWebhooks({ db }: Store) {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'account_id', 'url', 'state', 'failing_since'])
    .where((eb) => eb.or([eb('failing_since', 'is not', null), eb('state_reason', 'in', ['failing', 'gone'])]))
    .orderBy('id')
    .execute()
}
