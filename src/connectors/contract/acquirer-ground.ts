// What the duties of an acquirer's connector stand on: its rehearsal, and a charge of one of its cards.
import assert from 'node:assert/strict'
import type { Acquirer, AuthoriseRequest, ClearCard } from '../acquirer.ts'
import { type Ground, needed, patient } from './duty.ts'

/** Cards that make the simulated network give each outcome. */
export interface AcquirerCards {
  approved: ClearCard
  declined: { card: ClearCard; code: string }
  invalid: ClearCard
  wrongSecurityCode: ClearCard
  /** Its answer comes after every deadline. */
  silent: ClearCard
  /** Its payer must act. Needed for `payerAction`. */
  challenged: ClearCard
}

/** The parts of an acquirer's rehearsal for the suite. */
export interface AcquirerPart {
  cards: Partial<AcquirerCards>
  /** A dispute that the simulated network has; it has another with the suffix `-2`. Needed for `disputes`. */
  dispute: { operationId: string; networkDispute: string }
  /** Plays the payer at the address of a challenge. Needed for `payerAction`. */
  payer(act: { operationId: string; payerUrl: string; does: 'confirmed' | 'rejected' }): Promise<void>
}

export type AcquirerGround = Ground<Acquirer, AcquirerPart>

export const AMOUNT_CENTAVOS = 12_345

const meanings = {
  approved: 'card that is approved',
  declined: 'card that is declined',
  invalid: 'card that is invalid',
  wrongSecurityCode: 'card with a wrong security code',
  silent: 'card whose answer never comes',
  challenged: 'card whose payer must act',
} as const satisfies Record<keyof AcquirerCards, string>

export function cardOf<K extends keyof AcquirerCards>({ rehearsal }: AcquirerGround, kind: K): AcquirerCards[K] {
  return needed(rehearsal.cards?.[kind] as AcquirerCards[K] | undefined, meanings[kind])
}

/** A new charge, with the connector's data about it. */
export async function charge(ground: AcquirerGround, card: ClearCard): Promise<AuthoriseRequest> {
  const begun = { operationId: ground.newId(), amountCentavos: AMOUNT_CENTAVOS, beganAt: '2026-11-20T18:00:00.000Z' }
  const prepared = await (await ground.open()).prepare?.(begun, patient())
  assert.notEqual(prepared?.kind, 'unknown')
  return { ...begun, trace: prepared?.kind === 'prepared' ? prepared.trace : {}, card, months: undefined, ...ASKED }
}

/** A customer who is there. */
const ASKED = { initiator: 'customer', returnUrl: 'https://pagos.mx/a/1/return' } as const

export function about({
  card,
  months: _,
  initiator: __,
  returnUrl: ___,
  capture: ____,
  ...identity
}: AuthoriseRequest) {
  return { ...identity, cardFirstSix: card.number.slice(0, 6), cardLastFour: card.number.slice(-4) }
}
