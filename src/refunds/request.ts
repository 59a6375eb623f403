// The bodies and filters of calls about refunds, and how they are read.
import Type, { type Static } from 'typebox'
import { readDay } from '../api/days.ts'
import { amount, FORMED, optionalFreeText, optionalText, strictObject } from '../api/fields.ts'
import { CursorQuery, queryChoice, queryDay, queryText, readLimit } from '../api/paging.ts'
import { queryReader } from '../api/query.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { parseAmount } from '../core/money.ts'
import { refuseInvalid } from '../failures.ts'
import { refundStates, refundWaits } from './present.ts'
import type { RefundFilter } from './search.ts'
import type { Destination } from './way.ts'

const DestinationBody = Type.Optional(
  Type.Union([
    strictObject(
      {
        clabe: optionalText(FORMED, { description: 'The account, 18 digits', examples: ['002010077777777771'] }),
        name: optionalFreeText(40, { description: 'The account’s holder' }),
        email: optionalText(254, {
          description: 'The payer’s: the request for the account and the receipt go there',
        }),
        phone: optionalText(50, { description: 'The payer’s, for SMS: 10 digits' }),
      },
      { title: 'RefundDestinationRequest' },
    ),
    Type.Null(),
  ]),
)

export const RefundBody = strictObject(
  {
    amount: Type.Optional(
      amount({ description: 'Left out: all that is left of the payment. Null is refused', examples: ['50.00'] }),
    ),
    currency: optionalText(FORMED, { description: 'MXN', examples: ['MXN'] }),
    reason: optionalFreeText(250, { description: 'For your own records', examples: ['Talla equivocada'] }),
    destination: DestinationBody,
  },
  { title: 'RefundRequest' },
)

export const RetryBody = strictObject({ destination: DestinationBody }, { title: 'RefundRetry' })

export const ListQuery = Type.Object({
  status: queryChoice(refundStates, 'Only these', ['failed']),
  waits_for: queryChoice(refundWaits, 'Only pending ones that wait for this', ['details']),
  operation: queryText('Only those of this operation'),
  start_date: queryDay('First day on which it was asked for, YYYY-MM-DD'),
  end_date: queryDay('Last day, included'),
  ...CursorQuery,
})

export function readBody(body: Static<typeof RefundBody>): {
  amountCentavos: number | undefined
  reason: string
  destination: Destination | undefined
} {
  const fields: FieldProblems = {}
  const parsed = body.amount === undefined ? undefined : parseAmount(body.amount, { minCentavos: 1 })
  if (parsed !== undefined && 'problem' in parsed)
    fields.amount = [[`amount ${parsed.problem[0]}`, `amount ${parsed.problem[1]}`]]
  const currency = (body.currency || 'MXN').toUpperCase()
  if (currency !== 'MXN')
    fields.currency = [
      [
        'currency debe ser MXN: se devuelve en la moneda del pago',
        'currency must be MXN: a refund is in the payment’s currency',
      ],
    ]
  refuseInvalid(fields)
  return {
    amountCentavos: parsed !== undefined && 'centavos' in parsed ? parsed.centavos : undefined,
    reason: body.reason ?? '',
    destination: body.destination ?? undefined,
  }
}

type Query = { [name in keyof typeof ListQuery.properties]?: string }

export function readFilter(accountId: string, query: Query): RefundFilter {
  const fields: FieldProblems = {}
  const { oneOf, text } = queryReader(query, fields)
  const status = oneOf('status', refundStates)
  const filter = {
    accountId,
    operationId: text('operation', /^[A-Za-z0-9_=.-]{1,100}$/),
    states: status === undefined ? undefined : [status],
    waitsFor: oneOf('waits_for', refundWaits),
    startDay: readDay(query, 'start_date', fields),
    endDay: readDay(query, 'end_date', fields),
    startingAfter: text('starting_after', /^ref_[0-9a-z]{1,40}$/),
    limit: readLimit(query, fields),
  }
  refuseInvalid(fields)
  return filter
}
