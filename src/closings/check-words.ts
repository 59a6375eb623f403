// What the checks of a month are called in its package, for people; the API names them as they are here.
import type { Language } from '../core/language/bilingual.ts'
import type { LedgerAccount } from '../ledger/postings.ts'

const SPANISH = {
  'journal debits and credits': 'diario: cargos y abonos',
  'movements less payouts': 'movimientos menos liquidaciones',
  'sales of the list of operations': 'ventas de la lista de operaciones',
  'fees of the fee statement': 'comisiones del estado de comisiones',
  'IVA of the fee statement': 'IVA del estado de comisiones',
}

export type CheckName = keyof typeof SPANISH | `journal ${LedgerAccount}`

/** Sample: `journal income:fees` is `diario: income:fees`. */
export function checkWords(check: string, language: Language): string {
  if (language === 'en') return check
  return (SPANISH as Record<string, string>)[check] ?? check.replace(/^journal /, 'diario: ')
}
