// An amount as a person types it.

/** The field's text as an amount of the service; undefined while it is invalid. A comma separates thousands only. */
export function typedAmount(text: string): string | undefined {
  const [, whole, part = ''] = /^\s*\$?\s*(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text) ?? []
  return whole === undefined ? undefined : `${Number(whole.replaceAll(',', ''))}.${part.padEnd(2, '0')}`
}
