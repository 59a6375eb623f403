// Who makes a simulated payment, and on which day, as the network of its rail reports it.
import { institutionOf } from '../core/banks/clabe.ts'
import { type ReportedRail, railOf } from '../core/rail.ts'
import type { Day, Instant } from '../core/time.ts'
import type { Notification } from '../vouchers/received/notification.ts'

/** The default payer: a CLABE of BBVA without an owner. */
export const PAYER = { clabe: '012180001554321090', name: 'Pagador de Prueba' } as const

/** Another bank and another chain, which may use the same numbers. */
const OTHER_CLABE = '002010077777777771'
const OTHER_CHAIN = 'OTHER'

type Payment = { rail: ReportedRail; chain: string | null }

/** A payment from an account is reported with its CLABE, one at a till with the chain. */
export function whoPaid(
  { rail, chain }: Payment,
  at: Instant,
): Pick<Notification, 'institution' | 'operationDay' | 'payerClabe' | 'payerName'> {
  const { paidFrom, dayOf } = railOf(rail)
  const operationDay = dayOf(at) as Day
  return paidFrom === 'account'
    ? { institution: institutionOf(PAYER.clabe), operationDay, payerClabe: PAYER.clabe, payerName: PAYER.name }
    : { institution: chain ?? '', operationDay }
}

/** The same payment, from another bank or chain. */
export function fromElsewhere(rail: ReportedRail): Pick<Notification, 'institution' | 'payerClabe'> {
  return railOf(rail).paidFrom === 'account'
    ? { institution: institutionOf(OTHER_CLABE), payerClabe: OTHER_CLABE }
    : { institution: OTHER_CHAIN }
}
