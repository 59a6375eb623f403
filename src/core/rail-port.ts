// The ports of the networks that carry payments: one row for each, with everything in which they differ besides their calls.
import type { Bilingual } from './language/bilingual.ts'
import type { MovementKind } from './movement.ts'

interface RailPortFacts {
  /** Its name among the connectors of a file. */
  member: string
  /** The setting that names its connector. */
  setting: string
  /** What a service lacks that has no network of this port. */
  without: Bilingual
  /** The movements that a statement of its network may have. */
  movements: readonly MovementKind[]
  /** Where the money on such a statement stands in the ledger: on our account at the bank, or on what the network owes us. */
  moneyOn: 'receivable' | 'bank'
  /** The ledger account of its network's fees. */
  cost: `cost:${string}`
}

export const railPortRows = {
  acquirer: {
    member: 'acquirer',
    setting: 'ACQUIRER',
    without: ['sin pagos con tarjeta ni planes', 'no card payments, no plans'],
    movements: ['payment', 'reversal', 'chargeback', 'chargeback-reversal', 'fee', 'settlement'],
    moneyOn: 'receivable',
    cost: 'cost:acquirer-fees',
  },
  'cash-network': {
    member: 'cashNetwork',
    setting: 'CASH_NETWORK',
    without: ['sin pagos en tiendas', 'no payments at stores'],
    movements: ['payment', 'transfer-out', 'fee', 'settlement'],
    moneyOn: 'receivable',
    cost: 'cost:cash-network-fees',
  },
  'spei-bank': {
    member: 'speiBank',
    setting: 'SPEI_BANK',
    without: [
      'sin pagos SPEI, liquidaciones, devoluciones ni regresos por transferencia',
      'no SPEI payments, no payouts, no refunds and returns by transfer',
    ],
    movements: ['payment', 'transfer-out', 'return', 'fee', 'settlement'],
    moneyOn: 'bank',
    cost: 'cost:bank-fees',
  },
} as const satisfies Record<string, RailPortFacts>

export type RailPort = keyof typeof railPortRows

export const railPorts = Object.keys(railPortRows) as RailPort[]

/** The name of a port in records, metrics and the console. Sample: `cash-network` is `cash_network`. */
export function portField(port: RailPort): string {
  return port.replaceAll('-', '_')
}

/** The name of the connector of a port that the service goes without. No connector has this name. */
export const NO_NETWORK = 'none'
