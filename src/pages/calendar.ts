// The deadline of a slip for the payer's own calendar (RFC 5545), with a reminder a day before.
import type { PayerContent } from './content.ts'
import { fill, texts } from './texts.ts'

const CRLF = '\r\n'
/** The longest line in bytes, without its end. */
const LINE_BYTES = 75

/** The calendar file of a slip that can be paid until `content.deadline`; undefined for anything else. `now`: the service's instant. */
export function calendarFile(content: PayerContent, operationId: string, now: string): string | undefined {
  const { deadline, language, amount, merchant, heading, url } = content
  if (deadline === undefined) return undefined
  const title = fill(texts.calendarTitle, language, { amount, merchant })
  const at = stamp(deadline.at)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cobro//Cobro//ES',
    'BEGIN:VEVENT',
    `UID:${operationId}@cobro`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${at}`,
    `DTEND:${at}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(`${heading}. ${url}`)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-P1D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map(folded).join(CRLF) + CRLF
}

/** `20261125T055959Z` */
function stamp(instant: string): string {
  return instant.replace(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

/** A long line goes on in the next, after a space; no letter is cut. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > LINE_BYTES) {
      parts.push(part)
      part = ' '
    }
    part += letter
  }
  return [...parts, part].join(CRLF)
}
