// What the seeded shop sells, and to whom: a roaster of coffee with a table or two.

export const GOODS: readonly (readonly [description: string, centavos: number])[] = [
  ['Café de Coatepec, 1 kg', 38_000],
  ['Café de Pluma Hidalgo, 500 g', 21_500],
  ['Café descafeinado, 500 g', 23_000],
  ['Prensa francesa, 1 litro', 64_900],
  ['Molino manual', 129_000],
  ['Cafetera italiana, 6 tazas', 89_500],
  ['Filtros de papel, 100 piezas', 12_900],
  ['Taza de barro', 18_000],
  ['Curso de barismo, sábado', 95_000],
  ['Canasta de regalo', 74_000],
]

/** One sale in the period is this large. */
export const LARGE_SALE = ['Máquina de espresso, 2 grupos', 4_850_000] as const

export const PEOPLE: readonly string[] = [
  'Ana Núñez Ortiz',
  'Luis Ángel Cárdenas',
  'María José Peña',
  'Jorge Ibarra Solís',
  'Ximena Robles',
  'Raúl Quintero Díaz',
  'Sofía Beltrán',
  'Héctor Muñoz Lara',
  'Daniela Cruz',
  'Emilio Zepeda',
  'Paola Guzmán Rey',
  'Óscar Villalobos',
]

export const STORES: readonly string[] = ['OXXO', 'OXXO', 'OXXO', '7-ELEVEN']

export const REFUND_REASONS: readonly string[] = ['Talla equivocada', 'Llegó roto', 'Pedido repetido', 'Ya no lo quiso']

/** Cards of the sandbox that are approved, the usual ones more often. */
export const GOOD_CARDS: readonly string[] = [
  '4242424242424242',
  '4242424242424242',
  '4485531263748329',
  '5555555555554444',
  '5200828282828210',
  '5127450000000004',
  '378282246310005',
  '5062210000000009',
]

/** Cards that are declined, each with another reason. */
export const BAD_CARDS: readonly string[] = [
  '4111111111111111',
  '4111111111111111',
  '4000000000000051',
  '4000000000000549',
  '4000000000000598',
  '4000000000000614',
  '4000000000000911',
]

/** Sample: `ana.nunez@example.mx`. */
export function emailOf(name: string): string {
  const [first = '', last = ''] = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ')
  return `${first}.${last}@example.mx`
}
