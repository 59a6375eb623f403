// The words of credentials.
import type { CodeWords, ListWords, StateWords } from '../core/language/state-words.ts'

export const credentialStateWords = {
  active: ['activa', 'active', 'good'],
  expired: ['vencida', 'expired', ''],
  revoked: ['revocada', 'revoked', 'bad'],
} as const satisfies StateWords

export const credentialKindWords = {
  secret: ['secreta', 'secret key'],
  publishable: ['publicable', 'publishable key'],
} as const satisfies CodeWords

export const accountLists = {
  '/v1/credentials': { kind: credentialKindWords, status: credentialStateWords },
} as const satisfies ListWords
