// What is the same of every port over an operator's own service: the names on both sides, and the words for what a service can do.
import type { PortName } from '../ports.ts'
import type { KeyLife } from '../spei-bank.ts'

/** The words for what a service may do beyond what every one does, in the setting and on the wire. */
export const acquirerWords = [
  'inquiry',
  'advice',
  'void',
  'refund',
  'partial-refund',
  'capture',
  'partial-capture',
  'disputes',
  'payer-action',
] as const
export const cashNetworkWords = ['give-back'] as const
export const speiBankWords = ['return-deposit', 'balance', 'movements', 'statement'] as const

/** `name`: of the connector. `segment`: in the path of its calls. */
export const services = {
  acquirer: { name: 'http-acquirer', segment: 'acquirer', words: acquirerWords },
  cashNetwork: { name: 'http-cash-network', segment: 'cash-network', words: cashNetworkWords },
  speiBank: { name: 'http-spei-bank', segment: 'spei-bank', words: speiBankWords },
} as const satisfies Record<PortName, { name: string; segment: string; words: readonly string[] }>

export interface ServiceAbilities {
  words: readonly string[]
  /** Of a SPEI bank. */
  keyLife: KeyLife
}
