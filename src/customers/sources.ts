// SPEI sources: a customer's own accounts (CLABE) for payments.
import { beforeIssuing } from '../connectors/abandoned.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import { newId } from '../core/ids.ts'
import { Failure } from '../failures.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld, conflictOn } from '../store/decide.ts'
import { directoryWrite } from '../store/directory.ts'
import { addWithin } from '../store/limited-list.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { holderOf } from '../store/voucher-references.ts'
import { insert, type Write } from '../store/write.ts'
import { activeCustomer } from './read.ts'
import type { CustomerRow, SourceRow } from './tables.ts'

/** A bound, because each source uses one of the bank's account numbers permanently. */
export const MAX_SOURCES = 20

/**
 * Asks the bank for an account. Returns the writes of the source's row, for the caller's batch: it is `Unmet` when the
 * bank's answer came so late that the account is being closed. `bank-unreachable` without an account, `spei-not-offered`
 * without a bank.
 */
export async function newSource(
  { store, clock, speiBank }: StoreAndClock & { speiBank: SpeiBankPort },
  owner: { accountId: string; customerId: string; name: string },
): Promise<{ row: SourceRow; writes: Write[] }> {
  if (!speiBank.offered) throw new Failure('spei-not-offered')
  const id = newId(clock, 'spe')
  if (!speiBank.mayCall('issueAccount', owner.accountId)) throw bankUnreachable()
  const received = await beforeIssuing({ store, clock }, speiBank, {
    accountId: owner.accountId,
    ownerId: id,
    rail: 'spei',
  })
  const issued = await speiBank.issueAccount({ ownerId: id }, { account: owner.accountId })
  if (issued.kind !== 'issued' || (await isOfVoucher(store, speiBank.name, issued.clabe))) throw bankUnreachable()
  const row: SourceRow = {
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
  const place = directoryWrite('clabe', row.clabe, { accountId: owner.accountId, subject: id })
  return { row, writes: [insert('sources', row), place, ...received] }
}

/** Awaits a batch with a new source in it. Fails for an account that the bank has issued before, or that is being closed. */
export async function sourceWritten(writing: Promise<void>): Promise<void> {
  if (!(await conditionHeld(writing, conflictOn('directory')))) throw bankUnreachable()
}

/** Fails with `sources-exhausted` when the customer has MAX_SOURCES, `customer-inactive` when it was deleted. `writes`: a batch with a new source in it. */
export async function addSource(
  store: Store,
  { accountId, customerId }: { accountId: string; customerId: string },
  writes: Write[],
): Promise<void> {
  const members = store.db
    .selectFrom('sources')
    .select((eb) => eb.fn.countAll().as('members'))
    .where('account_id', '=', accountId)
    .where('customer_id', '=', customerId)
    .where('deactivated_at', 'is', null)
  const limited = { accountId, ownerId: customerId, list: 'sources', most: MAX_SOURCES } as const
  const adding = addWithin(store, limited, members, {
    full: sourcesExhausted,
    add: async (place) => {
      await activeCustomer(store, accountId, customerId)
      await store.commit([place, ...writes])
    },
  })
  await sourceWritten(adding)
}

export function sourcesExhausted(): Failure {
  return new Failure('sources-exhausted', { values: { limit: MAX_SOURCES } })
}

/** Whether a voucher waits with the CLABE: the bank has issued it twice, and the customer's payments would pay that voucher. */
async function isOfVoucher(store: Store, network: string, clabe: string): Promise<boolean> {
  return (await holderOf(store, { rail: 'spei', network, reference: clabe }))?.status === 'pending'
}

function bankUnreachable(): Failure {
  return new Failure('bank-unreachable', { retryAfterSeconds: 5 })
}

/** The active sources, oldest first. */
export function sourcesOf(
  store: Store,
  { account_id, id }: Pick<CustomerRow, 'account_id' | 'id'>,
): Promise<SourceRow[]> {
  return store.db
    .selectFrom('sources')
    .select(columns.sources)
    .where('account_id', '=', account_id)
    .where('customer_id', '=', id)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()
}
