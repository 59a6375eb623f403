// The operator's calls about what merchants owe: list it, ask to write a debt off, and decide as another person.
import Type from 'typebox'
import { nameAndAddress } from '../../accounts/trail/record.ts'
import type { Caller } from '../../api/caller.ts'
import { answer, bareAnswer, freeText, Id, NoBody, orNull, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { formatAmount } from '../../core/money.ts'
import { mexicoCityDay, mexicoCityTime } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { eachClaim, heldByDisputes, presentClaim, ShownClaim } from '../../payouts/claims/find.ts'
import { askedOf, askWriteOff, type Decider, decideWriteOff } from '../../payouts/claims/write-off.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { byOperator, printed } from './account-routes.ts'
import { accountById, namesOf } from './accounts.ts'

const ClaimOfAccount = Type.Object(
  {
    account: Type.String(),
    account_name: Type.String(),
    ...ShownClaim.properties,
    writable: Type.String({ description: 'What can be written off now: the rest may come back with open disputes' }),
    write_off: orNull(
      Type.Object({
        id: Type.String(),
        amount: Type.String(),
        because: Type.String(),
        asked_by: Type.String(),
        timestamp: Type.String(),
        own: Type.Boolean({ description: 'The caller asked for it: another person decides' }),
      }),
    ),
  },
  { title: 'ClaimOfAccount' },
)
const Claims = Type.Object({
  more: Type.Boolean({ description: 'There are more than are shown' }),
  claims: Type.Array(ClaimOfAccount),
})
const config = { access: 'operator' } as const
const hide = { hide: true }
const params = Type.Object({ id: Id })
/** Debts that are listed. */
const SHOWN = 200

export function claimRoutes(app: App, needs: StoreAndClock): void {
  const { store, clock } = needs

  app.get('/v1/console/claims', { config, schema: { ...hide, response: answer(Claims) } }, async ({ caller }) => {
    const claims = []
    let more = false
    for await (const claim of eachClaim(store)) {
      more = claims.length === SHOWN
      if (more) break
      claims.push(claim)
    }
    const names = await namesOf(
      store,
      claims.map(({ accountId }) => accountId),
    )
    const today = mexicoCityDay(clock.epochMs())
    const shown = await Promise.all(
      claims.map(async (claim) => {
        const [asked, held] = await Promise.all([
          askedOf(store, claim.accountId),
          heldByDisputes(store, claim.accountId),
        ])
        return {
          account: claim.accountId,
          account_name: names.get(claim.accountId) ?? '',
          ...presentClaim(claim, today),
          writable: formatAmount(Math.max(0, claim.amountCentavos - held)),
          write_off:
            asked === undefined
              ? null
              : {
                  id: asked.id,
                  amount: formatAmount(asked.amount_centavos),
                  because: asked.because,
                  asked_by: asked.asked_name,
                  timestamp: mexicoCityTime(asked.created_at),
                  own: asked.asked_by === personOf(caller).id,
                },
        }
      }),
    )
    return { success: true, result: { more, claims: shown } }
  })

  app.post(
    '/v1/console/accounts/:id/write-off',
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
      const { id: accountId } = request.params
      if ((await accountById(store, accountId)) === undefined) throw new Failure('resource-unknown')
      const because = printed(request.body.because, 'because')
      await askWriteOff(needs, { accountId, because }, personOf(request.caller), byOperator(request))
      return { success: true }
    },
  )

  for (const verb of ['approve', 'refuse'] as const) {
    app.post(
      `/v1/console/write-offs/:id/${verb}`,
      { config, schema: { ...hide, params, body: NoBody, response: bareAnswer } },
      async (request) => {
        const wanted = { id: request.params.id, approve: verb === 'approve' }
        await decideWriteOff(needs, wanted, personOf(request.caller), byOperator(request))
        return { success: true }
      },
    )
  }
}

function personOf({ person, operator }: Caller): Decider {
  if (person === undefined) throw new Failure('role-missing')
  return { id: person.id, name: nameAndAddress(person.name, operator) }
}
