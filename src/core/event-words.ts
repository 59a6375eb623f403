// The names of events, which are the subject and what happened, in words for people.

/**
 * By the name of an event, its words in Spanish and English, and to which webhooks it is sent when it is not sent to all: `by name` to those that subscribe to it by
 * name, `when tried` to the one that is tried.
 */
export type EventWords = Readonly<
  Record<`${string}.${string}`, readonly [es: string, en: string, sent?: 'by name' | 'when tried']>
>
