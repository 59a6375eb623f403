// The saved cards of a customer: kept from a token, listed, read, deactivated.
import Type from 'typebox'
import { answer, Id, openObject, requiredText } from '../../api/fields.ts'
import { unlessAnswered } from '../../api/idempotency.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { activeCustomer, knownCustomer } from '../../customers/read.ts'
import { Failure } from '../../failures.ts'
import type { Store } from '../../store/store.ts'
import { Unmet, update } from '../../store/write.ts'
import { SavedCard, savedCardOf, savedCardsOf } from '../../vault/saved-cards.ts'
import type { CardNeeds } from '../needs.ts'
import type { RefuseNumberOf } from '../sealed/card-data.ts'
import { saveCard } from './save.ts'

const NewCard = Type.Object({
  ...SavedCard.properties,
  cvv: Type.String({ description: 'Always XXXX: the security code is not stored', examples: ['XXXX'] }),
  status: Type.String({ description: '`chargeable`: it can be charged as `recurrent`', examples: ['chargeable'] }),
})

const tags = ['Customers']
const path = '/v1/customer/:customerId/cards'
const params = Type.Object({ customerId: Id })
const cardParams = Type.Object({ customerId: Id, cardId: Id })

export function savedCardRoutes(app: App, needs: CardNeeds & RouteNeeds & { refuseNumberOf: RefuseNumberOf }): void {
  const { store, clock, once } = needs

  app.post(
    path,
    {
      config: {
        access: 'charge',
        refusals: [
          'cards-not-offered',
          'card-unknown',
          'token-used',
          'card-existing',
          'cards-too-many',
          'customer-inactive',
        ],
      },
      schema: {
        tags,
        summary: 'Save a card',
        description:
          'Uses a token up and keeps its card for the customer. The `crd_` answered can be charged any number of times.',
        params,
        body: openObject({
          token: requiredText(100, {
            description: 'A token of `POST /v1/token`: it is used up',
            examples: ['tok_06f8k2v1c9s7m0a3x5z8q4w1e2'],
          }),
        }),
        response: answer(NewCard),
      },
    },
    async (request, reply) => {
      await needs.refuseNumberOf(request, request.body.token)
      return once(request, reply, async (effect) => {
        if (!needs.acquirers.offered) throw new Failure('cards-not-offered')
        const { accountId } = request.caller
        const { customerId } = request.params
        await activeCustomer(store, accountId, customerId)
        const shown = (card: SavedCard) => ({ success: true, result: { ...card, cvv: 'XXXX', status: 'chargeable' } })
        const card = await saveCard(needs, { accountId, customerId, token: request.body.token }, (saved) =>
          effect.answered(shown(saved)),
        ).catch(unlessAnswered(effect))
        return shown(card)
      })
    },
  )

  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List the saved cards of a customer',
        description: 'Oldest first; deactivated ones are left out.',
        params,
        response: answer(Type.Array(SavedCard, { description: 'Oldest first' })),
      },
    },
    async (request) => {
      const customer = await knownCustomer(store, request.caller.accountId, request.params.customerId)
      const { cards } = await savedCardsOf(store, customer)
      return { success: true, result: cards }
    },
  )

  app.get(
    `${path}/:cardId`,
    {
      config: { access: 'read', refusals: ['card-unknown'] },
      schema: {
        tags,
        summary: 'Get a saved card',
        description: 'One saved card by its token, its number masked.',
        params: cardParams,
        response: answer(SavedCard),
      },
    },
    async (request) => {
      await knownCustomer(store, request.caller.accountId, request.params.customerId)
      return {
        success: true,
        result: await knownCard(store, { accountId: request.caller.accountId, ...request.params }),
      }
    },
  )

  app.delete(
    `${path}/:cardId`,
    {
      config: { access: 'charge', refusals: ['card-unknown'] },
      schema: {
        tags,
        summary: 'Deactivate a saved card',
        description:
          'The card cannot be charged any more and its number is deleted; the customer counts it as deactivated.',
        params: cardParams,
        response: answer(SavedCard),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        await knownCustomer(store, request.caller.accountId, request.params.customerId)
        const card = await knownCard(store, { accountId: request.caller.accountId, ...request.params }).catch(
          unlessAnswered(effect),
        )
        const body = { success: true, result: card }
        const deletion = update(
          'cards',
          { deactivated_at: clock.now(), sealed_number: '', sealed_network: null },
          {
            account_id: request.caller.accountId,
            id: request.params.cardId,
            customer_id: request.params.customerId,
            deactivated_at: null,
          },
        )
        await store
          .commit([deletion, ...effect.answered(body)])
          .catch((cause: unknown) => {
            throw cause instanceof Unmet ? new Failure('card-unknown', { cause }) : cause
          })
          .catch(unlessAnswered(effect))
        return body
      }),
  )
}

async function knownCard(
  store: Store,
  where: { accountId: string; customerId: string; cardId: string },
): Promise<SavedCard> {
  const card = await savedCardOf(store, where)
  if (!card) throw new Failure('card-unknown')
  return card
}
