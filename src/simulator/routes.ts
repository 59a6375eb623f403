// The sandbox's own calls: play the payer, set hands-free payers, move the clock. Absent in production.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { amount, answer, Money, optionalFreeText, optionalText, strictObject } from '../api/fields.ts'
import type { AnswerOnce, Once } from '../api/idempotency.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { OperationRecord, presentOperation } from '../operations/present.ts'
import { requestActor, trailWrite } from '../trail/record.ts'
import { matchReasons } from '../vouchers/notification.ts'
import { outcomeTexts } from '../vouchers/present-received.ts'
import { type ClockNeeds, changeClock } from './change-clock.ts'
import type { PayerRules } from './payer.ts'
import { type Paid, type PayNeeds, payAtStore, payBySpei } from './play-payer.ts'

export interface SimulatorNeeds extends PayNeeds, ClockNeeds {
  once: AnswerOnce
  links: PageLinks
  payer: PayerRules
}

const tags = ['Sandbox']

const payAmount = Type.Optional(
  Type.Union([amount(), Type.Null()], { description: 'The voucher’s total when left out; any other is sent back' }),
)

const paidAtField = optionalText(40, {
  description:
    'When the payer paid, if not now: the network reports it only now. An ISO 8601 instant; one in the future is kept in suspense',
  examples: ['2026-11-23T23:58:00-06:00'],
})

const StorePaymentBody = strictObject(
  {
    transaction: optionalText(100, { description: 'The voucher, by its operation identifier …' }),
    payment_id: optionalText(100, { description: '… or by its payment_id …' }),
    short_id: optionalText(100, { description: '… or by its short_id …' }),
    reference: optionalText(100, { description: '… or by the digits of its barcode' }),
    amount: payAmount,
    ticket: optionalText(100, {
      description: 'The till’s own number: the same one again, of one chain and day, is the same payment',
    }),
    operation_day: optionalText(10, {
      description: 'The day of the till, YYYY-MM-DD; the one on which it was paid when left out',
    }),
    paid_at: paidAtField,
  },
  { title: 'StorePayment' },
)

const SpeiPaymentBody = strictObject(
  {
    clabe: optionalText(18, { description: 'Where to: any CLABE …' }),
    transaction: optionalText(100, { description: '… or that of a voucher' }),
    amount: payAmount,
    tracking_key: optionalText(30, {
      description:
        'Clave de rastreo, to 30 letters and digits: the same one again, of one bank and banking day, is the same transfer',
    }),
    operation_day: optionalText(10, {
      description: 'The banking day of the transfer, YYYY-MM-DD; the one on which it was paid when left out',
    }),
    paid_at: paidAtField,
    payer_clabe: optionalText(18, { description: 'From which account; returns and refunds go there' }),
    payer_name: optionalFreeText(40, { examples: ['Ana Núñez'] }),
  },
  { title: 'SpeiPayment' },
)

const reasons = Object.entries(matchReasons)
  .map(([reason, meaning]) => `\`${reason}\` (${meaning})`)
  .join(', ')

const Payment = Type.Object(
  {
    id: Type.String({ examples: ['pay_06f8f2k3'] }),
    network_transaction: Type.String({ description: 'The ticket of the till, or the tracking key' }),
    institution: Type.String({ description: 'The first three digits of the payer’s CLABE, or the chain of the till' }),
    operation_day: Type.String({ description: 'The banking day of SPEI, or the day of the till' }),
    outcome: Type.String({
      description:
        '`settled`, `returned`, `unmatched` (returned too, since nobody knows what was paid), or `suspended` (kept ' +
        'until a person decides)',
    }),
    reason: Type.String({ description: reasons }),
    amount: Money,
    paid_at: Type.String({ description: 'When the payer paid, as the network says' }),
    received_at: Type.String(),
    operation: Type.Union([OperationRecord, Type.Null()], {
      description: 'The operation that it concerns, as it is now',
    }),
    return: Type.Union(
      [
        Type.Object({
          tracking_key: Type.String(),
          destination: Type.String({ description: 'The payer’s CLABE, or the ticket that is given back' }),
          state: Type.String({ description: 'As in `GET /v1/transfers`' }),
          amount: Money,
        }),
        Type.Null(),
      ],
      { description: 'The transfer that gives the money back' },
    ),
  },
  { title: 'SandboxPayment' },
)

