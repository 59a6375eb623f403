// What holds of transfers.
import type { Count, Invariant } from '../../audit/invariant.ts'

export const returns: Invariant = {
  name: 'returns',
  meaning: [
    'Cada pago que se regresa o se devuelve tiene su transferencia, y cada paso de su dinero su asiento, renglón por renglón',
    'Every payment that is returned or refunded has its transfer, and each step of its money its entry, to the line',
  ],
  compares: 2,
}

export const transfersHold: Invariant = {
  name: 'transfers',
  meaning: [
    'Cada transferencia tiene su causa, que dice la misma cuenta, monto, destino y clave de rastreo',
    'Every transfer has its cause, which says the same account, amount, destination and tracking key',
  ],
}

export const counts = {
  transfers: { name: 'transfers', words: ['transferencias', 'transfers'] },
  withheld: { name: 'withheld', words: ['retenidas', 'withheld'] },
} as const satisfies Record<string, Count>
