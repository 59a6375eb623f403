// The output of the commands for integrators: lines for people, coloured on a terminal only, or one JSON object a line.
import { styleText } from 'node:util'
import { shownJson, shownText } from '../terminal/shown-text.ts'

type Tone = 'good' | 'bad' | 'warning' | 'quiet' | 'plain'

export interface Output {
  /** One event: `text` for people, `data` with `--json`. */
  say(tone: Tone, text: string, data: Record<string, unknown>): void
  /** Progress, for people only. Never with `--json`. */
  note(text: string): void
}

/** The destination of the lines. A terminal gets colours, unless its user has disabled them. */
export interface Screen {
  out: NodeJS.WritableStream
  error: NodeJS.WritableStream
}

const STYLES = { good: 'green', bad: 'red', warning: 'yellow', quiet: 'gray', plain: 'reset' } as const
const MARKS = { good: '✔ ', bad: '✖ ', warning: '! ', quiet: '  ', plain: '  ' } as const

export function createOutput(screen: Screen, asJson: boolean): Output {
  const coloured = (stream: NodeJS.WritableStream, style: (typeof STYLES)[Tone], text: string) =>
    style === 'reset' ? text : styleText(style, text, { stream })
  return {
    say: (tone, text, data) => {
      if (asJson) screen.out.write(`${shownJson(JSON.stringify(data))}\n`)
      else screen.out.write(`${coloured(screen.out, STYLES[tone], `${MARKS[tone]}${shownText(text)}`)}\n`)
    },
    note: (text) => {
      if (!asJson) screen.error.write(`${coloured(screen.error, 'gray', shownText(text))}\n`)
    },
  }
}
