// Makes text of other parties safe to show at a terminal.
import { TURNING_MARKS } from '../../core/turning.ts'

/** Control characters move the cursor, change colours and write the clipboard; bidirectional ones change the order of what is read. */
const UNSHOWN = new RegExp(String.raw`(?![\n\t])\p{Cc}|[${TURNING_MARKS}]`, 'gu')

/** Text of any number of lines, with `�` for the characters that control a terminal. */
export function shownText(text: string): string {
  return text.replace(UNSHOWN, '�')
}

/** One line of columns, separated by tabs. No cell begins another column or line. */
export function shownRow(cells: readonly string[]): string {
  return cells.map((cell) => shownText(cell).replace(/[\n\t]/g, '�')).join('\t')
}

/** JSON with the same meaning, with escapes for the control characters that `JSON.stringify` leaves unescaped. */
export function shownJson(json: string): string {
  return json.replace(UNSHOWN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
