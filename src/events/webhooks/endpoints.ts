// Webhook endpoints of an account: made, changed, paused, given a new secret, deleted.
import { newId } from '../../core/ids.ts'
import { HOUR_MS, instantPlus } from '../../core/time.ts'
import type { EventType } from '../../event-types.ts'
import { Failure } from '../../failures.ts'
import { columns } from '../../store/columns.ts'
import { conditionHeld } from '../../store/decide.ts'
import { turnWrites } from '../../store/log/read-committed.ts'
import { moved } from '../../store/moves.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, run, Unmet, update, type Write } from '../../store/write.ts'
import type { AtRest, SealContext } from '../../vault/at-rest.ts'
import type { SealedColumn } from '../../vault/reseal.ts'
import { type AddressPolicy, checkedUrl } from './address.ts'
import { deliveryMoves } from './moves.ts'
import { newWebhookSecret } from './signature.ts'
import type { WebhookEndpointRow } from './tables.ts'

const ENDPOINTS_PER_ACCOUNT = 20
const PREFIX = 'whk'
const PREVIOUS_SECRET_KEPT_MS = 24 * HOUR_MS

export interface EndpointNeeds extends StoreAndClock {
  atRest: AtRest
  policy: AddressPolicy
}

/** A merchant's settings of an endpoint. */
export interface EndpointRequest {
  url?: string | undefined
  /** Undefined on a change: as before. Null: all. */
  events?: EventType[] | null | undefined
  description?: string | undefined
}

/** A change of an endpoint, and its earlier row; a new endpoint has none. */
export interface EndpointChange {
  action: 'webhook.created' | 'webhook.changed' | 'webhook.secret_rotated' | 'webhook.deleted'
  before?: WebhookEndpointRow
}

/** Writes that belong into the same batch: the answer of the request and its record. */
export type Extra = (endpoint: WebhookEndpointRow, change: EndpointChange) => Write[]

export async function listEndpoints({ store }: EndpointNeeds, accountId: string): Promise<WebhookEndpointRow[]> {
  return store.db
    .selectFrom('webhook_endpoints')
    .select(columns.webhook_endpoints)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

/** By our id or by the merchant's alias. Undefined when the account has no such endpoint. */
export async function findEndpoint(
  { store }: Pick<EndpointNeeds, 'store'>,
  accountId: string,
  id: string,
): Promise<WebhookEndpointRow | undefined> {
  return store.db
    .selectFrom('webhook_endpoints')
    .select(columns.webhook_endpoints)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('id', '=', id), eb('alias', '=', id)]))
    .executeTakeFirst()
}

/** The same; fails with `resource-unknown`. */
export async function endpointOf(
  needs: Pick<EndpointNeeds, 'store'>,
  accountId: string,
  id: string,
): Promise<WebhookEndpointRow> {
  const row = await findEndpoint(needs, accountId, id)
  if (!row) throw new Failure('resource-unknown')
  return row
}

/** Fails with `webhook-limit`, or by the name `url`. `alias`: the merchant's own id for it. `openSecret` opens its secret. */
export async function createEndpoint(
  needs: EndpointNeeds,
  accountId: string,
  request: EndpointRequest & { url: string; alias?: string },
  extra: Extra,
): Promise<WebhookEndpointRow> {
  const { store, clock, atRest, policy } = needs
  const url = checkedUrl(policy, request.url)
  const id = newId(clock, PREFIX)
  const row: WebhookEndpointRow = {
    id,
    account_id: accountId,
    alias: request.alias ?? null,
    url,
    description: request.description ?? '',
    events: filterText(request.events ?? null),
    state: 'active',
    state_reason: '',
    sealed_secret: atRest.seal(newWebhookSecret(), contextOf({ id, account_id: accountId })[0]),
    sealed_previous: null,
    previous_until: null,
    failing_since: null,
    faults: null,
    created_at: clock.now(),
  }
  const counted = store.db
    .updateTable('accounts')
    .set((account) => ({ webhooks: account('webhooks', '+', 1) }))
    .where('id', '=', accountId)
    .where('webhooks', '<', ENDPOINTS_PER_ACCOUNT)
  try {
    await store.commit([
      run(counted.compile(), 1),
      insert('webhook_endpoints', row),
      ...extra(row, { action: 'webhook.created' }),
    ])
  } catch (error) {
    if (error instanceof Unmet) throw new Failure('webhook-limit', { values: { limit: ENDPOINTS_PER_ACCOUNT } })
    throw error
  }
  return row
}

/**
 * Sets the members of the change. A new address makes an endpoint active again that was paused for failing, or disabled. Throws `Unmet` when the
 * endpoint has changed, or is gone, since it was read.
 */
