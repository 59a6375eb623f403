// The sandbox's own calls: play the payer, let payers pay by themselves, move the clock. Absent in production.
import Type from 'typebox'
import { requestActor, trailWrite } from '../accounts/trail/record.ts'
import { answer, strictObject } from '../api/fields.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import { mexicoCityTime } from '../core/time.ts'
import { type ClockNeeds, changeClock } from './change-clock.ts'
import type { SandboxNeeds } from './needs.ts'
import { payRoutes } from './pay-routes.ts'
import type { PayerRules } from './payer.ts'

type PlayRoutes = SandboxNeeds & RouteNeeds & ClockNeeds & { payer: PayerRules }

const tags = ['Sandbox']

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
  frozen: Type.Boolean({ description: 'true: the clock stands until it is moved or resumed' }),
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

export function simulatorRoutes(app: App, needs: PlayRoutes): void {
  payRoutes(app, needs)
  payerRoutes(app, needs)
  clockRoutes(app, needs)
}

function payerRoutes(app: App, { payer, once }: PlayRoutes): void {
  app.get(
    '/v1/sandbox/payer',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getSandboxPayer',
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
      config: { access: 'admin', refusals: [] },
      schema: {
        operationId: 'setSandboxPayer',
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

function clockRoutes(app: App, needs: PlayRoutes): void {
  const { clock } = needs
  app.get(
    '/v1/sandbox/clock',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getSandboxClock',
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
      config: { access: 'admin', refusals: ['clock-moved'] },
      schema: {
        operationId: 'changeSandboxClock',
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
          throwIfBegun: effect.throwIfBegun,
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

function readingOf(clock: Clock) {
  return { now: mexicoCityTime(clock.epochMs()), frozen: clock.state().frozenMs !== null }
}
