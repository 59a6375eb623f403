// Finds the payment that already has an external transaction, so that a repeated charge is answered and not made twice.
import { Failure } from '../failures.ts'
import { columns } from '../store/columns.ts'
import { type CardOperation, operationOf } from '../store/operation.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { AtRest } from '../vault/at-rest.ts'
import { type Charge, canonicalCharge } from './sealed/request.ts'

/**
 * The payment that has the claim, which is the charge's external transaction. Undefined when the charge claims none or is the first with it; a
 * declined payment frees its external transaction. Fails with `external-transaction-taken` when another charge has it.
 */
export function firstPaymentReader(
  store: Store,
  { fingerprints }: Pick<AtRest, 'fingerprints'>,
): (accountId: string, charge: Charge, claim: string | undefined) => Promise<CardOperation | undefined> {
  const byClaim = prepared((hole) =>
    store.db
      .selectFrom('operations')
      .select(columns.operations)
      .where('account_id', '=', hole('accountId'))
      .where('external_claim', '=', hole('claim'))
      .compile(),
  )
  return async (accountId, charge, claim) => {
    if (claim === undefined) return undefined
    const rows = await store.rows(byClaim({ accountId, claim }))
    const first = operationOf<'card'>(rows[0])
    if (first === undefined) return undefined
    if (!fingerprints(canonicalCharge(charge)).includes(first.charge_fingerprint))
      throw new Failure('external-transaction-taken')
    return first
  }
}
