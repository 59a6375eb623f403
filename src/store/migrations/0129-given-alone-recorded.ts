// What people gave back alone is on the trail from now on, so that an audit can recount it. What is counted already is marked as not on it.
import { check } from './checks.ts'

export const givenAloneRecorded = {
  name: '0129-given-alone-recorded',
  statements: [
    'alter table person_days add column unrecorded_centavos bigint not null default 0',
    'update person_days set unrecorded_centavos = given_centavos',
    ...check('person_days', { unrecorded_centavos: '>= 0' }),
  ],
}
