// Banks' names for payers, because Banco de México's catalogue has short names without accents.
import { bankNameOf } from '../core/clabe.ts'

const KNOWN_AS: Readonly<Record<string, string>> = {
  'BBVA Mexico': 'BBVA México',
  Banjercito: 'Banjército',
  Bajio: 'BanBajío',
  Bmonex: 'Monex',
  'Ve Por Mas': 'Ve por Más',
  'Citi Mexico': 'Citi México',
  Azteca: 'Banco Azteca',
  'Multiva Banco': 'Multiva',
  'Intercam Banco': 'Intercam',
  Bancoppel: 'BanCoppel',
  Uala: 'Ualá',
  Donde: 'Banco Dondé',
  Fincomun: 'Fincomún',
  'NU MEXICO': 'Nu México',
  KLAR: 'Klar',
  'Cristobal Colon': 'Cristóbal Colón',
  'Mercado Pago W': 'Mercado Pago',
}

/** The bank of a CLABE; undefined for an unknown code. */
export function payerBankName(clabe: string): string | undefined {
  const name = bankNameOf(clabe)
  return name === undefined ? undefined : (KNOWN_AS[name] ?? name)
}
