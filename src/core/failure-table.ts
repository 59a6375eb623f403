// The shape of a table of refusals, and of what is wrong with the fields of a request.
import type { Bilingual } from './language/bilingual.ts'

/**
 * By reason: the code on the wire, the HTTP status, and the sentence, in which `{name}` is replaced by a value of the failure. The remedy says what to do
 * about it where the sentence does not, because older clients expect the sentence as it is.
 */
export type FailureTable = Record<
  string,
  readonly [code: string, status: number, es: string, en: string, remedy?: Bilingual]
>

/** The faults of each field, by its name on the wire. */
export type FieldProblems = Record<string, Bilingual[]>
