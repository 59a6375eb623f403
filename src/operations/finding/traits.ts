// What a person says of a payment that stands in no text of it: the store, the way, the brand, the state, the day. Pure.
import { chains } from '../../core/chains.ts'
import { addDays, mexicoCityDay } from '../../core/time.ts'
import { searchWordsOf } from '../../core/words.ts'
import type { OperationRow } from '../tables.ts'

/** The columns with traits. */
export const traitColumns = [
  'rail',
  'chain',
  'card_brand',
  'status',
  'refunded_centavos',
  'day',
  'paid_at',
] as const satisfies (keyof OperationRow)[]

type TraitRow = Pick<OperationRow, (typeof traitColumns)[number]>

/** A trait is a text that no word is, because words have letters and digits only. */
const trait = (column: keyof OperationRow, value: string): string => `~${column} ${value}`

/** The traits of an operation. A day is one on which it was made, or paid. */
export function traitsOf({ rail, chain, card_brand, status, refunded_centavos, day, paid_at }: TraitRow): string[] {
  return [
    trait('rail', rail),
    trait('status', status),
    trait('day', day),
    ...(chain === null ? [] : [trait('chain', chain)]),
    ...(card_brand === '' ? [] : [trait('card_brand', card_brand)]),
    ...(refunded_centavos > 0 ? [trait('refunded_centavos', '')] : []),
    ...(paid_at === null ? [] : [trait('day', mexicoCityDay(paid_at))]),
  ]
}

/** The words of each trait, in both languages. */
const SAID: readonly (readonly [trait: string, said: readonly string[]])[] = [
  ...chains.map(({ name, shortName, aliases }) => [trait('chain', shortName), [name, shortName, ...aliases]] as const),
  [trait('rail', 'card'), ['tarjeta', 'card']],
  [trait('rail', 'store'), ['efectivo', 'cash']],
  [trait('rail', 'spei'), ['spei', 'transferencia', 'transfer']],
  [trait('card_brand', 'VISA'), ['visa']],
  [trait('card_brand', 'MAST'), ['mastercard']],
  [trait('card_brand', 'AMEX'), ['amex', 'american express']],
  [trait('card_brand', 'CRNT'), ['carnet']],
  [trait('status', 'paid'), ['pagada', 'pagado', 'paid']],
  [trait('status', 'pending'), ['pendiente', 'pending']],
  [trait('status', 'authorized'), ['autorizada', 'autorizado', 'authorised', 'authorized']],
  [trait('status', 'cancelled'), ['cancelada', 'cancelado', 'cancelled', 'canceled']],
  [trait('status', 'expired'), ['vencida', 'vencido', 'expired']],
  [trait('status', 'declined'), ['declinada', 'declinado', 'rechazada', 'rechazado', 'declined']],
  [trait('refunded_centavos', ''), ['devuelta', 'devuelto', 'refunded']],
]

/** Days by a name, counted back from today. */
const DAYS: readonly (readonly [daysAgo: number, said: readonly string[]])[] = [
  [0, ['hoy', 'today']],
  [1, ['ayer', 'yesterday']],
  [2, ['antier', 'anteayer']],
]

const plain = (text: string): string => searchWordsOf(text).join(' ')

/** By what is said, the same for every capital, accent and punctuation. */
function bySaid<T>(rows: readonly (readonly [value: T, said: readonly string[]])[]): Map<string, T> {
  return new Map(rows.flatMap(([value, said]) => said.map((text) => [plain(text), value] as const)))
}

const traitBySaid = bySaid(SAID)
const daysAgoBySaid = bySaid(DAYS)
/** The most pieces of a name: `Farmacias del Ahorro`. */
const LONGEST = 3

/** The trait that the first of some pieces are said for, and how many they are. */
export function traitAtStart(pieces: readonly string[], today: string): { trait: string; length: number } | undefined {
  for (let length = Math.min(LONGEST, pieces.length); length > 0; length -= 1) {
    const said = plain(pieces.slice(0, length).join(' '))
    const daysAgo = daysAgoBySaid.get(said)
    const found = daysAgo === undefined ? traitBySaid.get(said) : trait('day', addDays(today, -daysAgo))
    if (found !== undefined) return { trait: found, length }
  }
  return undefined
}
