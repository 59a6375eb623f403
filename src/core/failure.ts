// The old place of refusals and of the types of texts.

export { Failure, invalidField, refuseInvalid } from '../failures.ts'
export type { Bilingual, Language } from './bilingual.ts'
export type { FieldProblems } from './failure-table.ts'
