// The numeric reference of a transfer (referencia numérica): up to 7 digits that its two banks show beside it.

const MAX = 9_999_999

/** 1 to 9,999,999, the same for one tracking key each time; it identifies nothing. */
export function numericReferenceOf(trackingKey: string): number {
  let sum = 0
  for (const character of trackingKey) sum = (sum * 31 + character.charCodeAt(0)) % MAX
  return sum + 1
}
