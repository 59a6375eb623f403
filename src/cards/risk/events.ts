// The events of card testing.
import Type, { type TSchema } from 'typebox'
import type { riskEventTypes } from './event-types.ts'

const CardTestingSuspected = Type.Object(
  {
    suspected: Type.String({ description: 'What is tried: cards of a BIN, from an address or with a credential' }),
    bin: Type.String(),
    credential: Type.String(),
  },
  { title: 'CardTestingSuspected' },
)

export const riskEvents = {
  'card_testing.suspected': CardTestingSuspected,
} satisfies Record<keyof typeof riskEventTypes, TSchema>
