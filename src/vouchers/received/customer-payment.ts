// The operation of money that somebody sent to a customer's own CLABE without a voucher: it is created as paid.
import { computeFees } from '../../core/fees.ts'
import { newUuid } from '../../core/ids.ts'
import type { AccountRail } from '../../core/rail.ts'
import { mexicoCityDay } from '../../core/time.ts'
import type { SourceRow } from '../../customers/tables.ts'
import { BLANK_OPERATION } from '../../operations/blank.ts'
import type { OperationOf } from '../../store/operation.ts'
import type { VoucherNeeds } from '../needs.ts'
import type { PaymentReceivedRow } from '../tables.ts'

/**
 * The row of the operation. `createPaid` writes it in one batch with the row of the payment: after a crash both exist, or neither does
 * and the network repeats its report.
 */
export async function customerPayment(
  { store, clock, fees }: Pick<VoucherNeeds, 'store' | 'clock' | 'fees'>,
  received: PaymentReceivedRow & { rail: AccountRail },
  source: SourceRow,
): Promise<OperationOf<AccountRail>> {
  const now = clock.now()
  const schedule = await fees(source.account_id, received.rail)
  const { feeCentavos, ivaCentavos } = computeFees({ totalCentavos: received.amount_centavos, schedule })
  const account = await store.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', source.account_id)
    .executeTakeFirst()
  const { institution, operation_day: day, network_transaction: key, conflict } = received
  return {
    ...BLANK_OPERATION,
    id: newUuid(clock),
    account_id: source.account_id,
    created_at: now,
    day: mexicoCityDay(now),
    rail: received.rail,
    status: 'paid',
    status_at: now,
    paid_at: received.paid_at,
    total_centavos: received.amount_centavos,
    fee_centavos: feeCentavos,
    iva_centavos: ivaCentavos,
    fee_percentage_millis: schedule.percentageMillis,
    description: received.payer_name ?? '',
    operator: account?.email ?? '',
    authorization_code: key,
    customer_id: source.customer_id,
    network: received.network,
    network_reference: `${source.clabe} ${institution} ${day} ${key}${conflict > 0 ? ` ${conflict}` : ''}`,
    bank_account_number: source.clabe,
    bank_name: source.bank_name,
    payment_id: source.reference || source.clabe,
    source_id: source.id,
  }
}
