// The call by which an account decides about a payment in suspense: give it back, or accept it.
import Type from 'typebox'
import { singleActorOf } from '../../accounts/second-person.ts'
import { answer, describedId, optionalFreeText, optionalText, requiredText, strictObject } from '../../api/fields.ts'
import type { AnswerOnce } from '../../api/idempotency.ts'
import type { App } from '../../api/server.ts'
import { optionalClabe } from '../../core/banks/clabe.ts'
import { invalidField } from '../../failures.ts'
import { presentReceived, ReceivedPayment } from '../received/present.ts'
import type { ReleaseRow } from '../tables.ts'
import { type Released, type ReleaseNeeds, release } from './release.ts'

const actions = ['return', 'accept'] as const satisfies ReleaseRow['action'][]

export const ReleaseBody = strictObject(
  {
    action: requiredText(10, {
      description:
        '`return` sends the money to an account; `accept` takes it for the voucher that it was paid into, pending or expired, if it is ' +
        'exactly its total, or for the customer whose CLABE it was paid into',
      examples: ['return'],
    }),
    clabe: optionalText(40, {
      description:
        'With `return`: where to. A transfer goes back to the account from which it came, and needs none; cash needs one',
      examples: ['032180000118359719'],
    }),
    beneficiary: optionalFreeText(40, {
      description: 'With `return` of cash: the account’s holder',
      examples: ['Ana Núñez'],
    }),
  },
  { title: 'Release' },
)

export function releaseRoutes(app: App, needs: ReleaseNeeds & { once: AnswerOnce }): void {
  app.post(
    '/v1/received-payments/:id/release',
    {
      config: {
        access: 'refund',
        refusals: ['payment-not-held', 'payment-not-acceptable', 'transfers-not-offered', 'second-person-needed'],
      },
      schema: {
        tags: ['Payments'],
        summary: 'Release a payment from suspense',
        description:
          'Decides what becomes of a payment that is `suspended`, once: repeating the call answers the same, asking for something else ' +
          'is refused with 409. Money that is sent back shows the tracking key of its transfer. Where the account has the rule of second persons, a person ' +
          'at the console sends it to a `clabe` only when another approves; a key needs nobody.',
        params: Type.Object({
          id: describedId({
            description: 'Of the received payment',
            examples: ['pay_06f8k2v1c9s7m0a3x5z8q4w1e2'],
          }),
        }),
        body: ReleaseBody,
        response: answer(ReceivedPayment),
      },
    },
    (request, reply) =>
      needs.once(request, reply, async (effect) => {
        const { clabe, beneficiary } = request.body
        const action = actions.find((one) => one === request.body.action)
        if (action === undefined) {
          const names = actions.join(', ')
          throw invalidField('action', `action debe ser ${names}`, `action must be ${names}`)
        }
        const alone = singleActorOf(request)
        const asked = { action, clabe: optionalClabe(clabe), beneficiary: beneficiary || undefined, alone }
        const bodyOf = (released: Released) => ({
          success: true,
          result: presentReceived(released.received, null, released.release),
        })
        const released = await release(needs, request.caller.accountId, request.params.id, asked, (done) =>
          effect.answered(bodyOf(done)),
        )
        const body = bodyOf(released)
        if (released.isRepeat) await needs.store.commit(effect.answered(body))
        return body
      }),
  )
}
