// The parts of a network's statement: its header, the movements, and the faults of a line.
import type { Bilingual } from '../core/language/bilingual.ts'
import type { MovementKind } from '../core/movement.ts'
import type { Rail } from '../core/rail.ts'
import type { Day } from '../core/time.ts'

/** The columns of our own format; `account` may be there besides. */
export const STATEMENT_COLUMNS = [
  'network',
  'rail',
  'id',
  'day',
  'amount',
  'kind',
  'fee',
  'reference',
  'institution',
  'payer_clabe',
  'paid_at',
] as const

export interface StatementHeader {
  /** The connector's name. */
  network: string
  /** The days that the statement covers, both included: it holds every movement of them. */
  firstDay: Day
  lastDay: Day
}

/** One line of a statement. Texts that the network does not give are empty. */
export interface Movement {
  /** The line of the file, from 1 on. */
  number: number
  /** How many lines before it in the file state other payments under its identity (`further-lines`). */
  nth: number
  /** Whether the file states another amount under its identity: a payment without its institution may be of each bank, a fee and its IVA are two (`further-lines`). */
  hasOthers?: boolean
  /** Whether it is of a file whose balances count each line: then none is a repeat of one before. */
  isBalanced?: boolean
  /** How many lines before it in such a file say the same (`same-lines`). */
  again?: number
  rail: Rail
  /** The network's own id: a tracking key, a till ticket, the acquirer's id. */
  id: string
  kind: MovementKind
  /** SPEI's banking day; else the day in Mexico City. */
  day: Day
  amountCentavos: number
  /** The network's fee. */
  feeCentavos: number
  /**
   * The barcode digits or CLABE that was paid; for a card, our transaction, also of a chargeback; for cash that a till gave back, our transfer.
   */
  reference: string
  /** The ordering bank's three digits, of a payment also as its payer's CLABE has them; or the chain. */
  institution: string
  payerClabe: string
  /** When the payer paid; empty or ISO 8601 with an offset. */
  paidAt: string
}

/** The reasons why a line cannot be read. */
export const lineFaults = {
  'too-long': ['la línea excede 4096 caracteres', 'the line is longer than 4096 characters'],
  unreadable: [
    'la línea no es CSV ni JSON con las columnas del encabezado',
    'the line is not CSV, or JSON, with the columns of the file',
  ],
  cells: [
    'la línea tiene más celdas que el encabezado: entrecomilla las que llevan el separador',
    'the line has more cells than the heading: quote those that have the separator in them',
  ],
  quotes: [
    'las comillas de la línea no cierran: cada " dentro de una celda entrecomillada se escribe ""',
    'the quotes of the line do not close: each " within a quoted cell is written ""',
  ],
  'field-61': [
    'el campo :61: no es un movimiento MT940: fecha, C o D, monto con coma, tipo, referencia',
    'field :61: is no movement of MT940: date, C or D, amount with a comma, type, reference',
  ],
  currency: ['la moneda no es MXN', 'the currency is not MXN'],
  network: ['network no es la red del encabezado', 'network is not the one of the header'],
  rail: ['rail no es una forma de pago de esta red', 'rail is no way of paying of this network'],
  kind: [
    'kind no es un movimiento de esta forma de pago; con un layout: ninguna regla de kinds reconoce la línea',
    'kind is no movement of this rail; with a layout: no rule of kinds recognises the line',
  ],
  id: [
    'id debe tener de 1 a 100 caracteres imprimibles, sin blancos alrededor; en 1.23E+15 una hoja de cálculo perdió dígitos',
    'id must have 1 to 100 printable characters, without blanks around them; in 1.23E+15 a spreadsheet has lost digits',
  ],
  day: [
    'day debe ser una fecha AAAA-MM-DD dentro del estado de cuenta',
    'day must be a date YYYY-MM-DD within the statement’s days',
  ],
  'day-future': ['day está en el futuro', 'day is in the future'],
  amount: [
    'amount debe ser un monto de 0.01 a 999999999999.99, como 10.50',
    'amount must be an amount from 0.01 to 999999999999.99, such as 10.50',
  ],
  fee: [
    'fee debe ser un monto, como 10.50; una línea fee no lo lleva',
    'fee must be an amount, such as 10.50; a line of kind fee has none',
  ],
  reference: [
    'reference debe tener a lo más 100 caracteres, sin blancos alrededor; en 1.23E+15 una hoja de cálculo perdió dígitos',
    'reference must have at most 100 printable characters, without blanks around them; in 1.23E+15 a spreadsheet has lost digits',
  ],
  institution: [
    'institution debe tener a lo más 40 caracteres, sin blancos alrededor',
    'institution must have at most 40 printable characters, without blanks around them',
  ],
  payer_clabe: ['payer_clabe debe ser una CLABE de 18 dígitos', 'payer_clabe must be a CLABE of 18 digits'],
  paid_at: ['paid_at debe ser ISO 8601 con zona horaria', 'paid_at must be ISO 8601 with an offset'],
  account: ['account no existe', 'account is none of ours'],
} as const satisfies Record<string, Bilingual>

export type LineFault = keyof typeof lineFaults
