// The description in Spanish, by its English. A text that is missing here is shown in English: `test/stories/documents/reference.test.ts` names it.
import { answerMembersOne } from './answer-members-1.ts'
import { answerMembersTwo } from './answer-members-2.ts'
import { answers } from './answers.ts'
import { captures } from './captures.ts'
import { checkouts } from './checkouts.ts'
import { closing } from './closing.ts'
import { descriptions } from './descriptions.ts'
import { fieldsOne } from './fields-1.ts'
import { fieldsTwo } from './fields-2.ts'
import { fieldsThree } from './fields-3.ts'
import { fieldsFour } from './fields-4.ts'
import { moreDescriptions } from './more-descriptions.ts'
import { parameters } from './parameters.ts'
import { requestMembers } from './request-members.ts'
import { summaries } from './summaries.ts'

export const spanish: Readonly<Record<string, string>> = {
  ...summaries,
  ...descriptions,
  ...moreDescriptions,
  ...answers,
  ...answerMembersOne,
  ...answerMembersTwo,
  ...parameters,
  ...requestMembers,
  ...fieldsOne,
  ...fieldsTwo,
  ...fieldsThree,
  ...fieldsFour,
  ...captures,
  ...checkouts,
  ...closing,
}
