// Operations for a story, made by the one writer without the calls that usually make them.
import assert from 'node:assert/strict'
import { SANDBOX_ACQUIRER } from '../../../src/connectors/sandbox/acquirer.ts'
import { SANDBOX_CASH_NETWORK } from '../../../src/connectors/sandbox/cash-network.ts'
import { SANDBOX_SPEI_BANK } from '../../../src/connectors/sandbox/spei-bank.ts'
import { newUuid } from '../../../src/core/ids.ts'
import type { Rail } from '../../../src/core/rail.ts'
import { mexicoCityDay } from '../../../src/core/time.ts'
import { touchedWrite } from '../../../src/events/append.ts'
import { BLANK_OPERATION } from '../../../src/operations/blank.ts'
import { pageLinks } from '../../../src/operations/page-link.ts'
import { advance, create } from '../../../src/operations/record.ts'
import type { OperationRow } from '../../../src/operations/tables.ts'
import type { Change } from '../../../src/store/changeable.ts'
import { columns } from '../../../src/store/columns.ts'
import { type Operation, operationOf, railColumns } from '../../../src/store/operation.ts'
import type { Store, StoreAndClock } from '../../../src/store/store.ts'

/** The addresses of pages, for a test with a store and a clock but no service. */
export const storyLinks = pageLinks(() => 'http://127.0.0.1:8080', [Buffer.alloc(32, 7)])

/** The networks of a world of its own: a reversal goes to its own network only. */
export const NETWORKS: Record<Rail, string> = {
  card: SANDBOX_ACQUIRER,
  store: SANDBOX_CASH_NETWORK,
  spei: SANDBOX_SPEI_BANK,
}

type Owner = Pick<OperationRow, 'account_id' | 'operator'>

const cards = {
  card: { card_brand: 'VISA', card_first_six: '424242', card_last_four: '4242', card_holder: 'ANA LOPEZ' },
  store: { card_brand: '', chain: 'OXXO' },
  spei: { card_brand: '' },
} as const

/** A pending operation of 100.00 with its usual fees; `set` overrides fields. */
export function pendingRow({ clock }: StoreAndClock, owner: Owner, set: Partial<OperationRow> = {}): Operation {
  const id = newUuid(clock)
  const now = clock.now()
  const rail = set.rail ?? 'card'
  return operationOf({
    ...BLANK_OPERATION,
    ...cards[rail],
    id,
    created_at: now,
    day: mexicoCityDay(now),
    rail,
    status: 'pending',
    status_at: now,
    total_centavos: 10_000,
    fee_centavos: 360,
    iva_centavos: 58,
    fee_percentage_millis: 3_600,
    network: NETWORKS[rail],
    network_reference: `ref-${id}`,
    description: 'Una prueba',
    ...owner,
    ...set,
  })
}

/** Writes a pending operation and moves it to a status. */
export async function operationIn(
  needs: StoreAndClock,
  owner: Owner,
  status: OperationRow['status'],
  set: Partial<OperationRow> = {},
  change: Change = {},
): Promise<Operation> {
  const pending = pendingRow(needs, owner, set)
  await create(needs, pending, [touchedWrite(needs.clock, pending)])
  if (status === 'pending') return pending
  if (status !== 'cancelled') return advance(needs, pending, status, change)
  return advance(needs, await advance(needs, pending, 'paid', change), 'cancelled', { has_devolution: 1 })
}

/** Every operation has all fields of its rail, and none of another rail. */
export async function assertRowsFitTheirRails(store: Store): Promise<void> {
  const rows = await store.db.selectFrom('operations').select(columns.operations).execute()
  assert.ok(rows.length > 0)
  for (const row of rows) {
    for (const [column, what] of Object.entries(railColumns)) {
      const how = (what as { [R in Rail]?: 'always' | 'maybe' })[row.rail]
      const value = row[column as keyof typeof railColumns]
      const where = `${row.rail} ${row.id}: ${column} is ${JSON.stringify(value)}`
      if (how === undefined) assert.equal(value, what.blank, where)
      if (how === 'always') assert.notEqual(value, null, where)
    }
  }
}
