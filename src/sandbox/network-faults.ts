// The network faults that a request asks for, and the reports of a voucher that has some.
import Type from 'typebox'
import Value from 'typebox/value'
import { faultsAsked, type NetworkFaults } from '../api/faults/request-faults.ts'
import { strictObject } from '../api/fields.ts'
import { membersOf } from '../api/members.ts'
import { chargeFaults, transferFaults } from '../connectors/sandbox/faults.ts'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { invalidField } from '../failures.ts'
import type { VoucherOperation } from '../store/operation.ts'
import type { Notification } from '../vouchers/received/notification.ts'
import { DIFFERENCE_CENTAVOS } from './magic.ts'
import { laterReport } from './report-later.ts'
import type { SandboxReportRow } from './tables.ts'
import { fromElsewhere, whoPaid } from './who-paid.ts'

const oneOf = (names: readonly string[]) => Type.Optional(Type.Union(names.map((name) => Type.Literal(name))))

const MAX_HOURS = 8_760

const Faults = strictObject({
  charge: oneOf(Object.keys(chargeFaults)),
  transfer: oneOf(Object.keys(transferFaults)),
  late_hours: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_HOURS })),
  twice: Type.Optional(Type.Boolean()),
  other_bank: Type.Optional(Type.Boolean()),
  other_amount: Type.Optional(Type.Boolean()),
})

/**
 * The faults that the header `Sandbox-Network-Faults: late_hours=8, twice` asks for, a dictionary of RFC 9651 with the names above. A fault that does
 * not concern the operation has no effect. Fails with `parameters-invalid` on an unknown fault or an invalid value.
 */
export function readNetworkFaults(header: string): NetworkFaults {
  const faults: unknown = membersOf(header)
  if (Value.Check(Faults, faults)) return faults as NetworkFaults
  const es = `acepta charge (${Object.keys(chargeFaults).join(', ')}), transfer (${Object.keys(transferFaults).join(', ')}), late_hours=8, twice, other_bank, other_amount`
  const en = es.replace('acepta', 'takes')
  throw invalidField('Sandbox-Network-Faults', `Sandbox-Network-Faults ${es}`, `Sandbox-Network-Faults ${en}`)
}

const SECOND_LATER_MS = 1_000

/**
 * The report of a new voucher when its request asks for faults of the report: the exact total, paid now. Undefined when it asks
 * for none.
 */
export function faultyReports(clock: Clock, voucher: VoucherOperation): SandboxReportRow[] | undefined {
  const { network = {} } = faultsAsked(voucher.account_id)
  const { late_hours: hours, twice, other_bank: otherBank, other_amount: otherAmount } = network
  if (hours === undefined && !twice && !otherBank && !otherAmount) return undefined
  const paidAt = clock.now()
  const notification: Notification = {
    rail: voucher.rail,
    network: voucher.network,
    networkTransaction: `SBX${newId(clock, 'k').slice(2).toUpperCase()}`,
    networkReference: voucher.network_reference ?? voucher.bank_account_number ?? '',
    amountCentavos: voucher.total_centavos,
    paidAt,
    ...whoPaid(voucher, paidAt),
  }
  const others = [
    ...(otherBank ? [{ ...notification, ...fromElsewhere(voucher.rail) }] : []),
    ...(otherAmount ? [{ ...notification, amountCentavos: voucher.total_centavos + DIFFERENCE_CENTAVOS }] : []),
  ]
  return [notification, ...others].map((report, nth) => {
    const seconds = (hours ?? 0) * 3_600 + (nth * SECOND_LATER_MS) / 1_000
    return laterReport(clock, voucher.account_id, report, { after: `PT${seconds}S`, times: twice ? 2 : 1 })
  })
}
