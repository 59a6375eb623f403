// The sandbox's test cards: one table with the behaviour of each number. Any other valid card number is approved.

import type { DeclineCode } from '../../core/cards/decline-codes.ts'
import type { DisputeStage } from '../../core/dispute.ts'
import { DAY_MS } from '../../core/time.ts'

/** The simulated bank's behaviour for a card. */
export type CardBehaviour =
  | { kind: 'approved' }
  /** Approved, but the answer comes only after the delay. */
  | { kind: 'slow'; delayMs: number }
  /** A token is given; every payment is declined with this ISO 8583 response. */
  | { kind: 'declined'; code: DeclineCode }
  /** Refused before a bank is asked, at every check and charge. */
  | { kind: 'invalid-card' }
  /** The security code never matches (response 82): no token is given, and no payment with the code is made. */
  | { kind: 'security-code-rejected' }
  /** The payer must confirm each charge on the bank's page, and may reject it there. */
  | { kind: 'challenge' }
  /** A check of the card never answers, so no token is given now. */
  | { kind: 'verification-unknown' }
  /**
   * A payment's answer does not come in time; an inquiry later gives the outcome. Or the approval comes the given time
   * after the deadline.
   */
  | { kind: 'unknown'; later: 'approved' | 'never-seen' | { declined: DeclineCode }; lateApprovalMs?: number }

/** The dispute of an approved payment by the simulated bank. */
interface TestDispute {
  stage: DisputeStage
  reasonCode: string
  /** How long after the payment. */
  afterMs: number
  respondDays: number
  /** The decision after the evidence. */
  outcome: 'won' | 'lost'
}

export interface TestCard {
  behaviour: CardBehaviour
  dispute?: TestDispute
  /** The text in the list of test cards. */
  meaning: string
}

/** How long the slow card takes. */
export const SLOW_CARD_MS = 2_000

/**
 * By number. Expiration and security code are free as long as they are valid: any month to come, 3 digits (AMEX 4).
 * In `4000 0000 0000 0CCx` the two digits CC are the response code the bank declines with.
 */
