// The operator's calls about an account's standing: suspend it, reopen it, set its limits.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { limitAccount, reopenAccount, suspendAccount } from '../../accounts/change-standing.ts'
import { amount, bareAnswer, freeText, Id, NoBody, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { parseAmount } from '../../core/money.ts'
import { Failure } from '../../failures.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { byOperator, printed } from './account-routes.ts'

const path = '/v1/console/accounts/:id'
const config = { access: 'operator' } as const
const hide = { hide: true }
const params = Type.Object({ id: Id })

export function standingRoutes(app: App, needs: StoreAndClock): void {
  app.post(
    `${path}/suspend`,
    {
      config,
      schema: {
        ...hide,
        params,
        body: strictObject({ because: freeText(250, { minLength: 1 }) }),
        response: bareAnswer,
      },
    },
    async (request) => {
      const because = printed(request.body.because, 'because')
      await suspendAccount(needs, { accountId: request.params.id, because }, byOperator(request))
      return { success: true }
    },
  )

  app.post(
    `${path}/reopen`,
    { config, schema: { ...hide, params, body: NoBody, response: bareAnswer } },
    async (request) => {
      await reopenAccount(needs, request.params.id, byOperator(request))
      return { success: true }
    },
  )

  app.put(
    `${path}/limits`,
    {
      config,
      schema: {
        ...hide,
        params,
        body: strictObject({
          payment: Type.Union([amount(), Type.Null()]),
          day: Type.Union([amount(), Type.Null()]),
        }),
        response: bareAnswer,
      },
    },
    async (request: FastifyRequest<{ Params: { id: string }; Body: LimitsBody }>) => {
      const limits = readLimits(request.body)
      await limitAccount(needs, { accountId: request.params.id, limits }, byOperator(request))
      return { success: true }
    },
  )
}

/** Amounts in pesos, null for any. */
interface LimitsBody {
  payment: string | number | null
  day: string | number | null
}

/** Fails with `parameters-invalid`. */
function readLimits(body: LimitsBody) {
  const fields: Record<string, Bilingual[]> = {}
  const read = (name: keyof LimitsBody): number | null => {
    const value = body[name]
    if (value === null) return null
    const parsed = parseAmount(value, { minCentavos: 1 })
    if ('centavos' in parsed) return parsed.centavos
    fields[name] = [[`${name} ${parsed.problem[0]}`, `${name} ${parsed.problem[1]}`]]
    return null
  }
  const limits = { payment_limit_centavos: read('payment'), day_limit_centavos: read('day') }
  if (Object.keys(fields).length > 0) throw new Failure('parameters-invalid', { fields })
  return limits
}
