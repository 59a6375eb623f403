// The demo shop's goods, and what a basket holds: prices are the shop's own, never the browser's.
import type { Language } from '../../core/language/bilingual.ts'
import { formatAmount } from '../../core/money.ts'
import { invalidField } from '../../failures.ts'

export interface Product {
  id: string
  name: Record<Language, string>
  detail: Record<Language, string>
  priceCentavos: number
}

export const products: readonly Product[] = [
  {
    id: 'coffee',
    name: { es: 'Café de Chiapas', en: 'Coffee from Chiapas' },
    detail: { es: '500 g, tostado medio', en: '500 g, medium roast' },
    priceCentavos: 18_500,
  },
  {
    id: 'chocolate',
    name: { es: 'Chocolate de Oaxaca', en: 'Chocolate from Oaxaca' },
    detail: { es: '6 tablillas, con canela', en: '6 tablets, with cinnamon' },
    priceCentavos: 12_000,
  },
  {
    id: 'honey',
    name: { es: 'Miel de Yucatán', en: 'Honey from Yucatán' },
    detail: { es: '350 g, flor de dzidzilché', en: '350 g, dzidzilche blossom' },
    priceCentavos: 14_550,
  },
]

export const MAX_OF_ONE = 9

/** What is bought, as a checkout takes it, and the text of the receipt: `2 × Café de Chiapas`. Fails on an empty basket. */
export function priced(
  counts: Record<string, number>,
  language: Language,
): { items: { name: string; quantity: number; amount: string }[]; description: string } {
  const bought = products.filter((product) => (counts[product.id] ?? 0) > 0)
  if (bought.length === 0) throw invalidField('basket', 'La canasta está vacía', 'The basket is empty')
  const items = bought.map((product) => ({
    name: product.name[language],
    quantity: counts[product.id] ?? 0,
    amount: formatAmount(product.priceCentavos),
  }))
  return { items, description: items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ') }
}