const PayerRule = strictObject(
  {
    pay_after_seconds: Type.Union([Type.Integer({ minimum: 0, maximum: 31_536_000 }), Type.Null()], {
      description:
        'Every new voucher is paid so long after it is issued, by the service’s clock; null: it is left alone',
      examples: [5],
    }),
  },
  { title: 'SandboxPayer' },
)

const ClockFields = {
  now: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
  frozen: Type.Boolean(),
}
const ClockBody = strictObject(
  {
    freeze: Type.Optional(Type.Boolean({ description: 'Stops the clock' })),
    set: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'Goes forward to this instant, or to the start of this day in Mexico City',
        examples: ['2026-12-24T10:00:00-06:00'],
      }),
    ),
    advance: Type.Optional(
      Type.String({ maxLength: 40, description: 'Goes forward by this ISO 8601 duration', examples: ['P3D', 'PT1H'] }),
    ),
    resume: Type.Optional(Type.Boolean({ description: 'Lets the clock run on from where it is' })),
  },
  { title: 'SandboxClockChange' },
)
const ClockAnswer = Type.Object(ClockFields, { title: 'SandboxClock' })
const ClockMoved = Type.Object(
  {
    ...ClockFields,
    steps: Type.Integer({ description: 'Instants at which something fell due on the way' }),
    finished: Type.Boolean({
      description:
        'False when there was too much to do for one call: the clock stands at `now`; ask for the rest again',
    }),
  },
  { title: 'SandboxClockMoved' },
)

export function simulatorRoutes(app: App, needs: SimulatorNeeds): void {
  payRoutes(app, needs)
  payerRoutes(app, needs)
  clockRoutes(app, needs)
}

function payRoutes(app: App, needs: SimulatorNeeds): void {
  app.post(
    '/v1/sandbox/pay/store',
    {
      config: { access: 'charge' },
      schema: {
        tags,
        summary: 'Pay a voucher at the till',
        description:
          'With exactly its total it is paid; too little, too much, too late or twice, the cash is kept in suspense: a till gives nothing back. With `paid_at` the report comes late.',
        body: StorePaymentBody,
        response: answer(Payment),
      },
    },
    (request, reply) =>
      needs.once(request, reply, async (effect) => {
        const ticket = request.body.ticket || keyed(request, 'tck_')
        const paid = await payAtStore(needs, request.caller.accountId, {
          ...request.body,
          ticket,
          isKeyed: !request.body.ticket && ticket !== null,
        })
        return kept(needs, effect, shown(needs.links, paid))
      }),
  )
  app.post(
    '/v1/sandbox/pay/spei',
    {
      config: { access: 'charge' },
      schema: {
        tags,
        summary: 'Send a SPEI transfer',
        description:
          'Into a voucher’s CLABE, a customer’s own (a paid operation of that customer appears), or one that nobody knows ' +
          '(the money goes back).',
        body: SpeiPaymentBody,
        response: answer(Payment),
      },
    },
    (request, reply) =>
      needs.once(request, reply, async (effect) => {
        const tracking_key = request.body.tracking_key || keyed(request, 'K')
        const paid = await payBySpei(needs, request.caller.accountId, {
          ...request.body,
          tracking_key,
          isKeyed: !request.body.tracking_key && tracking_key !== null,
        })
        return kept(needs, effect, shown(needs.links, paid))
      }),
  )
}

