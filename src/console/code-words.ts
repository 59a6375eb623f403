// The words of roles, and of approvals by a second person.
import type { Bilingual } from '../core/language/bilingual.ts'
import type { StateWords } from '../core/language/state-words.ts'

export const roleWords = {
  reader: ['Lectura', 'Reader'],
  cashier: ['Caja', 'Cashier'],
  finance: ['Finanzas', 'Finance'],
  developer: ['Desarrollo', 'Developer'],
  owner: ['Dueño', 'Owner'],
  operator: ['Operador del servicio', 'Operator of the service'],
} as const satisfies Record<string, Bilingual>

export const approvalStateWords = {
  asked: ['por aprobar', 'to be approved', 'waiting'],
  approved: ['aprobada', 'approved', 'waiting'],
  done: ['hecha', 'done', 'good'],
  refused: ['rechazada', 'refused', 'bad'],
  withdrawn: ['retirada', 'withdrawn', ''],
  expired: ['vencida', 'expired', ''],
  gone: ['ya resuelta de otra manera', 'settled in another way', ''],
} as const satisfies StateWords
