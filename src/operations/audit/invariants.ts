// What holds of operations.
import type { Count, Invariant } from '../../audit/invariant.ts'

export const operationParts: Invariant = {
  name: 'operation-parts',
  meaning: [
    'La comisión, el IVA, la parte del afiliado y el neto no son negativos y suman el total',
    'Fee, IVA, affiliate share and net are not negative and add up to the total',
  ],
}

export const paymentEntries: Invariant = {
  name: 'payment-entries',
  meaning: [
    'Una operación pagada tiene su asiento de pago, renglón por renglón; una que nunca se pagó no lo tiene',
    'A paid operation has its entry of payment, to the line; one that never was paid has none',
  ],
}

export const reversalEntries: Invariant = {
  name: 'reversal-entries',
  meaning: [
    'Una operación cancelada después de pagarse tiene el asiento que la deshace; ninguna otra lo tiene',
    'An operation cancelled after payment has the entry that takes it back; no other has one',
  ],
}

export const keptTotals: Invariant = {
  name: 'kept-totals',
  meaning: [
    'Los totales por día y mes son los que resultan de contar otra vez las operaciones: número, total, comisión',
    'Daily and monthly totals equal a recount of the operations: number, total, commission',
  ],
  compares: 3,
}

export const postedTotals: Invariant = {
  name: 'posted-totals',
  meaning: [
    'Los totales por día de asiento son los que resultan de contar otra vez lo pagado y lo cancelado de cada día',
    'Totals by day of posting equal a recount of what was paid and reversed on each day',
  ],
  compares: 3,
}

export const paidTimes: Invariant = {
  name: 'paid-times',
  meaning: [
    'Lo pagado dice cuándo, y está en el día de su asiento; nada más lo dice',
    'What was paid says when, and is posted on the day of its entry; nothing else says so',
  ],
}

export const stateEvents: Invariant = {
  name: 'events',
  meaning: [
    'Cada estado al que llegó una operación tiene su evento, una vez, y ningún otro lo tiene',
    'Every state that an operation reached has its event, once, and no other has one',
  ],
  compares: 1,
}

export const shown: Invariant = {
  name: 'shown',
  meaning: [
    'Lo que una operación muestra junto a sus montos es lo que permite su final',
    'What an operation shows beside its amounts is what its end allows',
  ],
}

export const log: Invariant = {
  name: 'log',
  meaning: [
    'El resultado de una operación es el que guardó el evento de su movimiento más nuevo, y cada una de sus horas la de un evento',
    'The outcome of an operation is what the event of its newest move has kept of it, and each of its instants that of an event',
  ],
}

export const counts = {
  operations: { name: 'operations', words: ['operaciones', 'operations'] },
  postings: { name: 'postings', words: ['asientos', 'postings'] },
  events: { name: 'events', words: ['eventos', 'events'] },
} as const satisfies Record<string, Count>
