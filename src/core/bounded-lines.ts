// Lines that are written a few at a time, one write after the other. What the reader has not taken is held up to a bound; beyond it lines
// are counted and dropped.

/** What the lines are written to. */
interface Output {
  /** Writes a text. Calls `done` when it was taken, with the error when it was not. */
  write(text: string, done: (error?: Error | null) => void): void
  /** Writes what can be written at once, as the process ends. */
  writeAtEnd(text: string): void
}

export interface BoundedLines {
  write(line: string): void
  /** Lines dropped since the start. */
  dropped(): number
  /** Resolves when everything was taken, or after so long at the most. */
  flushed(withinMs: number): Promise<void>
  /** To be called as the process ends: nothing is written later. */
  end(): void
}

interface Bounds {
  /** How long a line waits for others to be written with it. */
  delayMs: number
  /** The most characters that wait for the reader, those of the write under way included. */
  most: number
  /** The line that says how many lines were dropped. */
  droppedLine(count: number): string
}

export function boundedLines(output: Output, { delayMs, most, droppedLine }: Bounds): BoundedLines {
  let waiting = ''
  let waitingLines = 0
  let underWay = 0
  let dropped = 0
  let undisclosed = 0
  let timer: NodeJS.Timeout | undefined
  let idle = Promise.withResolvers<void>()

  const drop = (lines: number) => {
    dropped += lines
    undisclosed += lines
  }
  /** The lines that wait, behind the number of those that were dropped before them. */
  const taken = () => {
    const text = undisclosed === 0 ? waiting : waiting + droppedLine(undisclosed)
    undisclosed = 0
    waiting = ''
    return text
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (underWay > 0) return
    const lines = waitingLines
    const announced = undisclosed
    const text = taken()
    waitingLines = 0
    if (text === '') return
    underWay = text.length
    output.write(text, (error) => {
      underWay = 0
      if (error) {
        // The line with the number was lost too.
        dropped += lines
        undisclosed += lines + announced
      }
      if (waiting !== '') flush()
      else idle.resolve()
    })
  }
  return {
    write: (line) => {
      if (underWay + waiting.length + line.length > most) return drop(1)
      waiting += line
      waitingLines += 1
      if (underWay === 0) timer ??= setTimeout(flush, delayMs)
    },
    dropped: () => dropped,
    flushed: async (withinMs) => {
      idle = Promise.withResolvers<void>()
      flush()
      if (underWay === 0) return
      const late = setTimeout(() => idle.resolve(), withinMs)
      await idle.promise
      clearTimeout(late)
    },
    end: () => {
      clearTimeout(timer)
      const text = taken()
      if (text !== '') output.writeAtEnd(text)
    },
  }
}
