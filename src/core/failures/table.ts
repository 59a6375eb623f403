// The shape of a table of refusals.

/** By reason: the code on the wire, the HTTP status, and the texts; `{name}` is replaced by the failure's values. */
export type FailureTable = Record<string, readonly [code: string, status: number, es: string, en: string]>
