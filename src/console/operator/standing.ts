// Reads an account's standing, for the operator and the account's people.
import Type, { type Static } from 'typebox'
import { readStanding } from '../../accounts/change-standing.ts'
import { type Standing, takenOf } from '../../accounts/standing.ts'
import { orNull } from '../../api/fields.ts'
import { formatAmount } from '../../core/money.ts'
import { mexicoCityDay, mexicoCityTime } from '../../core/time.ts'
import type { StoreAndClock } from '../../store/store.ts'

export const Suspension = Type.Object({ since: Type.String(), because: Type.String() }, { title: 'Suspension' })

export const StandingShown = Type.Object({
  suspended: orNull(Suspension),
  limits: Type.Object({
    payment: orNull(Type.String()),
    day: orNull(Type.String()),
    taken: orNull(
      Type.String({ description: 'The amount that today has used of the limit of a day; null without one' }),
    ),
  }),
})

/** Fails with `resource-unknown`. */
export async function standingOf(
  { store, clock }: StoreAndClock,
  accountId: string,
): Promise<Static<typeof StandingShown>> {
  const standing = await readStanding(store, accountId)
  const day = mexicoCityDay(clock.now())
  const taken = standing.day_limit_centavos === null ? null : await takenOf(store, { accountId, day })
  return {
    ...presentStanding(standing),
    limits: {
      payment: amountOf(standing.payment_limit_centavos),
      day: amountOf(standing.day_limit_centavos),
      taken: amountOf(taken),
    },
  }
}

/** Since when and why the account is suspended; null: it is open. */
export function presentStanding({
  suspended_at,
  suspended_because,
}: Pick<Standing, 'suspended_at' | 'suspended_because'>) {
  return {
    suspended: suspended_at === null ? null : { since: mexicoCityTime(suspended_at), because: suspended_because },
  }
}

function amountOf(centavos: number | null): string | null {
  return centavos === null ? null : formatAmount(centavos)
}
