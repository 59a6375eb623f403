// What names a charge at the host: its trace number (STAN) and reference (RRN), on disk before anything is sent.
import type { ChargeIdentity } from '../acquirer.ts'
import type { ConnectorState } from '../state.ts'

export interface Identity {
  /** Six digits, of the terminal: none is given twice among 999,999. */
  trace: string
  /** Twelve digits: year's last digit, day of the year, hour, trace number. */
  reference: string
}

/** The counter of a terminal's trace numbers. */
export function traceCounter(terminal: string): string {
  // A terminal may have characters that a counter's name may not.
  return `trace.${Buffer.from(terminal).toString('hex')}`
}

/** `beganAt`: a UTC instant. */
export async function newIdentity(state: ConnectorState, terminal: string, beganAt: string): Promise<Identity> {
  const number = await state.nextNumber(traceCounter(terminal))
  const trace = String(((number - 1) % 999_999) + 1).padStart(6, '0')
  return { trace, reference: referenceOf(beganAt, trace) }
}

/** Sample: `632423000042` is the 42nd number, on 20 November 2026 at 23 hours UTC. */
export function referenceOf(beganAt: string, trace: string): string {
  const { year, dayOfYear, hour } = Temporal.Instant.from(beganAt).toZonedDateTimeISO('UTC')
  return `${year % 10}${String(dayOfYear).padStart(3, '0')}${String(hour).padStart(2, '0')}${trace}`
}

/** As `prepare` answered it; undefined for a charge that it never prepared, and that was therefore never sent. */
export function identityIn({ trace: kept }: Pick<ChargeIdentity, 'trace'>): Identity | undefined {
  const { trace = '', reference = '' } = kept
  return /^\d{6}$/.test(trace) && /^\d{12}$/.test(reference) ? { trace, reference } : undefined
}
