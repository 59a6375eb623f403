// The network faults that a request of the sandbox asks for. They are kept with the operation that the request makes: as
// the trace of a charge, in the concept of a transfer, and as the reports of a voucher's payment.
import { type MagicAmount, magicAmounts } from './magic-amounts.ts'
import { type Play, unusualDestinations } from './spei-bank.ts'

/** Each with the total, in centavos, that has the same effect. */
export const chargeFaults = {
  slow: 400_101,
  'found-approved': 400_102,
  'found-declined': 400_103,
  'never-seen': 400_104,
  'reversal-refused': 400_105,
  'reversal-silent': 400_106,
  late: 400_107,
  'too-late': 400_108,
  'advice-refused-twice': 400_109,
  'advice-refused-often': 400_110,
  'advice-refused': 400_111,
  'capture-refused': 400_115,
  'capture-late': 400_116,
} as const

/** Each with the CLABE that has the same effect. */
export const transferFaults = {
  rejected: '646180990000000012',
  unanswered: '646180990000000025',
  'settled-later': '646180990000000038',
  'rejected-later': '646180990000000041',
  'returned-unsettled': '646180990000000054',
  'returned-later': '646180990000000067',
  silent: '646180990000000070',
} as const

/** The fault of a charge with this trace. */
export function chargeFaultOf({ fault }: Readonly<Record<string, string>>): MagicAmount | undefined {
  return fault !== undefined && Object.hasOwn(chargeFaults, fault)
    ? magicAmounts[chargeFaults[fault as keyof typeof chargeFaults]]
    : undefined
}

/** The fault that the concept of a transfer begins with (`transfers/new-transfer`). Sample: `[silent] Devolucion de pago`. */
export function transferFaultOf(concept: string): Play | undefined {
  const name = /^\[([a-z-]+)\] /.exec(concept)?.[1] ?? ''
  return Object.hasOwn(transferFaults, name)
    ? unusualDestinations[transferFaults[name as keyof typeof transferFaults]]
    : undefined
}
