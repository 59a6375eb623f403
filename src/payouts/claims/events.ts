// The events of what a merchant owes.
import Type, { type TSchema } from 'typebox'
import type { claimEventTypes } from './event-types.ts'

const ClaimEvent = Type.Object(
  {
    amount: Type.String({ description: 'What you owe; `0.00` when it is settled', examples: ['250.00'] }),
    currency: Type.String(),
    since: Type.String({ description: 'The day since which the balance is below zero' }),
    days: Type.Integer(),
  },
  { title: 'ClaimEvent' },
)

export const claimEvents = {
  'claim.opened': ClaimEvent,
  'claim.reminder': ClaimEvent,
  'claim.settled': ClaimEvent,
} satisfies Record<keyof typeof claimEventTypes, TSchema>
