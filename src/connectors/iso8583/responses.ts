// Field 39: what each response means for a charge, a check of a card, a reversal and a network message. One that is not here is not understood.

/**
 * `declined`: the charge was not made. `invalid-card`: nor could it be. `unclear`: an approval may exist, or a part of one, so the charge is
 * undone.
 */
type Meaning = 'approved' | 'declined' | 'invalid-card' | 'unclear'

/** ISO 8583:1987; those of two letters and digits are of the card networks. */
const responses = {
  '00': ['approved', 'approved'],
  '01': ['declined', 'refer to card issuer'],
  '02': ['declined', 'refer to card issuer, special condition'],
  '03': ['declined', 'invalid merchant'],
  '04': ['declined', 'pick up card'],
  '05': ['declined', 'do not honour'],
  '06': ['unclear', 'error'],
  '07': ['declined', 'pick up card, special condition'],
  '08': ['unclear', 'honour with identification'],
  '09': ['unclear', 'request in progress'],
  '10': ['unclear', 'approved for partial amount'],
  '11': ['unclear', 'approved (VIP)'],
  '12': ['declined', 'invalid transaction'],
  '13': ['declined', 'invalid amount'],
  '14': ['invalid-card', 'invalid card number'],
  '15': ['declined', 'no such issuer'],
  '17': ['declined', 'customer cancellation'],
  '19': ['declined', 're-enter transaction'],
  '20': ['unclear', 'invalid response'],
  '21': ['unclear', 'no action taken'],
  '22': ['unclear', 'suspected malfunction'],
  '25': ['unclear', 'unable to locate record'],
  '30': ['declined', 'format error'],
  '31': ['declined', 'bank not supported by switch'],
  '33': ['declined', 'expired card, pick up'],
  '34': ['declined', 'suspected fraud, pick up'],
  '36': ['declined', 'restricted card, pick up'],
  '39': ['declined', 'no credit account'],
  '40': ['declined', 'function not supported'],
  '41': ['declined', 'lost card'],
  '42': ['declined', 'no universal account'],
  '43': ['declined', 'stolen card'],
  '51': ['declined', 'insufficient funds'],
  '52': ['declined', 'no current account'],
  '53': ['declined', 'no savings account'],
  '54': ['declined', 'expired card'],
  '55': ['declined', 'incorrect PIN'],
  '56': ['declined', 'no card record'],
  '57': ['declined', 'transaction not permitted to cardholder'],
  '58': ['declined', 'transaction not permitted to terminal'],
  '59': ['declined', 'suspected fraud'],
  '61': ['declined', 'exceeds amount limit'],
  '62': ['declined', 'restricted card'],
  '63': ['declined', 'security violation'],
  '65': ['declined', 'exceeds frequency limit'],
  '68': ['unclear', 'response received too late'],
  '75': ['declined', 'PIN tries exceeded'],
  '78': ['declined', 'card not activated'],
  '82': ['declined', 'incorrect security code'],
  '85': ['unclear', 'no reason to decline'],
  '90': ['unclear', 'cut-off in process'],
  '91': ['declined', 'issuer or switch inoperative'],
  '92': ['declined', 'no route to issuer'],
  '93': ['declined', 'violation of law'],
  '94': ['unclear', 'duplicate transmission'],
  '96': ['unclear', 'system malfunction'],
  N7: ['declined', 'incorrect security code'],
  R0: ['declined', 'stop payment order'],
  R1: ['declined', 'revocation of authorisation'],
  R3: ['declined', 'revocation of all authorisations'],
} as const satisfies Record<string, readonly [Meaning, string]>

type Code = keyof typeof responses

function isKnown(code: string): code is Code {
  return Object.hasOwn(responses, code)
}

/** Sample: of `51`, `declined`; of `Z9`, `unclear`. */
export function meaningOf(code: string): Meaning {
  return isKnown(code) ? responses[code][0] : 'unclear'
}

/** Our words for a code. Sample: `51: insufficient funds`. */
export function wordsOf(code: string): string {
  return `${code}: ${isKnown(code) ? responses[code][1] : 'not in the table'}`
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
