// The rule of second persons: every person of the console reads it, people who manage people change it.
import Type from 'typebox'
import { readDay } from '../../accounts/single-control.ts'
import { requestActor } from '../../accounts/trail/record.ts'
import { amount, answer, bareAnswer, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { formatAmount, parseAmount } from '../../core/money.ts'
import { mexicoCityDay } from '../../core/time.ts'
import { Failure, invalidField } from '../../failures.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { Unmet } from '../../store/write.ts'
import { peopleOf } from '../people/membership.ts'
import { keepsPeople } from '../people/roles.ts'
import { tightenRule } from './second-person.ts'

/** The amount above which the rule applies, in pesos; null: without the rule. */
export const RuleBody = strictObject({ above: Type.Union([amount(), Type.Null()]) })

const Amount = Type.Union([Type.String(), Type.Null()])
const path = '/v1/console/second-person'
const config = { access: 'person' } as const
const hide = { hide: true }

export function secondPersonRoutes(app: App, needs: StoreAndClock): void {
  app.get(
    path,
    {
      config,
      schema: {
        ...hide,
        response: answer(Type.Object({ above: Amount, given_today: Amount, owners: Type.Integer() })),
      },
    },
    async (request) => {
      const { accountId, person } = request.caller
      const of = { accountId, personId: person?.id ?? '', day: mexicoCityDay(needs.clock.now()) }
      const [{ most, givenBack }, people] = await Promise.all([
        readDay(needs.store, of),
        peopleOf(needs.store, accountId),
      ])
      const owners = people.filter(({ role }) => keepsPeople(role)).length
      const result =
        most === null
          ? { above: null, given_today: null, owners }
          : { above: formatAmount(most), given_today: formatAmount(givenBack), owners }
      return { success: true, result }
    },
  )

  app.put(path, { config, schema: { ...hide, body: RuleBody, response: bareAnswer } }, async (request) => {
    const { accountId, person } = request.caller
    if (!keepsPeople(person?.role ?? '')) throw new Failure('role-missing')
    const centavos = readAmount(request.body.above)
    await tightenRule(needs, requestActor(request), { accountId, centavos }).catch((error: unknown) => {
      throw error instanceof Unmet ? new Failure('approval-over') : error
    })
    return { success: true }
  })
}

/** In centavos; 0 is every amount. Fails with `parameters-invalid`. */
export function readAmount(amount: string | number | null): number | null {
  if (amount === null) return null
  const parsed = parseAmount(amount, { minCentavos: 0 })
  if ('centavos' in parsed) return parsed.centavos
  throw invalidField('above', `above ${parsed.problem[0]}`, `above ${parsed.problem[1]}`)
}
