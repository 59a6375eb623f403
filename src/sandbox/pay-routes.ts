// The sandbox's calls that play the payer, at a till or by SPEI. Absent in production.
import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { amount, answer, FORMED, Money, optionalFreeText, optionalText, strictObject } from '../api/fields.ts'
import type { Once } from '../api/idempotency.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { formatAmount } from '../core/money.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import { mexicoCityTime } from '../core/time.ts'
import { Failure } from '../failures.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { OperationRecord, presentOperation } from '../operations/present.ts'
import { insert } from '../store/write.ts'
import { matchReasons } from '../vouchers/received/notification.ts'
import { outcomeTexts } from '../vouchers/received/present.ts'
import type { SandboxNeeds } from './needs.ts'
import { type Made, type Paid, payAtStore, payBySpei, report } from './play-payer.ts'
import { laterReport } from './report-later.ts'

const tags = ['Sandbox']

const payAmount = Type.Optional(
  amount({ description: 'The voucher’s total when left out; any other is sent back. Null is refused' }),
)

const paidAtField = optionalText(40, {
  description:
    'When the payer paid, if not now: the network reports it only now. An ISO 8601 instant; one in the future is kept in suspense',
  examples: ['2026-11-23T23:58:00-06:00'],
})

const reporting = {
  report_after: optionalText(40, {
    description:
      'The network reports it only after this ISO 8601 duration of the service’s clock; the payer has paid now, or at `paid_at`',
    examples: ['PT8H'],
  }),
  report_twice: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], { description: 'The network reports it twice: it is one payment' }),
  ),
}

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
    operation_day: optionalText(FORMED, {
      description: 'The day of the till, YYYY-MM-DD; the one on which it was paid when left out',
    }),
    paid_at: paidAtField,
    ...reporting,
  },
  { title: 'StorePayment' },
)

const SpeiPaymentBody = strictObject(
  {
    clabe: optionalText(40, { description: 'Where to: any CLABE …' }),
    transaction: optionalText(100, { description: '… or that of a voucher' }),
    amount: payAmount,
    tracking_key: optionalText(30, {
      description:
        'Clave de rastreo, to 30 letters and digits: the same one again, of one bank and banking day, is the same transfer',
    }),
    operation_day: optionalText(FORMED, {
      description: 'The banking day of the transfer, YYYY-MM-DD; the one on which it was paid when left out',
    }),
    paid_at: paidAtField,
    ...reporting,
    payer_clabe: optionalText(40, { description: 'From which account; returns and refunds go there' }),
    payer_name: optionalFreeText(40, {
      description: 'Who pays, as the payer’s bank names them',
      examples: ['Ana Núñez'],
    }),
  },
  { title: 'SpeiPayment' },
)

const reasons = Object.entries(matchReasons)
  .map(([reason, meaning]) => `\`${reason}\` (${meaning})`)
  .join(', ')

