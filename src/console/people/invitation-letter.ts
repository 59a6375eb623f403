// The e-mail that invites a person to the console.
import type { Language } from '../../core/language/bilingual.ts'
import { countedWrite, invitationLimits, refuseBeyondLimit } from '../../operations/recipient-limit.ts'
import type { Write } from '../../store/write.ts'
import type { ConsoleNeeds } from '../needs.ts'
import type { Sent } from './membership.ts'

/**
 * The writes for `invite`, which knows the code and its end, and asks anew when somebody else was first. `operator`: the inviting person. Fails
 * with `recipient-limit-reached`.
 */
export function invitationLetter(
  needs: Pick<ConsoleNeeds, 'store' | 'clock' | 'letter' | 'baseUrl'>,
  invitation: { accountId: string; to: string; language: Language; operator: string },
): (sent: Sent) => Promise<Write[]> {
  const page = `${needs.baseUrl()}/console/invitation`
  const { accountId, to } = invitation
  const recipient = { accountId, kind: 'invitation', recipient: to, limits: invitationLimits } as const
  return async (sent) => {
    await refuseBeyondLimit(needs, recipient)
    return [countedWrite(needs, recipient), needs.letter({ ...invitation, ...sent, step: 'invited', page })]
  }
}
