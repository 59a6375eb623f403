// Actions of the audit trail by their names, which are the subject and the change, in words for people.

export type ActionWords = Readonly<Record<`${string}.${string}`, readonly [es: string, en: string]>>
