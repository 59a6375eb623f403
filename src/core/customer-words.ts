// The words by which a customer is found: of the name, the e-mail address, and what the merchant notes about them, such as an id of its own.
import { emailWordsOf, wordsOf } from './words.ts'

/** Words of one customer that are kept. */
const MOST_WORDS = 64

/** `metadata` as JSON, or null. Sample: `Ana López`, `ana@ejemplo.mx` is `@ana@ejemplo.mx`, `ana`, `lopez`, `ejemplo`, `mx`. */
export function wordsOfCustomer({ name, email, metadata }: { name: string; email: string; metadata: string | null }) {
  const noted: unknown[] = metadata === null ? [] : Object.values(JSON.parse(metadata) ?? {})
  const texts = noted.flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [`${value}`] : []))
  return [...new Set([...emailWordsOf(email), ...[name, email, ...texts].flatMap(wordsOf)])].slice(0, MOST_WORDS)
}