function payerRoutes(app: App, { payer, once }: SimulatorNeeds): void {
  app.get(
    '/v1/sandbox/payer',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'What the payers do by themselves',
        description: 'The rule of the account by which new vouchers are paid without anybody asking, if there is one.',
        response: answer(PayerRule),
      },
    },
    async (request) => ({ success: true, result: { pay_after_seconds: await payer.read(request.caller.accountId) } }),
  )
  app.put(
    '/v1/sandbox/payer',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Let the payers pay every new voucher by themselves',
        description: 'Vouchers with a magic description or amount do what their table says, with or without this.',
        body: PayerRule,
        response: answer(PayerRule),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const body = { success: true, result: request.body }
        await payer.write(request.caller.accountId, request.body.pay_after_seconds, effect.answered(body))
        return body
      }),
  )
}

function clockRoutes(app: App, needs: SimulatorNeeds): void {
  const { clock } = needs
  app.get(
    '/v1/sandbox/clock',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'What time it is for the service',
        description:
          'The time that vouchers, reversals, retries, plans and settlement go by, and whether it runs or stands still.',
        response: answer(ClockAnswer),
      },
    },
    async () => ({ success: true, result: readingOf(clock) }),
  )
  app.put(
    '/v1/sandbox/clock',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Freeze, set, advance or resume the clock',
        description:
          'For the whole service and every account of it, in this order: `freeze`, then `set` or `advance`, then `resume`. On ' +
          'the way forward everything that falls due happens at its own instant and in order: vouchers expire, messages and ' +
          'webhooks are sent and tried again, merchants are paid out. The clock never goes back. It outlives a restart.',
        body: ClockBody,
        response: answer(ClockMoved),
      },
    },
    (request, reply) =>
      needs.once(request, reply, (effect) => {
        const before = readingOf(clock)
        return changeClock(needs, request.body, {
          stillFree: effect.stillFree,
          answer: async (moved) => {
            const body = { success: true, result: { ...readingOf(clock), ...moved } }
            const { accountId } = request.caller
            const entry = { accountId, action: 'clock.moved', subject: 'clock', before, after: body.result } as const
            await needs.store.commit([trailWrite(clock, requestActor(request), entry), ...effect.answered(body)])
            return body
          },
        })
      }),
  )
}

/** Under an idempotency key a payment without a number of its own has one that a repeat has too. */
function keyed({ headers, caller }: FastifyRequest, prefix: string): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  return prefix + createHash('sha256').update(`${caller.accountId} ${key}`).digest('hex').slice(0, 26).toUpperCase()
}

/** Keeps the answer for a repeat of the request. What it tells of is written already, and is not done twice. */
async function kept<B>({ store }: SimulatorNeeds, effect: Once, body: B): Promise<B> {
  const writes = effect.answered(body)
  if (writes.length > 0) await store.commit(writes)
  return body
}

function readingOf(clock: Clock) {
  return { now: mexicoCityTime(clock.epochMs()), frozen: clock.state().frozenMs !== null }
}

function shown(
  links: PageLinks,
  { received, operation, transfer }: Paid,
): { success: true; result: Static<typeof Payment> } {
  const result = {
    id: received.id,
    network_transaction: received.network_transaction,
    institution: received.institution,
    operation_day: received.operation_day,
    outcome: outcomeTexts[received.outcome],
    reason: received.reason,
    amount: money(received.amount_centavos),
    paid_at: mexicoCityTime(received.paid_at),
    received_at: mexicoCityTime(received.received_at),
    operation: operation ? presentOperation(links, operation) : null,
    return: transfer
      ? {
          tracking_key: transfer.tracking_key,
          destination: transfer.destination,
          state: transfer.state,
          amount: money(transfer.amount_centavos),
        }
      : null,
  }
  return { success: true, result }
}

function money(centavos: number): Static<typeof Money> {
  return { amount: formatAmount(centavos), currency: 'MXN' }
}
