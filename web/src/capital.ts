/** The text with a capital letter at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The text with a small letter at its beginning. */
export function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
