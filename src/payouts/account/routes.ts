// The endpoints of the payout account: read it, request a change, confirm or cancel the change.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { requestActor } from '../../accounts/trail/record.ts'
import { languageOf } from '../../api/answer.ts'
import { ClabeBank, Instant } from '../../api/description/answer-members.ts'
import { answer, choice, mailedCode, strictObject } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { bankNameOf, clabeProblem, plainClabe } from '../../core/banks/clabe.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { invalidField } from '../../failures.ts'
import type { Write } from '../../store/write.ts'
import type { ChangeNeeds } from '../needs.ts'
import type { PayoutAccountChangeRow } from '../tables.ts'
import {
  type Asking,
  CODE_TRIES,
  cancelChange,
  confirmChange,
  type PayoutAccount,
  readPayoutAccount,
  requestChange,
} from './change.ts'

const tags = ['Settlement']

export const Change = Type.Object(
  {
    id: Type.String({ description: 'Of the change' }),
    clabe: Type.String({ description: 'The last four digits of the new CLABE' }),
    bank_name: ClabeBank,
    status: choice(['requested', 'confirmed', 'changed', 'cancelled', 'lapsed', 'guessed'], {
      description: '`requested`: it waits for a confirmation; `confirmed`: it waits until it takes effect',
    }),
    operator: Type.String({ description: 'Who requested it' }),
    timestamp: Instant,
    confirm_until: Instant,
    effective_at: Type.Union([Type.String(), Type.Null()], { description: 'When it takes effect' }),
  },
  { title: 'Settlement account change', description: 'The change under way; absent when there is none' },
)

const SettlementAccount = Type.Object(
  {
    clabe: Type.Union([Type.String(), Type.Null()], { description: 'null: payouts wait until an account is set' }),
    bank_name: ClabeBank,
    change: Type.Optional(Change),
  },
  { title: 'Settlement account' },
)

type Body = { success: true; result: Static<typeof SettlementAccount> }

export function accountRoutes(app: App, { once }: RouteNeeds, changes: ChangeNeeds): void {
  const path = '/v1/settlement/account'

  const changing = (
    request: FastifyRequest,
    reply: FastifyReply,
    work: (asking: Asking, extra: (account: PayoutAccount) => Write[]) => Promise<PayoutAccount>,
  ): Promise<Body> => {
    const asking = { caller: request.caller, affiliate: '', by: requestActor(request), language: languageOf(request) }
    return once(request, reply, async (effect) =>
      bodyOf(await work(asking, (account) => effect.answered(bodyOf(account)))),
    )
  }

  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read the account that payouts go to',
        description: 'The CLABE of the merchant, null while none is set, and the change under way.',
        response: answer(SettlementAccount),
      },
    },
    async (request) => bodyOf(await readPayoutAccount(changes, { accountId: request.caller.accountId, affiliate: '' })),
  )

  app.put(
    path,
    {
      config: {
        access: 'payouts',
        refusals: ['transfers-not-offered', 'payout-account-changing', 'payout-account-changes-too-many'],
      },
      schema: {
        operationId: 'setSettlementAccount',
        tags,
        summary: 'Set the account that payouts go to',
        description: `The first one holds from the next payout on, with what waited for it; set by a person at the console in an account with the rule of second persons, it needs another person, like a change. To change it, confirm within 24 hours: with the code that is sent to the e-mail of the account (${CODE_TRIES} tries), or as another operator. Then it cools off (24 hours, unless the service is set otherwise); until it holds, \`clabe\` and payouts are as before, and \`change\` says what is under way. Each step is an event and an e-mail.`,
        body: strictObject({
          clabe: Type.String({
            maxLength: 40,
            description: 'The account that payouts go to: a CLABE of 18 digits',
            examples: ['002010077777777771'],
          }),
        }),
        response: answer(SettlementAccount),
      },
    },
    async (request, reply) => {
      const clabe = plainClabe(request.body.clabe)
      const problem = clabeProblem(clabe)
      if (problem !== undefined) throw invalidField('clabe', ...problem)
      return changing(request, reply, (asking, extra) => requestChange(changes, asking, clabe, extra))
    },
  )

  app.post(
    `${path}/confirm`,
    {
      config: {
        access: 'payouts',
        refusals: ['confirmation-code-wrong', 'confirmation-needs-another', 'payout-account-unchanged'],
      },
      schema: {
        operationId: 'confirmSettlementAccountChange',
        tags,
        summary: 'Confirm the change of the payout account',
        description:
          'With the code of the e-mail; or without it, with the credential of an operator other than the requester.',
        body: strictObject({
          code: mailedCode(),
        }),
        response: answer(SettlementAccount),
      },
    },
    async (request, reply) =>
      changing(request, reply, (asking, extra) => confirmChange(changes, asking, request.body.code, extra)),
  )

  app.delete(
    `${path}/change`,
    {
      config: { access: 'payouts', refusals: ['payout-account-unchanged'] },
      schema: {
        operationId: 'cancelSettlementAccountChange',
        tags,
        summary: 'Cancel the change of the payout account',
        description: 'Confirmed or not, as long as it is not in effect. Payouts go on as before.',
        response: answer(SettlementAccount),
      },
    },
    async (request, reply) => changing(request, reply, (asking, extra) => cancelChange(changes, asking, extra)),
  )
}

function bodyOf({ clabe, change }: PayoutAccount): Body {
  const bank_name = clabe === null ? '' : (bankNameOf(clabe) ?? '')
  return { success: true, result: { clabe, bank_name, ...(change && { change: presentChange(change) }) } }
}

export function presentChange(row: PayoutAccountChangeRow): Static<typeof Change> {
  return {
    id: row.id,
    clabe: row.clabe,
    bank_name: bankNameOf(row.clabe) ?? '',
    status: row.state,
    operator: row.requested_operator,
    timestamp: mexicoCityTime(row.requested_at),
    confirm_until: mexicoCityTime(row.confirm_until),
    effective_at: row.effective_at && mexicoCityTime(row.effective_at),
  }
}
