// The endpoints of settlement: the account that is paid out to, and the payouts.
import Type from 'typebox'
import { readDay } from '../api/days.ts'
import { answer, Id, Money, strictObject } from '../api/fields.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import { PagingQuery, readPaging } from '../api/paging.ts'
import type { App } from '../api/server.ts'
import { bankNameOf, isValidClabe } from '../core/clabe.ts'
import { type Bilingual, Failure, invalidField } from '../core/failure.ts'
import { formatAmount } from '../core/money.ts'
import type { Store } from '../store/store.ts'
import { update } from '../store/write.ts'
import { Payout, presentPayout } from './present.ts'
import { reportRoutes } from './report-routes.ts'
import { findPayout, listPayouts } from './search.ts'

export interface SettlementRouteNeeds {
  store: Store
  once: AnswerOnce
}

const tags = ['Settlement']

const SettlementAccount = Type.Object(
  {
    clabe: Type.Union([Type.String(), Type.Null()], { description: 'null: payouts wait until there is one' }),
    bank_name: Type.String(),
  },
  { title: 'Settlement account' },
)

export function settlementRoutes(app: App, needs: SettlementRouteNeeds): void {
  const { store, once } = needs

  app.get(
    '/v1/settlement/account',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read the account that payouts go to',
        description: 'The CLABE of the merchant, or an empty text while none is set.',
        response: answer(SettlementAccount),
      },
    },
    async (request) => {
      const row = await store.db
        .selectFrom('accounts')
        .select('payout_clabe')
        .where('id', '=', request.caller.accountId)
        .executeTakeFirstOrThrow()
      return { success: true, result: presentAccount(row.payout_clabe) }
    },
  )

  app.put(
    '/v1/settlement/account',
    {
      config: { access: 'payouts' },
      schema: {
        tags,
        summary: 'Set the account that payouts go to',
        description: 'From the next payout on. What waited for a CLABE is in that payout.',
        body: strictObject({ clabe: Type.String({ examples: ['002010077777777771'] }) }),
        response: answer(SettlementAccount),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        const { clabe } = request.body
        if (!isValidClabe(clabe)) {
          throw invalidField('clabe', 'clabe debe ser una CLABE de 18 dígitos', 'clabe must be a CLABE of 18 digits')
        }
        const body = { success: true, result: presentAccount(clabe) }
        await store.commit([
          update('accounts', { payout_clabe: clabe }, { id: request.caller.accountId }),
          ...effect.answered(body),
        ])
        return body
      }),
  )

  app.get(
    '/v1/payouts',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List payouts',
        description: 'Newest first. `amount` is of the whole filter, failed payouts not counted.',
        querystring: Type.Object({
          start_date: Type.Optional(Type.String({ description: 'First day, YYYY-MM-DD' })),
          end_date: Type.Optional(Type.String({ description: 'Last day, included' })),
          ...PagingQuery,
        }),
        response: answer(Type.Object({ total: Type.Integer(), amount: Money, payouts: Type.Array(Payout) })),
      },
    },
    async (request) => {
      const fields: Record<string, Bilingual[]> = {}
      const filter = {
        accountId: request.caller.accountId,
        startDay: readDay(request.query, 'start_date', fields),
        endDay: readDay(request.query, 'end_date', fields),
      }
      const page = readPaging(request.query, fields)
      if (Object.keys(fields).length > 0) throw new Failure('parameters-invalid', { fields })
      const { total, paidCentavos, payouts } = await listPayouts(store, filter, page)
      const amount = { amount: formatAmount(paidCentavos), currency: 'MXN' }
      return { success: true, result: { total, amount, payouts: payouts.map(presentPayout) } }
    },
  )

  app.get(
    '/v1/payouts/:payout',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a payout',
        description: 'One payout: its amount, day, state and the transfer that carried it.',
        params: Type.Object({ payout: Id }),
        response: answer(Payout),
      },
    },
    async (request) => {
      const wanted = { accountId: request.caller.accountId, payoutId: request.params.payout }
      return { success: true, result: presentPayout(await findPayout(store, wanted)) }
    },
  )

  reportRoutes(app, { store })
}

function presentAccount(clabe: string | null): { clabe: string | null; bank_name: string } {
  return { clabe, bank_name: clabe === null ? '' : (bankNameOf(clabe) ?? '') }
}
