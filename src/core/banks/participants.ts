// The participants of SPEI: the five digits by which institutions name each other, from the three of a CLABE.
import { bankNameOf, institutionOf } from './clabe.ts'

/** Banco de México itself, and the development banks. Every other one is 40 or 90 and the three digits of its CLABEs. */
const UNUSUAL: Readonly<Record<string, string>> = {
  '001': '2001',
  '006': '37006',
  '009': '37009',
  '019': '37019',
  '135': '37135',
  '166': '37166',
  '168': '37168',
}

/** Sample: of `012180001554321090` it is `40012`, of `646180118012345673` it is `90646`. Undefined when no institution has such CLABEs. */
export function participantOf(clabe: string): string | undefined {
  if (bankNameOf(clabe) === undefined) return undefined
  const code = institutionOf(clabe)
  return UNUSUAL[code] ?? (code < '200' ? `40${code}` : `90${code}`)
}

/** The three digits of its CLABEs. Sample: of `40012` it is `012`, of `2001` it is `001`; empty for what is no such number. */
export function codeOfParticipant(participant: string): string {
  return /^\d{3,5}$/.test(participant) ? participant.slice(-3) : ''
}
