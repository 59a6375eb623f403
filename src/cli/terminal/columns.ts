// Lines of columns as a terminal shows them: aligned, with times of Mexico City. A program that reads a pipe gets tabs and UTC.
import { mexicoCityTime } from '../../core/time.ts'

const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z/g
/** Between two columns. */
const GAP = 2
/** A longer cell does not widen its column. */
const WIDEST = 40

/** Rows of cells between tabs. A line without a tab stays as it is; the last cell of a row has no blanks after it. */
export function aligned(lines: readonly string[]): string[] {
  const rows = lines.map((line) => withMexicoCityTimes(line).split('\t'))
  const widths: number[] = []
  for (const cells of rows)
    for (const [at, cell] of cells.slice(0, -1).entries())
      widths[at] = Math.max(widths[at] ?? 0, Math.min(lengthOf(cell), WIDEST))
  return rows.map((cells) =>
    cells
      .map((cell, at) => {
        if (at === cells.length - 1) return cell
        return cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(cell)) + GAP)
      })
      .join(''),
  )
}

/** Sample: `2026-11-26T14:20:19.000Z` is `2026-11-26 08:20:19`. */
export function withMexicoCityTimes(text: string): string {
  return text.replace(INSTANT, (instant) => {
    const time = Number.isNaN(Date.parse(instant))
      ? instant
      : mexicoCityTime(new Date(Date.parse(instant)).toISOString())
    return time.slice(0, 19).replace('T', ' ')
  })
}

function lengthOf(cell: string): number {
  return [...cell].length
}
