// Splits the bytes of a statement into lines as they arrive. Memory holds one line and one chunk, so a large file does no harm.
import { nextTurn } from '../../core/turn.ts'
import { textDecoder } from './cells.ts'
import type { Encoding } from './layout.ts'

/** The most characters of a line; a longer line is yielded without its text. */
export const LONGEST_LINE = 4_096
/** Lines that one turn of the event loop reads, also of a file that has arrived whole. */
const A_TURN = 200

export interface TextLine {
  /** From 1 on, as an editor counts. */
  number: number
  /** Without its line end; undefined when it is too long. */
  text: string | undefined
}

/** The lines that are not empty. Throws `statement-encoding` for bytes of another encoding, and `statement-half` when the last character is cut off. */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<TextLine> {
  const textOf = textDecoder(encoding)
  let number = 0
  let rest = ''
  let isTooLong = false
  const cut = (text: string): TextLine | undefined => {
    number += 1
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const line = isTooLong || whole.length > LONGEST_LINE ? undefined : whole
    isTooLong = false
    return line === undefined || line.trim() !== '' ? { number, text: line } : undefined
  }
  for await (const piece of bytes) {
    const text = rest + textOf(piece)
    // The line end of an old Mac; at the end of a piece, the rest of a line end of two characters may follow.
    const open = text.endsWith('\r') ? 1 : 0
    const parts = text.slice(0, text.length - open).split(/\r\n|[\r\n]/)
    rest = (parts.pop() ?? '') + text.slice(text.length - open)
    for (const part of parts) {
      const line = cut(part)
      if (number % A_TURN === 0) await nextTurn()
      if (line) yield line
    }
    if (rest.length > LONGEST_LINE + 1) {
      rest = ''
      isTooLong = true
    }
  }
  rest += textOf()
  const last = rest === '' && !isTooLong ? undefined : cut(rest)
  if (last) yield last
}