export const testCards = {
  '4242424242424242': approved('VISA, debit'),
  '4485531263748329': approved('VISA, credit'),
  '5555555555554444': approved('Mastercard, credit'),
  '2223000048400011': approved('Mastercard of the 2-series, credit'),
  '5200828282828210': approved('Mastercard, debit'),
  '5105105105105100': approved('Mastercard, prepaid'),
  '5127450000000004': approved('Mastercard, credit, with months without interest'),
  '378282246310005': approved('American Express, credit'),
  '371449635398431': approved('American Express, credit'),
  '5062210000000009': approved('Carnet, debit'),
  '6394840000000000': approved('Carnet, debit'),

  '4111111111111111': declined('51', 'insufficient funds'),
  '4000000000000010': declined('01', 'call the issuer'),
  '4000000000000044': declined('04', 'held back by the bank'),
  '4000000000000051': declined('05', 'do not honour'),
  '4000000000000127': declined('12', 'invalid transaction'),
  '4000000000000143': declined('14', 'no such card number'),
  '4000000000000150': declined('15', 'no such issuer'),
  '4000000000000416': declined('41', 'reported lost'),
  '4000000000000432': declined('43', 'reported stolen'),
  '4000000000000515': declined('51', 'insufficient funds'),
  '4000000000000549': declined('54', 'expired'),
  '4000000000000572': declined('57', 'not allowed for this card'),
  '4000000000000598': declined('59', 'suspected fraud'),
  '4000000000000614': declined('61', 'over the amount limit'),
  '4000000000000622': declined('62', 'restricted'),
  '4000000000000630': declined('63', 'security violation'),
  '4000000000000655': declined('65', 'used too often'),
  '4000000000000788': declined('78', 'not activated'),
  '4000000000000911': declined('91', 'the issuer does not answer'),
  '4000000000000960': declined('96', 'system fault at the bank'),

  '4242424242424241': {
    behaviour: { kind: 'declined', code: '14' },
    meaning: 'Wrong check digit: declined with 14 at once, no token is given',
  },
  '4111111111111137': { behaviour: { kind: 'invalid-card' }, meaning: 'Refused as an invalid card' },
  '5504174401458735': { behaviour: { kind: 'invalid-card' }, meaning: 'Refused as an invalid card' },
  '4000000000000820': {
    behaviour: { kind: 'security-code-rejected' },
    meaning: 'The security code is wrong (82): no token is given',
  },

  '4000000000010019': {
    behaviour: { kind: 'slow', delayMs: SLOW_CARD_MS },
    meaning: 'Approved after 2 seconds',
  },
  '4000000000010027': {
    behaviour: { kind: 'unknown', later: 'approved' },
    meaning: 'No answer comes; the payment stays pending and is later found approved',
  },
  '4000000000010035': {
    behaviour: { kind: 'unknown', later: { declined: '05' } },
    meaning: 'No answer comes; the payment stays pending and is later found declined',
  },
  '4000000000010043': {
    behaviour: { kind: 'unknown', later: 'never-seen' },
    meaning: 'No answer comes; the payment stays pending and the bank has never seen it',
  },
  '4000000000010050': {
    behaviour: { kind: 'verification-unknown' },
    meaning: 'The check of the card does not answer: no token is given now',
  },

  '4000000000030017': {
    behaviour: { kind: 'challenge' },
    meaning:
      'The bank wants the payer to authenticate (3-D Secure): the page of `payer_url` confirms or rejects the payment',
  },
  '4000000000020018': {
    behaviour: { kind: 'approved' },
    dispute: { stage: 'chargeback', reasonCode: '10.4', afterMs: DAY_MS, respondDays: 20, outcome: 'won' },
    meaning: 'Approved; disputed a day later as fraud (10.4); evidence wins three days after it is submitted',
  },
  '4000000000020026': {
    behaviour: { kind: 'approved' },
    dispute: { stage: 'chargeback', reasonCode: '13.1', afterMs: DAY_MS, respondDays: 20, outcome: 'lost' },
    meaning: 'Approved; disputed a day later as not received (13.1); evidence loses three days after it is submitted',
  },
  '4000000000020034': {
    behaviour: { kind: 'approved' },
    dispute: { stage: 'retrieval', reasonCode: '33', afterMs: DAY_MS, respondDays: 10, outcome: 'won' },
    meaning: 'Approved; the bank asks about it a day later (33); an answer satisfies it three days later',
  },
  '5555550000020000': {
    behaviour: { kind: 'approved' },
    dispute: { stage: 'chargeback', reasonCode: '4853', afterMs: DAY_MS, respondDays: 20, outcome: 'won' },
    meaning: 'Approved; disputed a day later by its cardholder (4853); evidence wins three days after it is submitted',
  },
} as const satisfies Record<string, TestCard>

/** By the first six and the last four digits: each payment asks. */
const disputes: ReadonlyMap<string, TestDispute | undefined> = new Map(
  Object.entries<TestCard>(testCards).map(([number, { dispute }]) => [number.slice(0, 6) + number.slice(-4), dispute]),
)

/** The behaviour of a number; an unlisted number is approved. */
export function behaviourOf(number: string): CardBehaviour {
  return Object.hasOwn(testCards, number) ? testCards[number as keyof typeof testCards].behaviour : { kind: 'approved' }
}

/** The dispute of a payment by the digits of its record; undefined for most. */
export function disputeOfCard(firstSix: string, lastFour: string): TestDispute | undefined {
  return disputes.get(firstSix + lastFour)
}

function approved(card: string): TestCard {
  return { behaviour: { kind: 'approved' }, meaning: `Approved: ${card}` }
}

function declined(code: DeclineCode, why: string): TestCard {
  return { behaviour: { kind: 'declined', code }, meaning: `Declined with ${code}: ${why}` }
}
