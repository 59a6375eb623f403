// Creates, changes and deletes customers; each change is one batch with its event.
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import { newId } from '../core/ids.ts'
import type { Metadata } from '../core/metadata.ts'
import { otherEvent } from '../events/append.ts'
import { decide } from '../store/decide.ts'
import { emptying } from '../store/limited-list.ts'
import type { StoreAndClock } from '../store/store.ts'
import { insert, run, update, type Write } from '../store/write.ts'
import { presentCustomer } from './present.ts'
import { activeCustomer, knownCustomer } from './read.ts'
import { newSource, sourceWritten } from './sources.ts'
import type { CustomerRow } from './tables.ts'
import { changedWords, newWords } from './words.ts'

export interface ChangeNeeds extends StoreAndClock {
  speiBank: SpeiBankPort
  /** The writes that end what is charged to a customer again and again. */
  leavePlans(of: { accountId: string; customerId: string }): Promise<Write[]>
}

/** Another change of the same customer was written first. */
const rowOf = (customerId: string) => ({ row: `customer ${customerId}` })

/** Further writes for the batch of a change, made from the changed customer. */
type Also = (row: CustomerRow) => Write[]

/** Creates a customer with its own CLABE, or without one in a service without a SPEI bank. `bank-unreachable` when the bank issues none. */
export async function createCustomer(
  needs: ChangeNeeds,
  accountId: string,
  wanted: { name: string; email: string; metadata: Metadata | null },
  also: Also,
): Promise<CustomerRow> {
  const { store, clock } = needs
  const row: CustomerRow = {
    id: newId(clock, 'cus'),
    account_id: accountId,
    name: wanted.name,
    email: wanted.email,
    active: 1,
    metadata: wanted.metadata && JSON.stringify(wanted.metadata),
    created_at: clock.now(),
  }
  const source = needs.speiBank.offered
    ? await newSource(needs, { accountId, customerId: row.id, name: wanted.name })
    : undefined
  await sourceWritten(
    store.commit([
      insert('customers', row),
      ...(source?.writes ?? []),
      newWords(store, row, source?.row.clabe),
      ...otherEvent(clock, 'customer.created', accountId, presentCustomer(row)),
      ...also(row),
    ]),
  )
  return row
}

/** Sets the given fields; undefined fields stay, and metadata is replaced as a whole. `customer-inactive` after a delete. */
export function updateCustomer(
  { store, clock }: ChangeNeeds,
  { accountId, id }: { accountId: string; id: string },
  change: { name: string | undefined; email: string | undefined; metadata: Metadata | null | undefined },
  also: Also,
): Promise<CustomerRow> {
  return decide(async () => {
    const before = await activeCustomer(store, accountId, id)
    const { name = before.name, email = before.email } = change
    const metadata =
      change.metadata === undefined ? before.metadata : change.metadata && JSON.stringify(change.metadata)
    const row: CustomerRow = { ...before, name, email, metadata }
    await store.commit([
      // The event contains the whole customer, so the update is conditional on an unchanged row.
      update(
        'customers',
        { name, email, metadata },
        { account_id: accountId, id, active: 1, name: before.name, email: before.email, metadata: before.metadata },
      ),
      ...(await changedWords(store, before, row)),
      ...otherEvent(clock, 'customer.updated', accountId, presentCustomer(row)),
      ...also(row),
    ])
    return row
  }, rowOf(id))
}

/**
 * Deactivates a customer with its sources and saved cards, whose numbers are deleted, and takes it off its plans. The customer stays readable. A
 * repeat changes nothing.
 */
export function deleteCustomer(
  { store, clock, leavePlans }: ChangeNeeds,
  { accountId, id }: { accountId: string; id: string },
  also: Also,
): Promise<CustomerRow> {
  return decide(async () => {
    const before = await knownCustomer(store, accountId, id)
    const row: CustomerRow = { ...before, active: 0 }
    if (before.active === 0) {
      await store.commit(also(row))
      return row
    }
    const { db } = store
    const now = clock.now()
    const lists = ['cards', 'sources'] as const
    const emptied = await Promise.all(lists.map((list) => emptying(store, { accountId, ownerId: id, list })))
    const cards = db
      .updateTable('cards')
      .set({ deactivated_at: now, sealed_number: '', sealed_network: null })
      .where('account_id', '=', accountId)
      .where('customer_id', '=', id)
      .where('deactivated_at', 'is', null)
    const sources = db
      .updateTable('sources')
      .set({ deactivated_at: now })
      .where('account_id', '=', accountId)
      .where('customer_id', '=', id)
      .where('deactivated_at', 'is', null)
    await store.commit([
      update(
        'customers',
        { active: 0 },
        { account_id: accountId, id, active: 1, name: before.name, email: before.email },
      ),
      ...emptied,
      run(cards.compile()),
      run(sources.compile()),
      ...(await leavePlans({ accountId, customerId: id })),
      ...otherEvent(clock, 'customer.deleted', accountId, presentCustomer(row)),
      ...also(row),
    ])
    return row
  }, rowOf(id))
}