export async function changeEndpoint(
  { store, policy }: EndpointNeeds,
  row: WebhookEndpointRow,
  request: EndpointRequest,
  extra: Extra,
): Promise<WebhookEndpointRow> {
  const url = request.url === undefined ? row.url : checkedUrl(policy, request.url)
  const revived = url !== row.url && row.state_reason !== 'by-merchant'
  const set = {
    url,
    events: request.events === undefined ? row.events : filterText(request.events),
    description: request.description ?? row.description,
    ...(revived && ACTIVE),
  }
  const changed = { ...row, ...set }
  await store.commit([
    update('webhook_endpoints', set, asRead(row)),
    ...extra(changed, { action: 'webhook.changed', before: row }),
  ])
  return changed
}

/** Its deliveries wait until it is resumed. */
export function pauseEndpoint(needs: EndpointNeeds, row: WebhookEndpointRow, extra: Extra) {
  return change(needs, row, { state: 'paused', state_reason: 'by-merchant' }, extra)
}

export function resumeEndpoint(needs: EndpointNeeds, row: WebhookEndpointRow, extra: Extra) {
  return change(needs, row, ACTIVE, extra)
}

/** The sandbox's faults for it; null for none. */
export function setFaults(needs: EndpointNeeds, row: WebhookEndpointRow, faults: object | null, extra: Extra) {
  return change(needs, row, { faults: faults && JSON.stringify(faults) }, extra)
}

/** Both secrets sign for a day; an older secret is deleted at once. */
export function rotateSecret(needs: EndpointNeeds, row: WebhookEndpointRow, extra: Extra) {
  const { clock, atRest } = needs
  const set = {
    sealed_secret: atRest.seal(newWebhookSecret(), contextOf(row)[0]),
    sealed_previous: row.sealed_secret,
    previous_until: instantPlus(clock.now(), PREVIOUS_SECRET_KEPT_MS),
  }
  const record: Extra = (changed) => extra(changed, { action: 'webhook.secret_rotated', before: row })
  return change(needs, row, set, record, { sealed_secret: row.sealed_secret })
}

/** Deletes it permanently. Deliveries that wait, also for another try, are cancelled; the event log keeps every try. */
export async function deleteEndpoint({ store }: EndpointNeeds, row: WebhookEndpointRow, extra: Extra): Promise<void> {
  const { db } = store
  const turn = await turnWrites(store, 'webhooks', row.account_id)
  const deletion = db
    .deleteFrom('webhook_endpoints')
    .where('account_id', '=', row.account_id)
    .where('id', '=', row.id)
    .compile()
  const cancelled = db
    .updateTable('webhook_deliveries')
    .set({ state: moved(deliveryMoves, 'pending', 'cancelled'), due_at: null, leased_until: 0 })
    .where('account_id', '=', row.account_id)
    .where('endpoint_id', '=', row.id)
    .where('due_at', 'is not', null)
    .compile()
  const counted = db
    .updateTable('accounts')
    .set((account) => ({ webhooks: account('webhooks', '-', 1) }))
    .where('id', '=', row.account_id)
    .compile()
  const record = extra(row, { action: 'webhook.deleted', before: row })
  await changing(store.commit([...turn, run(deletion, 1), run(counted, 1), run(cancelled), ...record]))
}

type Owned = Pick<WebhookEndpointRow, 'id' | 'account_id'>

export function openSecret(atRest: AtRest, endpoint: Owned, sealed: string): string {
  return atRest.open(sealed, ...contextOf(endpoint)).toString()
}

/** The columns that are sealed again after a change of the at-rest key. */
export const sealedSecrets: readonly SealedColumn[] = ['sealed_secret', 'sealed_previous'].map((column) => ({
  table: 'webhook_endpoints',
  column,
  owners: ['account_id'],
  contextOf,
}))

/** The event types of a filter; undefined for all. */
export function eventsOf(row: WebhookEndpointRow): string[] | undefined {
  return row.events?.trim().split(' ')
}

const ACTIVE = { state: 'active', state_reason: '', failing_since: null } as const

async function change(
  { store }: EndpointNeeds,
  row: WebhookEndpointRow,
  set: Partial<WebhookEndpointRow>,
  extra: Extra,
  guard: Partial<WebhookEndpointRow> = {},
): Promise<WebhookEndpointRow> {
  const changed = { ...row, ...set }
  const write = update('webhook_endpoints', set, { ...asRead(row), ...guard })
  const record = extra(changed, { action: 'webhook.changed', before: row })
  await changing(store.commit([write, ...record]))
  return changed
}

/** The columns that the record of a change shows. The write requires them unchanged, so that the record is true. */
function asRead({ account_id, id, url, events, description, state, state_reason }: WebhookEndpointRow) {
  return { account_id, id, url, events, description, state, state_reason }
}

/** Fails with `webhook-changed` when it was deleted or changed, or its secret was rotated, at the same moment. */
async function changing(writing: Promise<void>): Promise<void> {
  if (!(await conditionHeld(writing))) throw new Failure('webhook-changed')
}

function filterText(events: EventType[] | null): string | null {
  return events === null ? null : ` ${[...new Set(events)].join(' ')} `
}

function contextOf({ id, account_id }: Owned): SealContext {
  return [`webhook:${id} of ${account_id}`, `webhook:${id}`]
}
