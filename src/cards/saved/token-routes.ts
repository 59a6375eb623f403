// POST /v1/token: a typed card becomes a token for one payment or one saved card.
import Type from 'typebox'
import { answerError } from '../../api/answer.ts'
import { answer, openObject } from '../../api/fields.ts'
import type { Once } from '../../api/idempotency.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import type { ClearCard } from '../../core/cards/number.ts'
import { mexicoCityDay, mexicoCityTime } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { Unmet, type Write } from '../../store/write.ts'
import { type CardSource, TOKEN_HOURS } from '../../vault/cards.ts'
import { clearCard } from '../../vault/clear-card.ts'
import { declineFailure } from '../../vault/declined.ts'
import type { Message } from '../../vault/message.ts'
import { type NetworkCards, withAnswer } from '../../vault/network-cards.ts'
import { SavedCard } from '../../vault/saved-cards.ts'
import { checkAttempt, coarse, openerOf, verdictOf } from '../attempts.ts'
import type { CardNeeds } from '../needs.ts'
import type { Attempt } from '../risk/card-testing.ts'
import { refuseClear, sealedFields } from '../sealed/body.ts'
import { answerSealed, madeBy } from '../sealed/call.ts'
import { ownCardOf, refuseCardData, textsAround } from '../sealed/card-data.ts'

const CardToken = Type.Object({
  ...SavedCard.properties,
  token: Type.String({ description: 'Charge it once as `recurrent`', examples: ['tok_06f8k2v1c9s7m0a3x5z8q4w1e2'] }),
  expires: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
})

export function tokenRoutes(
  app: App,
  needs: CardNeeds & RouteNeeds & { /** Whether the bank's code is hidden from a publishable key. */ coarse: boolean },
): void {
  const { store, clock, transportKeys, cardVault } = needs
  app.post(
    '/v1/token',
    {
      preValidation: refuseClear,
      schema: {
        tags: ['Cards'],
        summary: 'Make a card token',
        description: `The sealed message is \`{"cardholder_name", "number", "expiration": "YYMM", "cvv"}\`; a card in the clear is refused. The guide “Sealing a message” (\`/docs/pages/docs/guides/sealing.md\`) has the code. The security code is checked with the bank and kept nowhere; after a few wrong ones the card is refused with 429 for a while. The token is good for one payment or one saved card within ${TOKEN_HOURS} hours. The same \`key\` with the same \`data\` answers the same token; with other \`data\`, in another account or call, a \`key\` is refused. A publishable key may call this; its answer says that a card was declined, not why.`,
        body: openObject({
          ...sealedFields,
          metadata: Type.Optional(Type.Unknown({ description: 'Ignored here' })),
        }),
        response: answer(CardToken),
      },
      config: {
        access: 'publishable',
        refusals: [
          'envelope-unreadable',
          'card-invalid',
          'payment-declined',
          'card-unknown',
          'token-used',
          'card-attempts-exceeded',
          'acquirer-unreachable',
          'cards-not-offered',
        ],
      },
      errorHandler: (error, request, reply) =>
        answerError(needs.coarse ? coarse(error, request.caller) : error, request, reply),
    },
    async (request, reply) => {
      const { accountId } = request.caller
      const use = { accountId, call: CALL, by: openerOf(request) }
      return transportKeys.open(request.body, use, async ({ message, claim }) => {
        const own = ownCardOf(message)
        refuseCardData(textsAround(request), own)
        const card = clearCard(...cardFieldsOf(message, mexicoCityDay(clock.now())))
        refuseCardData([{ place: 'cardholder_name', text: card.holderName }], own)
        // The stored hash of the request does not include the security code.
        const { securityCode: _, ...content } = card
        const typed = cardVault.typed(card)

        /** The answer with the token that this envelope has already made; undefined when there is none. */
        const again = async (effect: Once) => {
          const tokenId = await madeBy(claim)
          if (tokenId === undefined) return undefined
          const expiresAt = await cardVault.tokenExpiresAt(accountId, tokenId)
          if (expiresAt === undefined) throw new Failure('card-unknown')
          const body = answerOf({ tokenId, expiresAt, source: typed.source })
          const kept: Write[] = effect.answered(body)
          if (kept.length > 0) await store.commit(kept)
          reply.header('idempotent-replayed', 'true')
          return body
        }
        const work = async (effect: Once) => {
          const first = await again(effect)
          if (first !== undefined) return first
          needs.router.refuseUnoffered(true)
          // The bank's answer about the card also answers the message, so the claim is on disk before the bank is asked.
          await claim.keep()
          const attempt = checkAttempt(needs.atRest, request, typed.source, clock.now())
          const found = await verify(needs, card, { attempt, accountId, source: typed.source })
          const { writes, ...token } = cardVault.tokenise(accountId, { ...typed, networks: found.networks })
          const body = answerOf(token)
          try {
            await store.commit([...writes, ...found.writes, ...effect.answered(body), claim.settle(token.tokenId)])
            return body
          } catch (error) {
            const other = error instanceof Unmet ? await again(effect) : undefined
            if (other === undefined) throw error
            return other
          }
        }
        return answerSealed(needs, request, reply, {
          claim,
          content,
          work,
          idOf: ({ body }) => body?.result?.token,
          refusals: ['payment-declined', 'card-invalid'],
        })
      })
    },
  )
}

const CALL = 'POST /v1/token'

function answerOf({ tokenId, expiresAt, source }: { tokenId: string; expiresAt: string; source: CardSource }) {
  return {
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
}

/** The card's fields, at the top of the message or inside `card`. */
function cardFieldsOf(message: Message, today: string): [Record<string, unknown>, { path: string; today: string }] {
  const { card } = message
  if (message.number === undefined && typeof card === 'object' && card !== null)
    return [card as Record<string, unknown>, { path: 'card', today }]
  return [message, { path: '', today }]
}

/** Asks the bank to check the card and its security code; returns the writes that go with the token, and what the acquirer keeps of the card. */
async function verify(
  { router, cardTesting }: CardNeeds,
  card: ClearCard,
  { attempt, accountId, source }: { attempt: Attempt; accountId: string; source: CardSource },
): Promise<{ writes: Write[]; networks: NetworkCards }> {
  const of = { accountId, brand: source.brand, firstSix: source.firstSix }
  const ask = () => router.verify(card, of)
  const [{ outcome, network }, writes] = await cardTesting.asking(attempt, ask, (found) => verdictOf(found.outcome))
  switch (outcome.kind) {
    case 'valid':
      return { writes, networks: withAnswer({}, network, outcome) ?? {} }
    case 'declined':
      throw declineFailure(outcome.code)
    case 'invalid-card':
      throw new Failure('card-invalid')
    case 'unknown':
      throw new Failure('acquirer-unreachable', { retryAfterSeconds: 5 })
  }
}
