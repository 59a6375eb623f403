// The search words of a customer: of the name, the e-mail address, and the metadata, such as the merchant's own id.
import { emailWordsOf, wordsOf } from './words.ts'

/** The most words of one customer. */
const MAX_WORDS = 64

/** `metadata` as JSON, or null. Sample: `Ana López`, `ana@ejemplo.mx` is `@ana@ejemplo.mx`, `ana`, `lopez`, `ejemplo`, `mx`. */
export function wordsOfCustomer({ name, email, metadata }: { name: string; email: string; metadata: string | null }) {
  const noted: unknown[] = metadata === null ? [] : Object.values(JSON.parse(metadata) ?? {})
  const texts = noted.flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [`${value}`] : []))
  return [...new Set([...emailWordsOf(email), ...[name, email, ...texts].flatMap(wordsOf)])].slice(0, MAX_WORDS)
}
