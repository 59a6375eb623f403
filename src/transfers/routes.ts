// The endpoints of transfers: list them, read one with its state, and send a failed one again.
import Type from 'typebox'
import { singleActorOf } from '../accounts/second-person.ts'
import { readDay } from '../api/days.ts'
import { answer, Id, optionalFreeText, optionalText, strictObject } from '../api/fields.ts'
import { CursorQuery, cutPage, Next, queryChoice, queryDay, queryNumber, queryText, readLimit } from '../api/paging.ts'
import { queryReader } from '../api/query.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { optionalClabe } from '../core/banks/clabe.ts'
import type { Clock } from '../core/clock.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { instantOf } from '../core/time.ts'
import { type TransferState, transferStateNames, transferStates } from '../core/transfer.ts'
import { refuseInvalid } from '../failures.ts'
import { presentTransfer, Transfer } from './present.ts'
import { type RetryNeeds, retryTransfer } from './retry.ts'
import { findTransfer, listTransfers, type TransferFilter, transferKinds } from './search.ts'

const tags = ['Payments']
const MAX_MINUTES = 10_000_000
const OPEN = transferStateNames.filter((state) => transferStates[state].isOpen)
const statuses = ['open', ...transferStateNames] as const

const ListQuery = Type.Object({
  kind: queryChoice(transferKinds, 'Only these: `return`, `refund` or `payout`', ['refund']),
  status: queryChoice(statuses, 'Only these: a status, or `open` for all that the bank has not said its last word of', [
    'open',
  ]),
  operation: queryText('Only those of this operation'),
  unchanged_minutes: queryNumber(
    'Only those that have had their status for at least so many minutes',
    { minimum: 0, maximum: MAX_MINUTES },
    60,
  ),
  start_date: queryDay('First day on which it was asked for, YYYY-MM-DD'),
  end_date: queryDay('Last day, included'),
  ...CursorQuery,
})

export const RetryBody = strictObject(
  {
    clabe: optionalText(40, {
      description:
        'Another account of the payer; the same one when left out. Also of cash that its store did not give back: a transfer takes it there',
    }),
    beneficiary: optionalFreeText(40, { description: 'The account’s holder; required for cash' }),
  },
  { title: 'TransferRetry' },
)

export function transferRoutes(app: App, needs: RetryNeeds & RouteNeeds): void {
  const { store, clock, once } = needs

  app.get(
    '/v1/transfers',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List the money that goes out',
        description:
          'Newest first: returns of what paid nothing, refunds of payments and payouts, with what the bank says of each. ' +
          '`status=open&unchanged_minutes=60` lists what the bank leaves unanswered.',
        querystring: ListQuery,
        response: answer(
          Type.Object({
            transfers: Type.Array(Transfer, { description: 'Newest first' }),
            next: Next,
          }),
        ),
      },
    },
    async (request) => {
      const filter = readFilter(clock, request.caller.accountId, request.query)
      const { page, next } = cutPage(await listTransfers(store, filter), filter.limit)
      return { success: true, result: { transfers: page.map(presentTransfer), next } }
    },
  )

  app.get(
    '/v1/transfers/:transfer',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a transfer',
        description: 'One return, refund or payout, and its state at the bank.',
        params: Type.Object({ transfer: Id }),
        response: answer(Transfer),
      },
    },
    async (request) => {
      const wanted = { accountId: request.caller.accountId, transferId: request.params.transfer }
      return { success: true, result: presentTransfer(await findTransfer(store, wanted)) }
    },
  )

  app.post(
    '/v1/transfers/:transfer/retry',
    {
      config: {
        access: 'refund',
        refusals: [
          'transfer-not-failed',
          'transfer-of-payout',
          'transfer-replaced',
          'transfers-not-offered',
          'refund-cancelled',
          'second-person-needed',
          'second-person-of-day',
        ],
      },
      schema: {
        tags,
        summary: 'Send a failed return or refund again',
        description:
          'Once, to the same account or to another, as a new transfer with a tracking key of its own. Asked again for the same account, it ' +
          'answers the transfer there is. The money of a failed payout is part of the next payout instead.',
        params: Type.Object({ transfer: Id }),
        body: RetryBody,
        response: answer(Transfer),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const wanted = {
          accountId: request.caller.accountId,
          transferId: request.params.transfer,
          clabe: optionalClabe(request.body.clabe),
          beneficiary: request.body.beneficiary || undefined,
          alone: singleActorOf(request),
        }
        const bodyOf = (row: Parameters<typeof presentTransfer>[0]) => ({ success: true, result: presentTransfer(row) })
        return bodyOf(await retryTransfer(needs, wanted, (made) => effect.answered(bodyOf(made))))
      }),
  )
}

type Query = { [name in keyof typeof ListQuery.properties]?: string }

function readFilter(clock: Clock, accountId: string, query: Query): TransferFilter {
  const fields: FieldProblems = {}
  const { oneOf, text } = queryReader(query, fields)
  const status = oneOf('status', statuses)
  const minutes = query.unchanged_minutes || undefined
  const isMinutes = minutes !== undefined && /^\d{1,8}$/.test(minutes) && Number(minutes) <= MAX_MINUTES
  if (minutes !== undefined && !isMinutes) {
    const [es, en] = [`un entero de 0 a ${MAX_MINUTES}`, `an integer from 0 to ${MAX_MINUTES}`]
    fields.unchanged_minutes = [[`unchanged_minutes debe ser ${es}`, `unchanged_minutes must be ${en}`]]
  }
  const states: Record<string, readonly TransferState[]> = { open: OPEN }
  const filter = {
    accountId,
    kind: oneOf('kind', transferKinds),
    states: status === undefined ? undefined : status === 'open' ? states.open : [status],
    operationId: text('operation', /^[A-Za-z0-9_=.-]{1,100}$/),
    startDay: readDay(query, 'start_date', fields),
    endDay: readDay(query, 'end_date', fields),
    unchangedSince: isMinutes ? instantOf(clock.epochMs() - Number(minutes) * 60_000) : undefined,
    startingAfter: text('starting_after', /^trf_[0-9a-z]{1,40}$/),
    limit: readLimit(query, fields),
  }
  refuseInvalid(fields)
  return filter
}
