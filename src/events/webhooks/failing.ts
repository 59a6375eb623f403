// Lists endpoints without a successful delivery, and those that were stopped for this reason, for the operator.
import { sql } from 'kysely'
import { across } from '../../store/across.ts'
import type { Store } from '../../store/store.ts'

export function failingWebhooks({ db }: Store) {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'account_id', 'url', 'state', 'failing_since'])
    .where(sql<boolean>`(failing_since is not null or state_reason in ('failing', 'gone'))`)
    .orderBy('id')
    .modifyEnd(across('operator'))
    .execute()
}
