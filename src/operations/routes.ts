// The calls about operations: list, find, reverse, send (spec 4.4 to 4.7).
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { singleActorOf } from '../accounts/second-person.ts'
import { languageOf } from '../api/answer.ts'
import { unreadOf } from '../api/body/unread-members.ts'
import {
  answer,
  choice,
  describedBareAnswer,
  Id,
  NoBody,
  openObject,
  optionalText,
  requiredText,
} from '../api/fields.ts'
import type { Once } from '../api/idempotency.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { mexicoCityDay } from '../core/time.ts'
import { touchedWrite } from '../events/append.ts'
import { Failure, type FailureReason } from '../failures.ts'
import type { Operation } from '../store/operation.ts'
import { sharedRead } from '../store/shared-read.ts'
import { finder } from './find.ts'
import { matchReader } from './finding/matches.ts'
import { matchesText, OperationList } from './list/answer.ts'
import { ListQuery, readListQuery } from './list/filter.ts'
import { type FoundBySearch, finderOfMany } from './list/found-page.ts'
import { withKnownOperator } from './list/operator-filter.ts'
import { type Found, searcher } from './list/search.ts'
import type { PageLinks } from './page-link.ts'
import { maskedCard, OperationRecord, presentOperation } from './present.ts'
import { messageWrites, readRecipients } from './queue-messages.ts'
import { countedWrite, explainingLimit, recipientsOf } from './recipient-limit.ts'
import { recordTexts } from './record-texts.ts'
import type { Reverser } from './reversal/reverse.ts'
import { postedText, presentTotals } from './totals/present.ts'

const Reversal = Type.Object(
  {
    token: Type.String({ description: 'Operation identifier' }),
    transaction: Type.String({ description: 'The client’s own external transaction when it sent one' }),
    status: Type.Boolean({
      description: 'true when the reversal is done; false while the bank has not answered the charge (record status P)',
    }),
    method: choice(['Reversal'], { description: 'Always Reversal' }),
    autorization_code: Type.String({ description: 'Spelled as clients read it' }),
    card: Type.String({ description: 'First six and last four digits', examples: ['424242XXXXXX4242'] }),
    card_type: Type.String({
      description: 'The brand of the card; OXXO for cash; empty for SPEI',
      examples: ['VISA'],
    }),
    recipe: OperationRecord,
  },
  { title: 'Reversal' },
)

/** The refusals of a reversal. */
const REVERSAL_REFUSALS = [
  'reversal-too-late',
  'reversal-window-over',
  'reversal-of-cash',
  'reversal-of-unpaid',
  'reversal-of-refunded',
  'reversal-of-disputed',
  'reversal-refused',
  'reversal-payer-unknown',
  'capture-unfinished',
  'operation-just-paid',
  'operation-processing',
  'reversal-unfinished',
  'cards-not-offered',
  'cash-not-offered',
  'spei-not-offered',
  'transfers-not-offered',
  'second-person-needed',
  'second-person-of-day',
] as const satisfies FailureReason[]

const tags = ['Operations']
const params = Type.Object({ id: Id })

const SendBody = openObject({
  id: requiredText(100, { description: 'Operation identifier' }),
  email: optionalText(254, { description: 'Where the receipt or slip is sent', examples: ['ana@ejemplo.mx'] }),
  phone: optionalText(50, { description: '10 digits', examples: ['5512345678'] }),
})

interface OperationNeeds extends RouteNeeds {
  links: PageLinks
  reverser: Reverser
  /** E-mails of an account to one recipient in an hour; undefined means no limit. */
  recipientLimit: number | undefined
}

