// The challenges of the sandbox's bank, as 3-D Secure has them: who must confirm a charge, and what the payer decided. They are in the connector's
// state, so that any process knows them, also after a crash.
import type { ConnectorState } from '../state.ts'

/** `undone`: the service has cancelled the charge, which will never be made. */
export type ChallengeDecision = 'confirmed' | 'rejected' | 'undone'

interface Challenges {
  /** Begins a challenge, once, and answers its address. */
  begin(operationId: string, returnUrl: string): Promise<string>
  /** The address of a challenge that was begun. */
  urlOf(operationId: string): Promise<string | undefined>
  /** The payer decides; the first decision counts, and is answered. */
  decide(operationId: string, decision: 'confirmed' | 'rejected'): Promise<ChallengeDecision>
  undo(operationId: string): Promise<void>
  decisionOf(operationId: string): Promise<ChallengeDecision | undefined>
}

/** How many days a charge may be asked for. */
const KEPT_DAYS = 60

/** One of the simulator's routes. Behind it stands the token of the address to which the payer returns. */
export const CHALLENGE_PATH = '/sandbox/challenge'

export function challenges(state: ConnectorState): Challenges {
  const decisionName = (operationId: string) => `challenge.${operationId}.decision`
  const urlName = (operationId: string) => `challenge.${operationId}.url`
  return {
    begin: (operationId, returnUrl) => state.keepFirst(urlName(operationId), challengeUrl(returnUrl), KEPT_DAYS),
    urlOf: (operationId) => state.read(urlName(operationId)),
    decide: async (operationId, decision) =>
      (await state.keepFirst(decisionName(operationId), decision, KEPT_DAYS)) as ChallengeDecision,
    undo: (operationId) => state.write(decisionName(operationId), 'undone'),
    decisionOf: async (operationId) => (await state.read(decisionName(operationId))) as ChallengeDecision | undefined,
  }
}

/** The bank is in the same service: `https://x.mx/a/TOKEN/return` has its challenge at `https://x.mx/sandbox/challenge/TOKEN`. */
function challengeUrl(returnUrl: string): string {
  return returnUrl.replace(/\/a\/([^/]+)\/return$/, `${CHALLENGE_PATH}/$1`)
}
