// The e-mail that invites a person to the console.
import type { Language } from '../core/bilingual.ts'
import type { Write } from '../store/write.ts'
import type { ConsoleNeeds } from './needs.ts'

/** The writes for `invite`, which knows the code and its end. `operator`: the inviting person. */
export function invitationLetter(
  { letter, baseUrl }: Pick<ConsoleNeeds, 'letter' | 'baseUrl'>,
  given: { accountId: string; to: string; language: Language; operator: string },
): (sent: { code: string; at: string }) => Write[] {
  const page = `${baseUrl()}/console/invitation`
  return ({ code, at }) => [letter({ ...given, code, at, step: 'invited', page })]
}
