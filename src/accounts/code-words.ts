// The words of credentials.
import type { StateWords } from '../core/state-words.ts'

export const credentialStateWords = {
  active: ['activa', 'active', 'good'],
  expired: ['vencida', 'expired', ''],
  revoked: ['revocada', 'revoked', 'bad'],
} as const satisfies StateWords
