// The parts of the service that change something by themselves, in words.
import type { Bilingual } from '../../core/language/bilingual.ts'

export const partWords = {
  accounts: ['las cuentas', 'accounts'],
  'network reports': ['los avisos de las redes', 'reports of networks'],
  'payout accounts': ['las cuentas de liquidación', 'payout accounts'],
  sandbox: ['el sandbox', 'the sandbox'],
  serve: ['el arranque', 'the start'],
  'transport keys': ['las llaves públicas', 'public keys'],
  webhooks: ['los webhooks', 'webhooks'],
} as const satisfies Record<string, Bilingual>

export type Part = keyof typeof partWords
