// The sandbox's acquirer: its answers follow only from the card, the amount and the operation's id. It keeps records of
// challenges alone, so the same call has the same answer in any process, before and after a crash. Undone charges are
// remembered while the process lives.
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultsAsked } from '../../api/faults/request-faults.ts'
import { hasBrandLength, passesLuhn } from '../../core/cards/number.ts'
import {
  type Acquirer,
  type AcquirerCapabilities,
  type ChargeResult,
  type ChargeTrace,
  type ClearCard,
  DISPUTES_VERSION,
} from '../acquirer.ts'
import { type ConnectorState, passingState } from '../state.ts'
import { type ChallengeDecision, challenges } from './challenges.ts'
import { chargeFaultOf } from './faults.ts'
import { type MagicAmount, magicOf, refundPlays } from './magic-amounts.ts'
import { behaviourOf, type CardBehaviour, testCards } from './test-cards.ts'

export const SANDBOX_ACQUIRER = 'sandbox-acquirer'

const MAX_REMEMBERED = 10_000
/** A charge that arrives after the advice to undo it. */
const UNDONE = { kind: 'declined', code: '12' } as const

const EVERYTHING: AcquirerCapabilities = {
  inquiry: true,
  advice: true,
  void: true,
  refund: true,
  partialRefund: true,
  disputes: DISPUTES_VERSION,
  payerAction: true,
  capture: 'part',
}

type SandboxAcquirer = Acquirer &
  Required<Pick<Acquirer, 'inquire' | 'capture' | 'reverse' | 'refund' | 'advise' | 'answerDispute'>>

/** `without`: the capabilities that this variant lacks; without inquiries it challenges nobody. `state`: where it keeps its challenges. */
export function sandboxAcquirer(
  without: Partial<AcquirerCapabilities> = {},
  state: ConnectorState = passingState(),
): SandboxAcquirer {
  const { payerAction: _, ...atOnce } = { ...EVERYTHING, ...without }
  const capabilities: AcquirerCapabilities = atOnce.inquiry ? { ...atOnce, payerAction: true } : atOnce
  const challenged = challenges(state)
  /** What the payer decided; undefined while the payer has not. */
  const decided = async (operationId: string): Promise<ChargeResult | undefined> => {
    const decision = await challenged.decisionOf(operationId)
    return decision && outcomeOfDecision(decision, operationId)
  }
  const undone = new Set<string>()
  /** Refunds, and charges of captures, whose first try had no answer. */
  const tried = new Set<string>()
  return {
    name: SANDBOX_ACQUIRER,
    simulated: true,
    capabilities,
    prepare: async () => {
      const fault = faultsAsked().network?.charge
      return { kind: 'prepared', trace: fault === undefined ? {} : { fault } }
    },
    authorise: async (request, signal) => {
      const { card, operationId, amountCentavos, trace } = request
      const behaviour = paymentOf(numberBehaviour(card.number), amountCentavos, trace)
      if (signal.aborted) return { kind: 'unknown' }
      if (undone.has(operationId)) return UNDONE
      if (behaviour.kind === 'unknown') {
        await aborted(signal)
        if (behaviour.lateApprovalMs === undefined) return { kind: 'unknown' }
        await sleep(behaviour.lateApprovalMs, undefined, { ref: false })
        return approval(operationId)
      }
      if (behaviour.kind === 'challenge') {
        if (capabilities.payerAction === undefined) return approval(operationId)
        const payerUrl = await challenged.begin(operationId, request.returnUrl)
        return (await decided(operationId)) ?? { kind: 'payer-must-act', payerUrl }
      }
      if (behaviour.kind === 'slow' && !(await slept(behaviour.delayMs, signal))) return { kind: 'unknown' }
      if (behaviour.kind === 'security-code-rejected' && card.securityCode === undefined) return approval(operationId)
      return outcomeOf(behaviour, operationId)
    },
    inquire: async ({ operationId, cardFirstSix, cardLastFour, amountCentavos, trace }) => {
      if (undone.has(operationId)) return UNDONE
      const behaviour = paymentOf(maskedBehaviour(cardFirstSix, cardLastFour), amountCentavos, trace)
      if (behaviour.kind === 'challenge') {
        const payerUrl = await challenged.urlOf(operationId)
        const outcome = await decided(operationId)
        if (outcome !== undefined) return outcome
        return payerUrl === undefined ? { kind: 'never-seen' } : { kind: 'payer-must-act', payerUrl }
      }
      if (behaviour.kind !== 'unknown') return outcomeOf(behaviour, operationId)
      if (behaviour.later === 'never-seen') return { kind: 'never-seen' }
      return behaviour.later === 'approved'
        ? approval(operationId)
        : { kind: 'declined', code: behaviour.later.declined }
    },
    capture: async ({ operationId, amountCentavos, captureCentavos, trace }) => {
      if (captureCentavos > amountCentavos) return { kind: 'refused', reason: 'more than was authorised' }
      const play = playOf(captureCentavos, trace)?.capture ?? 'captured'
      if (play === 'captured') return { kind: play }
      if (play === 'refused') return { kind: play, reason: 'the authorisation is no longer held' }
      if (tried.has(operationId)) return { kind: 'captured' }
      if (tried.size >= MAX_REMEMBERED) tried.clear()
      tried.add(operationId)
      return { kind: 'unknown' }
    },
    reverse: async ({ amountCentavos, trace }) => ({ kind: playOf(amountCentavos, trace)?.reversal ?? 'reversed' }),
    refund: async ({ refundId, refundCentavos }) => {
      const play = refundPlays[refundCentavos]?.outcome ?? 'refunded'
      if (play === 'late') {
        if (tried.has(refundId)) return { kind: 'refunded' }
        if (tried.size >= MAX_REMEMBERED) tried.clear()
        tried.add(refundId)
        return { kind: 'unknown' }
      }
      return play === 'refused' ? { kind: 'refused', reason: 'the issuer does not take it' } : { kind: play }
    },
    advise: async ({ operationId, amountCentavos, attempt, trace, cardFirstSix, cardLastFour }) => {
      const advice = playOf(amountCentavos, trace)?.advice
      if (advice !== undefined && attempt <= advice.unanswered) return { kind: 'unknown' }
      if (advice?.finally === 'refused') return { kind: 'refused', reason: 'already settled' }
      if (maskedBehaviour(cardFirstSix, cardLastFour).kind === 'challenge') await challenged.undo(operationId)
      if (undone.size >= MAX_REMEMBERED) undone.clear()
      undone.add(operationId)
      return { kind: 'acknowledged' }
    },
    // The simulator plays the bank's decision.
    answerDispute: async ({ amountCentavos }) =>
      magicOf(amountCentavos)?.disputeAnswer === 'refused'
        ? { kind: 'refused', reason: 'the case is closed' }
        : { kind: 'taken' },
    verify: async (card) => {
      const behaviour = numberBehaviour(card.number)
      switch (behaviour.kind) {
        case 'invalid-card':
          return { kind: 'invalid-card' }
        case 'verification-unknown':
          return { kind: 'unknown' }
        case 'security-code-rejected':
          return { kind: 'declined', code: '82' }
        case 'declined':
          return passesLuhn(card.number) ? { kind: 'valid' } : { kind: 'declined', code: behaviour.code }
        case 'approved':
        case 'slow':
        case 'challenge':
        case 'unknown':
          return { kind: 'valid' }
      }
    },
  }
}

