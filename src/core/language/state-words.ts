// The words of codes for people. Each room tells those of its own states and kinds in its `code-words.ts`; console, workbooks and audit read them there.
import type { Bilingual, Language } from './bilingual.ts'

/** Words by code, in lower case. */
export type CodeWords = Readonly<Record<string, Bilingual>>

/** How a state looks: finished well or badly, unfinished, or none of these. */
type Look = 'good' | 'bad' | 'waiting' | ''

type StateWord = readonly [es: string, en: string, look: Look]

/** The words of states, with their looks. */
export type StateWords = Readonly<Record<string, StateWord>>

/** Words by code, or what tells a text in words. */
export type ValueWords =
  | Readonly<Record<string, readonly [es: string, en: string, more?: string]>>
  | ((text: string, language: Language) => string)

/** By the path of a list and by column. */
export type ListWords = Readonly<Record<string, Readonly<Record<string, ValueWords>>>>

/** The codes that have words, for the table that stores them: a state without words does not compile. */
export function codesOf<Code extends string>(words: Readonly<Record<Code, readonly string[]>>): Code[] {
  return Object.keys(words) as Code[]
}