export function operationRoutes(app: App, needs: OperationNeeds): void {
  const { store, clock, once, links, reverser } = needs
  const list = searcher(store)
  const search = finderOfMany(store)
  const matchesOf = matchReader(store)
  const find = finder(store)
  const texts = recordTexts(store, links)
  /** The text of a list. Equal requests that are answered together share it. */
  const listed = sharedRead(
    async ({ accountId, query }: Listing): Promise<string> => {
      const { filter: asked, wanted, withMatches, page } = readListQuery(query, mexicoCityDay(clock.now()))
      const filter = await withKnownOperator(store, accountId, asked)
      const found: Found | FoundBySearch =
        wanted === undefined ? await list(accountId, filter, page) : await search(accountId, filter, wanted, page)
      const totals = JSON.stringify(presentTotals(found.totals, found.transferencesCentavos)).slice(0, -1)
      const posted = filter.byPosting ? postedText(found.totals, { isSearch: wanted !== undefined }) : ''
      const [records, matches] = await Promise.all([
        texts(accountId, found.operations),
        withMatches && 'terms' in found
          ? matchesOf(
              accountId,
              found.operations.map(({ id }) => id),
              found.terms,
            )
          : undefined,
      ])
      const operations = records.join()
      const why = matches === undefined ? '' : `,"matches":${matchesText(found.operations, matches)}`
      const next = found.next === undefined ? '' : `,"next":${JSON.stringify(found.next)}`
      const more = 'more' in found ? `,"more":${found.more},"counted":${found.counted}` : ''
      return `${totals}${posted}${more},"operations":[${operations}]${why}${next}}`
    },
    (asked) => JSON.stringify(asked),
  )
  const shown = (row: Operation | undefined) => {
    if (row === undefined) throw new Failure('resource-unknown')
    return { success: true, result: presentOperation(links, row) }
  }

  app.get(
    '/v1/operations',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List operations',
        description:
          'Newest first. `total`, `sales`, `transferences` and `commissions` are over the whole filter, not the page. Go through the pages with `limit` and `offset`, or with `starting_after`, which no new operation shifts. A search (`q`, `reference`, `email`, an amount, `last4`, `customer`) answers what was written a moment ago too; it is ordered by creation also with `date=paid`, it has totals when it read all that it found, and `transferences` is null.',
        querystring: ListQuery,
        response: answer(OperationList),
      },
    },
    async (request, reply) => {
      const { accountId } = request.caller
      return asJson(reply, await listed({ accountId, query: request.query }))
    },
  )

  app.get(
    '/v1/operations/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read an operation',
        description: 'One operation of the account in any state, as a flat record.',
        params,
        response: answer(OperationRecord),
      },
    },
    async (request, reply) => {
      const key = await find.keyOf(request.caller.accountId, request.params.id)
      if (key === undefined) throw new Failure('resource-unknown')
      const [text = ''] = await texts(request.caller.accountId, [key])
      return asJson(reply, text)
    },
  )

  app.get(
    '/v1/operations/reference/:reference_number',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'findOperationByReference',
        tags,
        summary: 'Find an operation by its reference number',
        description: 'The newest operation with that number. Percent-encode what a path cannot hold: a slash is `%2F`.',
        params: Type.Object({ reference_number: Type.String({ minLength: 1, examples: ['PEDIDO-1001'] }) }),
        response: answer(OperationRecord, 'The newest operation with that number'),
      },
    },
    async (request) => shown(await find.byReference(request.caller.accountId, request.params.reference_number)),
  )

  const reverse = (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const work = async (effect: Once) => {
      const { caller, params } = request
      const operation = await reverser.reverse(caller.accountId, params.id, singleActorOf(request))
      const body = { success: true, result: presentReversal(links, operation) }
      // A repeated reversal changes nothing, so its key need not be in the batch of the effect.
      await store.commit(effect.answered(body))
      return body
    }
    return once(request, reply, work, null)
  }
  const description =
    'A card payment can be reversed on the day on which it was paid, one that is authorised and not captured at any time, a voucher while it waits; of a paid SPEI payment the money is sent back to the payer. Cash that was paid at a store is not given back. For a card payment whose answer is awaited the reversal is recorded and answered with `status` false; it is carried out when the answer is known. Repeating the call answers the same and moves no money again.'
  app.get(
    '/v1/operations/apply-reversal/:id',
    {
      config: {
        access: 'refund',
        refusals: [...REVERSAL_REFUSALS, 'prefetch-refused'],
        changes: true,
      },
      schema: {
        operationId: 'reverseOperationByGet',
        tags,
        summary: 'Reverse an operation',
        description: `${description} The operation is changed although the method is GET: a browser that only prefetches, an element of a page and a page of another site are refused.`,
        params,
        response: answer(Reversal, 'The reversal, and the operation after it'),
      },
    },
    reverse,
  )
  app.post(
    '/v1/operations/apply-reversal/:id',
    {
      config: {
        access: 'refund',
        refusals: REVERSAL_REFUSALS,
      },
      schema: {
        operationId: 'reverseOperation',
        tags,
        summary: 'Reverse an operation (POST)',
        description: `${description} It gives back all of the money: an amount, as any other field of the body, is refused.`,
        params,
        body: NoBody,
        response: answer(Reversal, 'The reversal, and the operation after it'),
      },
    },
    reverse,
  )

  app.post(
    '/v1/operations/send',
    {
      config: { access: 'charge', refusals: ['recipient-missing', 'resource-unknown', 'recipient-limit-reached'] },
      schema: {
        tags,
        summary: 'Send an operation',
        description:
          'By e-mail, by SMS or both; at least one. `success: true` means that it is queued durably and will be delivered. The language follows `Accept-Language`. An account may send one recipient so many in an hour and a day as `RECIPIENT_LIMIT` says; more are refused with 429 and `Retry-After`.',
        body: SendBody,
        response: describedBareAnswer('The messages are queued'),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const recipients = readRecipients(request.body, unreadOf(SendBody, request.body))
        const operation = await find.byId(request.caller.accountId, request.body.id)
        if (operation === undefined) throw new Failure('resource-unknown')
        const body = { success: true }
        const counted = recipientsOf(request.caller.accountId, recipients, needs.recipientLimit)
        const writing = store.commit([
          ...effect.answered(body),
          ...counted.map((one) => countedWrite(needs, one)),
          ...messageWrites(clock, operation, recipients, languageOf(request)),
          ...(recipients.email === undefined ? [] : [touchedWrite(clock, operation)]),
        ])
        await explainingLimit(needs, counted, writing)
        return body
      }),
  )
}

interface Listing {
  accountId: string
  query: Static<typeof ListQuery>
}

function presentReversal(links: PageLinks, operation: Operation): Static<typeof Reversal> {
  const recipe = presentOperation(links, operation)
  return {
    token: operation.id,
    transaction: operation.external_transaction || operation.id,
    status: operation.status !== 'pending',
    method: 'Reversal',
    autorization_code: operation.authorization_code,
    card: maskedCard(operation),
    card_type: recipe.card.type,
    recipe,
  }
}

/** A result that is JSON text already. */
function asJson(reply: FastifyReply, result: string) {
  return reply.type('application/json; charset=utf-8').send(`{"success":true,"result":${result}}`)
}