const Payment = Type.Object(
  {
    id: Type.String({ description: 'Of the received payment, `pay_…`', examples: ['pay_06f8f2k3'] }),
    network_transaction: Type.String({ description: 'The ticket of the till, or the tracking key' }),
    institution: Type.String({ description: 'The first three digits of the payer’s CLABE, or the chain of the till' }),
    operation_day: Type.String({ description: 'The banking day of SPEI, or the day of the till' }),
    outcome: Type.String({
      description:
        '`settled`, `returned`, `unmatched` (returned too, since nobody knows what was paid), `suspended` (kept ' +
        'until a person decides), or `unreported` (the network says so at `received_at`)',
    }),
    reason: Type.String({ description: reasons }),
    amount: Money,
    paid_at: Type.String({ description: 'When the payer paid, as the network says' }),
    received_at: Type.String({ description: 'When the network reported it' }),
    operation: Type.Union([OperationRecord, Type.Null()], {
      description: 'The operation that it concerns, as it is now',
    }),
    return: Type.Union(
      [
        Type.Object({
          tracking_key: Type.String({ description: 'The clave de rastreo of the transfer' }),
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

export function payRoutes(app: App, needs: SandboxNeeds & RouteNeeds): void {
  app.post(
    '/v1/sandbox/pay/store',
    {
      config: { access: 'charge', refusals: ['resource-unknown', 'cash-not-offered'] },
      schema: {
        operationId: 'payAtStore',
        tags,
        summary: 'Pay a voucher at the till',
        description:
          'With exactly its total it is paid; too little, too much, too late or twice, the cash is kept in suspense: a till gives nothing back. With `paid_at` or `report_after` the report comes late.',
        body: StorePaymentBody,
        response: answer(Payment, 'The payment as the till reported it'),
      },
    },
    (request, reply) =>
      needs.once(request, reply, async (effect) => {
        if (needs.cashNetwork === NO_NETWORK) throw new Failure('cash-not-offered')
        await needs.refuseKnownCards(request.caller.accountId, { ticket: request.body.ticket })
        const ticket = request.body.ticket || keyed(request, 'tck_')
        const made = await payAtStore(needs, request.caller.accountId, {
          ...request.body,
          ticket,
          isKeyed: !request.body.ticket && ticket !== null,
        })
        return reported(needs, effect, request, made)
      }),
  )
  app.post(
    '/v1/sandbox/pay/spei',
    {
      config: { access: 'charge', refusals: ['resource-unknown', 'spei-not-offered'] },
      schema: {
        operationId: 'payBySpei',
        tags,
        summary: 'Send a SPEI transfer',
        description:
          'Into a voucher’s CLABE, a customer’s own (a paid operation of that customer appears), or one that nobody knows ' +
          '(the money goes back). The same `tracking_key` again is the same transfer; from another bank (`payer_clabe`) it is another ' +
          'one, and with another amount it contradicts the first and is kept in suspense.',
        body: SpeiPaymentBody,
        response: answer(Payment, 'The transfer as the bank reported it'),
      },
    },
    (request, reply) =>
      needs.once(request, reply, async (effect) => {
        if (needs.speiBank === NO_NETWORK) throw new Failure('spei-not-offered')
        await needs.refuseKnownCards(request.caller.accountId, { tracking_key: request.body.tracking_key })
        const tracking_key = request.body.tracking_key || keyed(request, 'K')
        const made = await payBySpei(needs, request.caller.accountId, {
          ...request.body,
          tracking_key,
          isKeyed: !request.body.tracking_key && tracking_key !== null,
        })
        return reported(needs, effect, request, made)
      }),
  )
}

/** Under an idempotency key a payment without a number gets a number that its repeat gets too. */
function keyed({ headers, caller }: FastifyRequest, prefix: string): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  return prefix + hash('sha256', `${caller.accountId} ${key}`).slice(0, 26).toUpperCase()
}

/** Reports the payment now, or records it for a later report, in the batch that stores the answer. */
async function reported(
  needs: SandboxNeeds & RouteNeeds,
  effect: Once,
  {
    caller,
    body,
  }: { caller: { accountId: string }; body: Static<typeof StorePaymentBody> | Static<typeof SpeiPaymentBody> },
  { notification, operation }: Made,
) {
  const { links, clock, store } = needs
  const times = body.report_twice ? 2 : 1
  if (!body.report_after)
    return kept(needs, effect, shown(links, await report(needs, caller.accountId, notification, times)))
  const later = laterReport(clock, caller.accountId, notification, { after: body.report_after, times })
  const answered = {
    success: true as const,
    result: {
      id: later.id,
      network_transaction: notification.networkTransaction,
      institution: notification.institution,
      operation_day: notification.operationDay,
      outcome: 'unreported',
      reason: '',
      amount: money(notification.amountCentavos),
      paid_at: mexicoCityTime(notification.paidAt),
      received_at: mexicoCityTime(later.due_at ?? notification.paidAt),
      operation: operation ? presentOperation(links, operation) : null,
      return: null,
    },
  }
  await store.commit([insert('sandbox_reports', later), ...effect.answered(answered)])
  return answered
}

/** Stores the answer for a repeat of the request. The report is written already, and is not repeated. */
async function kept<B>({ store }: SandboxNeeds & RouteNeeds, effect: Once, body: B): Promise<B> {
  const writes = effect.answered(body)
  if (writes.length > 0) await store.commit(writes)
  return body
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