/** The behaviour in the table; another valid card number is approved. */
function numberBehaviour(number: ClearCard['number']): CardBehaviour {
  const listed = behaviourOf(number)
  if (listed.kind !== 'approved') return listed
  if (!hasBrandLength(number)) return { kind: 'invalid-card' }
  return passesLuhn(number) ? listed : { kind: 'declined', code: '14' }
}

/** The behaviour by the masked digits of an inquiry. */
function maskedBehaviour(firstSix: string, lastFour: string): CardBehaviour {
  const number = Object.keys(testCards).find((listed) => listed.startsWith(firstSix) && listed.endsWith(lastFour))
  return number === undefined ? { kind: 'approved' } : behaviourOf(number)
}

/** For a card that would be approved, the request's fault or the amount decides. */
function paymentOf(card: CardBehaviour, amountCentavos: number, trace: ChargeTrace): CardBehaviour {
  return card.kind === 'approved' ? (playOf(amountCentavos, trace)?.payment ?? card) : card
}

function playOf(amountCentavos: number, trace: ChargeTrace): MagicAmount | undefined {
  return chargeFaultOf(trace) ?? magicOf(amountCentavos)
}

type AtOnce = Exclude<CardBehaviour, { kind: 'unknown' | 'challenge' }>

function outcomeOf(behaviour: AtOnce, operationId: string): ChargeResult {
  switch (behaviour.kind) {
    case 'declined':
      return { kind: 'declined', code: behaviour.code }
    case 'invalid-card':
      return { kind: 'invalid-card' }
    case 'security-code-rejected':
      return { kind: 'declined', code: '82' }
    case 'approved':
    case 'slow':
    case 'verification-unknown':
      return approval(operationId)
  }
}

function outcomeOfDecision(decision: ChallengeDecision, operationId: string): ChargeResult {
  switch (decision) {
    case 'confirmed':
      return approval(operationId)
    case 'rejected':
      return { kind: 'declined', code: '05' }
    case 'undone':
      return UNDONE
  }
}

/** An approval with a code and a reference derived from the operation's id. */
function approval(operationId: string): ChargeResult {
  const digest = hash('sha256', operationId)
  return {
    kind: 'approved',
    authorizationCode: String(Number.parseInt(digest.slice(0, 12), 16) % 1_000_000).padStart(6, '0'),
    networkReference: `sbx-${digest.slice(0, 32)}`,
  }
}

async function slept(delayMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(delayMs, undefined, { signal })
    return true
  } catch {
    return false
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
