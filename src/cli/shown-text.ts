// What others wrote, shown at a terminal: it is read, never obeyed.

/** Control characters move the cursor, change colours and write the clipboard; those that turn the direction of writing swap what is read. */
const UNSHOWN = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu

/** Text of any number of lines, with `�` for what a terminal would obey. */
export function shownText(text: string): string {
  return text.replace(UNSHOWN, '�')
}

/** One line of columns, parted by tabs. No cell begins another column or line. */
export function shownRow(cells: readonly string[]): string {
  return cells.map((cell) => shownText(cell).replace(/[\n\t]/g, '�')).join('\t')
}

/** JSON that means the same, with escapes for what `JSON.stringify` leaves as it is and a terminal would obey. */
export function shownJson(json: string): string {
  return json.replace(UNSHOWN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
