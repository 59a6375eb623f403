// Which payments in suspense could be accepted now: as `release` would, for a page of them.
import { isFromAccount } from '../../core/rail.ts'
import type { Store } from '../../store/store.ts'
import type { PaymentReceivedRow } from '../tables.ts'

/** The ids of those that a voucher of exactly their amount, or the customer's CLABE that they were paid into, still waits for. */
export async function acceptableOf({ db }: Store, rows: readonly PaymentReceivedRow[]): Promise<Set<string>> {
  const held = rows.filter(({ outcome }) => outcome === 'suspended')
  const operations = held.flatMap(({ operation_id }) => operation_id ?? [])
  // Only a bank pays into a CLABE.
  const clabes = held
    .filter((row) => row.operation_id === null && isFromAccount(row))
    .map((row) => row.network_reference)
  const accounts = [...new Set(held.map(({ account_id }) => account_id))]
  const [vouchers, sources] = await Promise.all([
    operations.length === 0
      ? []
      : db
          .selectFrom('operations')
          .select(['id', 'account_id', 'total_centavos'])
          .where('account_id', 'in', accounts)
          .where('id', 'in', operations)
          .where('status', 'in', ['pending', 'expired'])
          .execute(),
    clabes.length === 0
      ? []
      : db
          .selectFrom('sources')
          .select(['clabe', 'account_id'])
          .where('account_id', 'in', accounts)
          .where('clabe', 'in', clabes)
          .where('deactivated_at', 'is', null)
          .execute(),
  ])
  const isWaitedFor = (row: PaymentReceivedRow) =>
    row.operation_id === null
      ? isFromAccount(row) &&
        sources.some((one) => one.clabe === row.network_reference && one.account_id === row.account_id)
      : vouchers.some(
          (one) =>
            one.id === row.operation_id &&
            one.account_id === row.account_id &&
            one.total_centavos === row.amount_centavos,
        )
  return new Set(held.filter(isWaitedFor).map(({ id }) => id))
}
