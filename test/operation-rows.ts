// Operations as a story needs them, written through the one writer without the calls that usually make them.
import { newUuid } from '../src/core/ids.ts'
import { mexicoCityDay } from '../src/core/time.ts'
import { advance, BLANK_OPERATION, type Change, create, type RecordNeeds } from '../src/operations/record.ts'
import type { OperationRow } from '../src/store/tables.ts'

type Owner = Pick<OperationRow, 'account_id' | 'operator'>

const cards = {
  card: { card_brand: 'VISA', card_first_six: '424242', card_last_four: '4242', card_holder: 'ANA LOPEZ' },
  store: { card_brand: '', chain: 'OXXO' },
  spei: { card_brand: '' },
} as const

/** A pending operation of 100.00 with its usual fees; `set` says what is different about it. */
export function pendingRow({ clock }: RecordNeeds, owner: Owner, set: Partial<OperationRow> = {}): OperationRow {
  const id = newUuid(clock)
  const now = clock.now()
  const rail = set.rail ?? 'card'
  return {
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
    network: `story-${rail}`,
    network_reference: `ref-${id}`,
    description: 'Una prueba',
    ...owner,
    ...set,
  }
}

/** Writes a pending operation and moves it to a status. */
export async function operationIn(
  needs: RecordNeeds,
  owner: Owner,
  status: OperationRow['status'],
  set: Partial<OperationRow> = {},
  change: Change = {},
): Promise<OperationRow> {
  const pending = pendingRow(needs, owner, set)
  await create(needs, pending, [])
  if (status === 'pending') return pending
  if (status !== 'cancelled') return advance(needs, pending, status, change)
  return advance(needs, await advance(needs, pending, 'paid', change), 'cancelled', { has_devolution: 1 })
}
