// POST /v1/token: a card that somebody typed becomes a token for one payment or one saved card.
import Type from 'typebox'
import { answer, strictObject } from '../api/fields.ts'
import type { AnswerOnce, Once } from '../api/idempotency.ts'
import type { App } from '../api/server.ts'
import type { AcquirerPort } from '../connectors/acquirer.ts'
import type { ClearCard } from '../core/card.ts'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { declineFailure } from '../core/iso8583.ts'
import { mexicoCityDay, mexicoCityTime } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import { type CardVault, TOKEN_HOURS } from '../vault/cards.ts'
import { clearCard } from '../vault/clear-card.ts'
import type { Message } from '../vault/message.ts'
import { SavedCard } from '../vault/saved-cards.ts'
import type { TransportKeys } from '../vault/transport-keys.ts'
import { sealedFields } from './sealed-body.ts'

export interface TokenRouteNeeds {
  store: Store
  clock: Clock
  once: AnswerOnce
  transportKeys: TransportKeys
  cardVault: CardVault
  acquirer: AcquirerPort
}

const CardToken = Type.Object({
  ...SavedCard.properties,
  token: Type.String({ description: 'Charge it once as `recurrent`', examples: ['tok_06f8k2v1c9s7m0a3x5z8q4w1e2'] }),
  expires: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
})

export function tokenRoutes(app: App, needs: TokenRouteNeeds): void {
  const { store, clock, once, transportKeys, cardVault } = needs
  app.post(
    '/v1/token',
    {
      schema: {
        tags: ['Cards'],
        summary: 'Make a card token',
        description: `The sealed message is \`{"cardholder_name", "number", "expiration": "YYMM", "cvv"}\`. The security code is checked with the bank and kept nowhere. The token is good for one payment or one saved card within ${TOKEN_HOURS} hours. A publishable key may call this.`,
        body: strictObject({
          ...sealedFields,
          metadata: Type.Optional(Type.Unknown({ description: 'Ignored here' })),
        }),
        response: answer(CardToken),
      },
      config: { access: 'publishable' },
    },
    async (request, reply) => {
      const message = await transportKeys.open(request.body)
      const card = clearCard(...cardFieldsOf(message, mexicoCityDay(clock.now())))
      // The security code is no part of what is remembered of the request, not even in a hash.
      const { securityCode: _, ...content } = card
      const work = async (effect: Once) => {
        await verify(needs, card)
        const { tokenId, expiresAt, source, writes } = cardVault.tokenise(request.caller.accountId, card)
        const body = {
          success: true,
          result: {
            token: tokenId,
            holder_name: source.holderName,
            type: source.brand,
            number: `${source.firstSix}XXXXXX${source.lastFour}`,
            expiration: source.expiration,
            country_code: source.countryCode,
            bank_name: source.bankName,
            funding: source.funding,
            expires: mexicoCityTime(expiresAt),
          },
        }
        await store.commit([...writes, ...effect.answered(body)])
        return body
      }
      return once(request, reply, work, content)
    },
  )
}

/** The card's fields, at the top of the message or inside `card`. */
function cardFieldsOf(message: Message, today: string): [Record<string, unknown>, { path: string; today: string }] {
  const { card } = message
  if (message.number === undefined && typeof card === 'object' && card !== null)
    return [card as Record<string, unknown>, { path: 'card', today }]
  return [message, { path: '', today }]
}

/** Asks the bank whether the card and its security code are good. */
async function verify({ acquirer }: TokenRouteNeeds, card: ClearCard): Promise<void> {
  const outcome = await acquirer.verify(card)
  switch (outcome.kind) {
    case 'valid':
      return
    case 'declined':
      throw declineFailure(outcome.code)
    case 'invalid-card':
      throw new Failure('card-invalid')
    case 'unknown':
      throw new Failure('acquirer-unreachable', { retryAfterSeconds: 5 })
  }
}
