// The sandbox's call that plays the bank: it sets the outcome of a transfer. Absent in production.
import Type from 'typebox'
import { answer, Id, optionalFreeText, strictObject } from '../api/fields.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { presentTransfer, Transfer } from '../transfers/present.ts'
import { playOutcome } from './bank.ts'
import type { SandboxNeeds } from './needs.ts'

/** Thirty days: later returns happen only by a court's order. */
const MAX_AFTER_SECONDS = 30 * 86_400

export function bankRoutes(app: App, needs: SandboxNeeds & RouteNeeds): void {
  app.post(
    '/v1/sandbox/transfers/:transfer',
    {
      config: { access: 'admin', refusals: [] },
      schema: {
        operationId: 'playSandboxTransfer',
        tags: ['Sandbox'],
        summary: 'Play the bank of a transfer',
        description:
          'The bank accepts, settles, rejects or returns a transfer of the account, now or after some time of the service’s clock, and tells so ' +
          'as it does by itself. The CLABEs of docs/sandbox.md do it without a call.',
        params: Type.Object({ transfer: Id }),
        body: strictObject(
          {
            outcome: Type.Union(
              (['accepted', 'settled', 'rejected', 'returned'] as const).map((state) => Type.Literal(state)),
              { description: 'accepted, settled, rejected or returned', examples: ['returned'] },
            ),
            reason: optionalFreeText(100, { description: 'Why it is rejected or returned' }),
            after_seconds: Type.Optional(
              Type.Union([Type.Integer({ minimum: 0, maximum: MAX_AFTER_SECONDS }), Type.Null()], {
                description: 'At once when left out',
              }),
            ),
          },
          { title: 'SandboxTransferOutcome' },
        ),
        response: answer(Transfer, 'The transfer after what the bank said'),
      },
    },
    (request, reply) =>
      needs.once(request, reply, async (effect) => {
        const row = await playOutcome(needs, {
          accountId: request.caller.accountId,
          transferId: request.params.transfer,
          state: request.body.outcome,
          reason: request.body.reason || undefined,
          afterSeconds: request.body.after_seconds ?? 0,
        })
        const body = { success: true, result: presentTransfer(row) }
        // The report is written already, and is not repeated.
        const writes = effect.answered(body)
        if (writes.length > 0) await needs.store.commit(writes)
        return body
      }),
  )
}
