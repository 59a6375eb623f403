// The account that a payment came from, also when only a later report has said it (`received_details`).
import { type JoinBuilder, sql } from 'kysely'
import { sameAccount } from '../store/same-account.ts'

/** For `.leftJoin('received_details', laterPayer)` of `payments_received`. */
export function laterPayer<DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>): JoinBuilder<DB, TB> {
  const own = sameAccount('received_details.payment_id', 'payments_received.id')(join)
  return own.on('received_details.detail' as never, '=', sql.lit('payer') as never)
}

const either = sql<string | null>`coalesce(payments_received.payer_clabe, received_details.value)`

/** The payer's account of such a join, under a name. */
export function payerClabe<N extends string>(name: N) {
  return either.as(name)
}
