// The log as a person reads it at a terminal: a line of text instead of each JSON line.
import { stripVTControlCharacters, styleText } from 'node:util'
import { TURNING_MARKS } from '../../core/turning.ts'
import { shownJson } from './shown-text.ts'

const levels: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info ', 40: 'WARN ', 50: 'ERROR', 60: 'FATAL' }

/** The stream that pino writes to: `{"level":40,"time":"…","task":"email","msg":"failed"}` becomes `12:03:04.567 WARN  failed task=email`. */
export function readableLog(
  out: { write(text: string): unknown },
  { colour = false }: { colour?: boolean } = {},
): { write(line: string): void } {
  return { write: (line) => void out.write(`${readableLine(line, colour)}\n`) }
}

/** A line of the log, without its end; the stack of an error goes below it. Text that is not JSON is unchanged. */
export function readableLine(line: string, colour = false): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line)
  } catch {
    return stripped(line.trimEnd())
  }
  if (entry.msg === 'request' && entry.err === undefined) return requestLine(entry, colour)
  const { level, time, msg = '', err, ...fields } = entry
  const texts = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`)
  const stack = (err as { stack?: unknown } | undefined)?.stack
  const below = err === undefined ? '' : `\n${stripped(typeof stack === 'string' ? stack : JSON.stringify(err))}`
  return (
    [timeText(String(time)), levels[Number(level)] ?? stripped(String(level)), stripped(String(msg)), ...texts].join(
      ' ',
    ) + below
  )
}

/** A request in short: `12:03:04.567 POST /v1/payment/spei 200 12 ms acc_… 01a1…`. */
function requestLine(entry: Record<string, unknown>, colour: boolean): string {
  const { time, method, route, status, ms, account, error, reason, operation } = entry
  const text = Number(status) >= 400 && colour ? styleText('red', String(status)) : valueText(status)
  const shown = [method, route].map(valueText)
  const rest = [account, error, reason, operation].filter((value) => value !== undefined && value !== '').map(valueText)
  return [timeText(String(time)), ...shown, text, `${Math.round(Number(ms))} ms`, ...rest].join(' ')
}

/** The time of day in the reader's time zone. */
function timeText(instant: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return stripped(instant)
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, '0')}`
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '-')
  return /^[\x21-\x7e]+$/.test(text) ? text : shownJson(JSON.stringify(text))
}

const UNSHOWN = new RegExp(String.raw`(?!\n)\p{Cc}|[${TURNING_MARKS}]`, 'gu')

/** Removes control characters, which could move the cursor or change colours: a part of an error may come from a client. */
function stripped(text: string): string {
  return stripVTControlCharacters(text).replace(UNSHOWN, ' ')
}
