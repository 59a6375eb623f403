// Every column that is sealed under the at-rest key: what `keys reseal` seals again, and what an audit opens.
import type { AuditOptions } from '../audit/audit.ts'
import { sealedTotp } from '../console/sign-in/second-factor.ts'
import { sealedParts } from '../disputes/evidence.ts'
import { sealedSecrets } from '../events/webhooks/endpoints.ts'
import { sealedCodes } from '../messages/letters.ts'
import type { AtRest } from '../vault/at-rest.ts'
import { type SealedColumn, vaultColumns } from '../vault/reseal.ts'
import { findSealedFaults } from '../vault/sealed-faults.ts'

export const sealedColumns: readonly SealedColumn[] = [
  ...vaultColumns,
  ...sealedSecrets,
  ...sealedCodes,
  ...sealedParts,
  sealedTotp,
]

/** For an audit that has the keys. */
export function openSealedWith(atRest: AtRest): NonNullable<AuditOptions['openSealed']> {
  return (needs) => findSealedFaults(needs, atRest, sealedColumns)
}
