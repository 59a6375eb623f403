// The words of approvals by a second person.
import type { StateWords } from '../core/language/state-words.ts'

export const approvalStateWords = {
  asked: ['por aprobar', 'to be approved', 'waiting'],
  approved: ['aprobada', 'approved', 'waiting'],
  done: ['hecha', 'done', 'good'],
  refused: ['rechazada', 'refused', 'bad'],
  withdrawn: ['retirada', 'withdrawn', ''],
  expired: ['vencida', 'expired', ''],
  gone: ['ya resuelta de otra manera', 'settled in another way', ''],
} as const satisfies StateWords
