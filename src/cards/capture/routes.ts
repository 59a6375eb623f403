// POST /v1/operations/{id}/capture: takes what a card payment has authorised, or a part of it.
import Type, { type Static } from 'typebox'
import { amount, answer, FORMED, Id, optionalText, strictObject } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { parseAmount } from '../../core/money.ts'
import { refuseInvalid } from '../../failures.ts'
import { CardOperationRecord, presentOperation } from '../../operations/present.ts'
import type { CardNeeds } from '../needs.ts'
import type { Capturer } from './carry-out.ts'

const CaptureBody = strictObject(
  {
    amount: Type.Optional(
      amount({
        description: 'Left out: all that was authorised. The rest is released. Null is refused',
        examples: ['60.00'],
      }),
    ),
    currency: optionalText(FORMED, { description: 'MXN', examples: ['MXN'] }),
  },
  { title: 'CaptureRequest' },
)

/** The refusals of a capture. */
const CAPTURE_REFUSALS = [
  'capture-not-offered',
  'capture-part-not-offered',
  'capture-of-unauthorized',
  'capture-of-captured',
  'capture-during-reversal',
  'capture-too-late',
  'capture-refused',
  'capture-unfinished',
  'operation-processing',
] as const

export function captureRoutes(
  app: App,
  { store, once, links, captures }: CardNeeds & RouteNeeds & { captures: Pick<Capturer, 'capture'> },
): void {
  app.post(
    '/v1/operations/:id/capture',
    {
      config: { access: 'charge', refusals: CAPTURE_REFUSALS },
      schema: {
        operationId: 'captureOperation',
        tags: ['Operations'],
        summary: 'Capture an authorised payment',
        description:
          'Of a card payment with `capture: false`, which is authorised (status A): takes all of it, or `amount`, and releases the rest. It is done once: a payment is captured with one amount. Fees are computed of what is captured. Before it, nothing is paid and nothing is owed to you; `GET /v1/operations/apply-reversal/{id}` releases it. What nobody captures until `authorized_until` is released, and the payment expires. Repeating the call answers the same and takes nothing again.',
        params: Type.Object({ id: Id }),
        body: CaptureBody,
        response: answer(CardOperationRecord),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { accountId, operator } = request.caller
        const operation = await captures.capture({
          accountId,
          operationId: request.params.id,
          amountCentavos: amountOf(request.body),
          operator,
        })
        const body = { success: true, result: presentOperation(links, operation) }
        // A repeated capture changes nothing, so its key need not be in the batch of the effect.
        await store.commit(effect.answered(body))
        return body
      }),
  )
}

function amountOf(body: Static<typeof CaptureBody>): number | undefined {
  const fields: FieldProblems = {}
  const parsed = body.amount === undefined ? undefined : parseAmount(body.amount, { minCentavos: 1 })
  if (parsed !== undefined && 'problem' in parsed)
    fields.amount = [[`amount ${parsed.problem[0]}`, `amount ${parsed.problem[1]}`]]
  if ((body.currency || 'MXN').toUpperCase() !== 'MXN')
    fields.currency = [['currency debe ser MXN', 'currency must be MXN']]
  refuseInvalid(fields)
  return parsed !== undefined && 'centavos' in parsed ? parsed.centavos : undefined
}
