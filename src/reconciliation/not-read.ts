// What a statement has and nobody reads: lines that are no movement, and columns of another name. Each is counted by its reason.
import { maskedStart } from '../core/cards/mask.ts'
import type { Bilingual } from '../core/language/bilingual.ts'

/** Why lines, or a column of them, are not read. */
export const notReadReasons = {
  'above-heading': ['están arriba del encabezado de las columnas', 'they stand above the heading of the columns'],
  ignore: ['el layout las pasa por alto (ignore)', 'the layout says so (ignore)'],
  'not-booked': ['el banco aún no las asienta (Sts)', 'the bank has not booked them yet (Sts)'],
  column: ['la columna no es del formato', 'the column is none of the format'],
} as const satisfies Record<string, Bilingual>

export interface NotRead {
  kind: 'not-read'
  why: keyof typeof notReadReasons
  /** The rule of `ignore` that fits, from 1 on. */
  rule?: number
  /** The first such line. */
  number: number
  /** How many; one when left out. */
  lines?: number
  /** What stands there; of a column its name. */
  text: string
}

/** Lines that are not read for one reason. */
export interface NotReadLines {
  why: NotRead['why']
  rule: number | undefined
  line: number
  lines: number
  text: string
}

/** No file has so many reasons without a fault of its heading. */
const MAX_REASONS = 200

export function notReadTally() {
  const all = new Map<string, NotReadLines>()
  let lines = 0
  return {
    add({ why, rule, number, lines: more = 1, text }: NotRead): void {
      // The lines of a column are read, but for it.
      if (why !== 'column') lines += more
      const name = `${why} ${why === 'column' ? text : (rule ?? '')}`
      const known = all.get(name)
      if (known !== undefined) known.lines += more
      else if (all.size < MAX_REASONS)
        all.set(name, { why, rule, line: number, lines: more, text: maskedStart(text, 100) })
    },
    lines: () => lines,
    all: () => [...all.values()],
  }
}
