// Field 39: what each response means for a charge, a check of a card, a reversal and a network message. One that is not here is not understood.
import { responses } from './reasons.ts'

/**
 * `declined`: the charge was not made. `invalid-card`: nor could it be. `unclear`: an approval may exist, or a part of one, so the charge is
 * undone.
 */
type Meaning = 'approved' | 'declined' | 'invalid-card' | 'unclear'

type Code = keyof typeof responses

const meanings: Record<Code, Meaning> = {
  '00': 'approved',
  '01': 'declined',
  '02': 'declined',
  '03': 'declined',
  '04': 'declined',
  '05': 'declined',
  '06': 'unclear',
  '07': 'declined',
  '08': 'unclear',
  '09': 'unclear',
  '10': 'unclear',
  '11': 'unclear',
  '12': 'declined',
  '13': 'declined',
  '14': 'invalid-card',
  '15': 'declined',
  '17': 'declined',
  '19': 'declined',
  '20': 'unclear',
  '21': 'unclear',
  '22': 'unclear',
  '25': 'unclear',
  '30': 'declined',
  '31': 'declined',
  '33': 'declined',
  '34': 'declined',
  '36': 'declined',
  '39': 'declined',
  '40': 'declined',
  '41': 'declined',
  '42': 'declined',
  '43': 'declined',
  '51': 'declined',
  '52': 'declined',
  '53': 'declined',
  '54': 'declined',
  '55': 'declined',
  '56': 'declined',
  '57': 'declined',
  '58': 'declined',
  '59': 'declined',
  '61': 'declined',
  '62': 'declined',
  '63': 'declined',
  '65': 'declined',
  '68': 'unclear',
  '75': 'declined',
  '78': 'declined',
  '82': 'declined',
  '85': 'unclear',
  '90': 'unclear',
  '91': 'declined',
  '92': 'declined',
  '93': 'declined',
  '94': 'unclear',
  '96': 'unclear',
  N7: 'declined',
  R0: 'declined',
  R1: 'declined',
  R3: 'declined',
}

function isKnown(code: string): code is Code {
  return Object.hasOwn(responses, code)
}

/** Sample: of `51`, `declined`; of `Z9`, `unclear`. */
export function meaningOf(code: string): Meaning {
  return isKnown(code) ? meanings[code] : 'unclear'
}

/** Our words for a code. Sample: `51: insufficient funds`. */
export function wordsOf(code: string): string {
  return `${code}: ${isKnown(code) ? responses[code][0] : 'not in the table'}`
}

/** A card that these answer to a check is good. */
const GOOD_CARD = ['00', '08', '11', '85']

export function isGoodCard(code: string): boolean {
  return GOOD_CARD.includes(code)
}

/**
 * What the answer to a reversal means. `not-found`: the host has no such purchase, which may still be on its way. `refused`: for good, so a
 * person has to look. `unclear`: it is repeated.
 */
export function reversalMeaningOf(code: string): 'undone' | 'not-found' | 'refused' | 'unclear' {
  if (code === '00') return 'undone'
  if (code === '21' || code === '25') return 'not-found'
  return ['12', '13', '14', '40', '57', '58'].includes(code) ? 'refused' : 'unclear'
}

/** Why a sign-on is not taken; undefined when it is. */
export function networkRefusal(code: string): string | undefined {
  return code === '00' ? undefined : `the host refuses the sign-on with ${wordsOf(code)}`
}
