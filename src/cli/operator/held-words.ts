// What `cobro held` says of an item that it cannot find or change.
import type { Words } from '../terminal/speech.ts'

export const NO_DATA: Words = [
  'No hay ninguna cuenta ni operación en {name}: mira DATABASE_URL.',
  'There is no account and no operation in {name}: look at DATABASE_URL.',
]
export const NOT_WITHHELD: Words = [
  'Ninguna transferencia {id} está retenida: mira cobro held.',
  'No transfer {id} is withheld: see cobro held.',
]
export const NOT_ASIDE: Words = [
  'Nada está apartado como {id}: mira cobro held.',
  'Nothing is set aside under {id}: see cobro held.',
]
export const NO_OPEN_REPORT: Words = [
  'No hay un reporte abierto {id}: mira cobro held.',
  'There is no open report {id}: see cobro held.',
]
export const NO_DISPUTE: Words = [
  '{id} no abre una aclaración: mira cobro held show {id}.',
  '{id} does not open a dispute: see cobro held show {id}.',
]
export const NOTHING_LEFT: Words = [
  'Nada queda del pago de {id}, o contradice al registro: mira cobro held show {id}.',
  'Nothing is left of the payment of {id}, or it contradicts the record: see cobro held show {id}.',
]
export const OPENED: Words = [
  'La aclaración de {id} está abierta por lo que queda de su pago',
  'The dispute of {id} is open for what is left of its payment',
]
export const NOTHING_HELD: Words = [
  'Nada por cerrar como {id}: mira cobro held.',
  'Nothing to close is held under {id}: see cobro held.',
]
export const ONLY_REVERSED: Words = [
  '--reversed es de la cancelación de una operación',
  '--reversed is of the reversal of an operation',
]
export const ONLY_REFUNDED: Words = [
  '--refunded es de una devolución a una tarjeta',
  '--refunded is of a refund to a card',
]
export const ONLY_CAPTURED: Words = ['--captured es de una captura', '--captured is of a capture']
