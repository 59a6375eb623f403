// The kinds of movement that a network's statement has.
import { type Rail, rails } from './rail.ts'

/** What a movement is, and on which rails there is such a one. */
export const movementKinds = {
  payment: { meaning: 'a payer paid', ports: ['acquirer', 'cash-network', 'spei-bank'] },
  reversal: { meaning: 'a card payment was given back', ports: ['acquirer'] },
  'transfer-out': {
    meaning: 'a transfer of ours went out, or a till gave a payment back',
    ports: ['cash-network', 'spei-bank'],
  },
  return: { meaning: 'a transfer of ours came back', ports: ['spei-bank'] },
  fee: { meaning: 'the network charged us, for no single payment', ports: ['acquirer', 'cash-network', 'spei-bank'] },
  settlement: {
    meaning: 'an acquirer or cash network paid us; on a bank’s statement: such a payment arrived',
    ports: ['acquirer', 'cash-network', 'spei-bank'],
  },
} as const satisfies Record<string, { meaning: string; ports: readonly (typeof rails)[Rail]['port'][] }>

export type MovementKind = keyof typeof movementKinds

export const movementKindNames = Object.keys(movementKinds) as MovementKind[]

/** Whether a rail's network can report such a movement. */
export function isKindOf(kind: MovementKind, rail: Rail): boolean {
  const ports: readonly string[] = movementKinds[kind].ports
  return ports.includes(rails[rail].port)
}
