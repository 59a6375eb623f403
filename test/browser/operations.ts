// Operations in every state a payer can meet, written the way the slices write them.
import { makeClabe } from '../../src/core/banks/clabe.ts'
import { newUuid } from '../../src/core/ids.ts'
import { addDays, dayEndAt, mexicoCityDay } from '../../src/core/time.ts'
import { BLANK_OPERATION } from '../../src/operations/blank.ts'
import { advance, create } from '../../src/operations/record.ts'
import type { OperationRow } from '../../src/operations/tables.ts'
import type { Service } from '../../src/service.ts'
import { type Operation, operationOf } from '../../src/store/operation.ts'
import { registerWrites } from '../../src/store/voucher-references.ts'

export type Kind = 'store' | 'spei' | 'card'

/** A pending operation of an account, with what its network would have given it. */
export async function pending(
  { store, clock }: Service,
  account: { accountId: string; operator: string },
  kind: Kind,
  change: Partial<OperationRow> = {},
): Promise<Operation> {
  const now = clock.now()
  const row = operationOf({
    ...BLANK_OPERATION,
    id: newUuid(clock),
    account_id: account.accountId,
    created_at: now,
    day: mexicoCityDay(now),
    status: 'pending',
    status_at: now,
    operator: account.operator,
    network: 'sandbox',
    total_centavos: 125_050,
    fee_centavos: 4_500,
    iva_centavos: 720,
    fee_percentage_millis: 3_600,
    description: 'Inscripción al curso de cerámica',
    reference_number: 'CUR-2026-0117',
    ...ofKind[kind](dayEndAt(addDays(mexicoCityDay(now), 3))),
    ...change,
  } as OperationRow)
  await create({ store, clock }, row, row.rail === 'card' ? [] : registerWrites(row))
  return row
}

/** Moves it on: `advance` with the change a slice would make. */
export async function moved(
  service: Service,
  row: Operation,
  to: Exclude<OperationRow['status'], 'pending'>,
  change: Parameters<typeof advance>[3] = {},
): Promise<Operation> {
  return advance(service, row, to, change)
}

let issued = 1_234_567_890

/** Ten digits that no other operation of this process has. */
function serial(): string {
  issued += 1
  return String(issued)
}

const ofKind: Record<Kind, (expiresAt: string) => Partial<OperationRow>> = {
  store: (expiresAt) => ({
    rail: 'store',
    chain: 'OXXO',
    network_reference: `9300${serial()}`,
    bank_account_number: '4444111122223333',
    bank_name: 'OXXO',
    payment_id: '8841209',
    short_id: 'K7M2QX',
    expires_at: expiresAt,
  }),
  spei: (expiresAt) => {
    const clabe = makeClabe({ bank: '646', place: '180', account: `1${serial()}` })
    return {
      rail: 'spei',
      network_reference: clabe,
      bank_account_number: clabe,
      bank_name: 'STP',
      payment_id: '8841209',
      expires_at: expiresAt,
    }
  },
  card: () => ({
    rail: 'card',
    card_brand: 'VISA',
    card_holder: 'MARIA PEREZ',
    card_first_six: '424242',
    card_last_four: '4242',
    months: 6,
    tip_centavos: 12_500,
    network_reference: `acq_${serial()}`,
  }),
}
