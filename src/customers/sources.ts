// SPEI sources: accounts (CLABE) of a customer's own to pay into.
import { abandonedWrite } from '../connectors/abandoned.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { SourceRow } from '../store/tables.ts'

/** No customer needs more, and each takes one of the bank's account numbers for good. */
export const MAX_SOURCES = 20

/** Asks the bank for an account and answers the row, which nothing has written yet. `bank-unreachable` when there is none. */
export async function newSource(
  { store, clock, speiBank }: { store: Store; clock: Clock; speiBank: SpeiBankPort },
  owner: { accountId: string; customerId: string; name: string },
): Promise<SourceRow> {
  const id = newId(clock, 'spe')
  if (!speiBank.reachable('issueAccount')) throw new Failure('bank-unreachable', { retryAfterSeconds: 5 })
  const issued = await speiBank.issueAccount({ ownerId: id })
  if (issued.kind === 'unknown')
    await store.commit([abandonedWrite(clock, { ownerId: id, network: speiBank.name, rail: 'spei' })])
  if (issued.kind !== 'issued') throw new Failure('bank-unreachable', { retryAfterSeconds: 5 })
  return {
    id,
    account_id: owner.accountId,
    customer_id: owner.customerId,
    type: 'SPEI',
    name: owner.name,
    clabe: issued.clabe,
    reference: '',
    bank_name: issued.bankName,
    created_at: clock.now(),
    deactivated_at: null,
  }
}

/** The sources that can be paid into, oldest first. Whose customer it is must be known already. */
export function sourcesOf(store: Store, customerId: string): Promise<SourceRow[]> {
  return store.db
    .selectFrom('sources')
    .select(columns.sources)
    .where('customer_id', '=', customerId)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()
}
