// The names of events, which are the subject and what happened, in words for people.

/**
 * By the name of an event, its words in Spanish and English, and which webhooks get it where not all do: with `by name`, those that subscribe to it by its name;
 * with `when tried`, the one that is tried.
 */
export type EventWords = Readonly<
  Record<`${string}.${string}`, readonly [es: string, en: string, sent?: 'by name' | 'when tried']>
>
