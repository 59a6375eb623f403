// The shape of a table of refusals.

/** By reason: the code on the wire, the HTTP status, and what is said; `{name}` is filled from the failure's values. */
export type FailureTable = Record<string, readonly [code: string, status: number, es: string, en: string]>
