// What the readers of a bank's own formats have in common: rows of named cells, the bounds of a file, and its bytes as text.
import type { Day } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import type { LineFault } from '../movement.ts'
import type { NotRead } from '../not-read.ts'
import type { Encoding } from './layout.ts'

/** By folded name (`written-values`). */
export type Cells = ReadonlyMap<string, string>

export type RowPiece =
  | { kind: 'row'; number: number; cells: Cells }
  | { kind: 'unreadable'; number: number; fault: LineFault; value: string }
  /** What the file says about itself. */
  | { kind: 'account'; account: string }
  | { kind: 'days'; firstDay: Day | undefined; lastDay: Day | undefined }
  | NotRead

/** A bank's statement of a year is a hundredth of it. */
const MAX_BYTES = 256 * 1024 * 1024
export const MAX_ROWS = 1_000_000
/** Characters of a cell that are kept. */
export const LONGEST_CELL = 4_096

/** Throws `statement-large` beyond the most bytes. */
export async function* bounded(bytes: AsyncIterable<Uint8Array>, most = MAX_BYTES): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > most) throw tooLarge()
    yield piece
  }
}

export function tooLarge(): Failure {
  return new Failure('statement-large', { values: { mebibytes: MAX_BYTES / 1024 / 1024, lines: MAX_ROWS } })
}

/**
 * Decodes piece after piece; nothing ends it. Throws `statement-encoding` for bytes of another encoding, `statement-half` when the last character is cut off.
 *
 * Every byte is a character of an encoding of one byte a character, so there a text that is UTF-8 throughout is told by its end.
 */
export function textDecoder(encoding: Encoding): (piece?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const isUtf8 = /^utf-/.test(encoding) ? () => false : utf8Detector()
  const refused = (cause?: unknown) =>
    new Failure('statement-encoding', { cause, values: { encoding: encoding.toUpperCase() } })
  return (piece) => {
    if (isUtf8(piece) && piece === undefined) throw refused()
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch (cause) {
      // A character that the end of the file cuts is no sign of another encoding.
      if (piece === undefined) throw new Failure('statement-half', { cause })
      throw refused(cause)
    }
  }
}

/** Whether the bytes so far are UTF-8 with a character beyond ASCII, its byte order mark too. Accents of one byte are not. */
function utf8Detector(): (piece?: Uint8Array) => boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let [isValid, isBeyondAscii] = [true, false]
  return (piece) => {
    try {
      if (isValid && piece !== undefined) isBeyondAscii ||= /[^\0-\x7f]/.test(decoder.decode(piece, { stream: true }))
    } catch {
      isValid = false
    }
    return isValid && isBeyondAscii
  }
}
