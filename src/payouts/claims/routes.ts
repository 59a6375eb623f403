// The endpoint by which a merchant reads what it owes.
import Type from 'typebox'
import { answer } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { mexicoCityDay } from '../../core/time.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { presentClaim, readClaim, ShownClaim } from './find.ts'

export function claimRoutes(app: App, { store, clock }: StoreAndClock): void {
  app.get(
    '/v1/ledger/claim',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getClaim',
        tags: ['Ledger'],
        summary: 'Read what you owe',
        description:
          'A balance below zero, after disputes or refunds of payments that were paid out: later sales and your reserve pay it, before anything is paid out. null: you owe nothing. The events `claim.opened`, `claim.reminder` (each week) and `claim.settled` tell it.',
        response: answer(Type.Union([ShownClaim, Type.Null()])),
      },
    },
    async (request) => {
      const claim = await readClaim(store, request.caller.accountId)
      const today = mexicoCityDay(clock.epochMs())
      return { success: true, result: claim === undefined ? null : presentClaim(claim, today) }
    },
  )
}
