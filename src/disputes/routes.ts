// The endpoints of disputes: list them, read one with its evidence, write texts, submit or accept.
import Type from 'typebox'
import { singleActorOf } from '../accounts/second-person.ts'
import { readDay } from '../api/days.ts'
import { answer, freeLines, Id, NoBody, strictObject } from '../api/fields.ts'
import { CursorQuery, cutPage, Next, queryChoice, queryDay, queryText, readLimit } from '../api/paging.ts'
import { queryReader } from '../api/query.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { disputeStageNames, disputeStateNames, disputeStates } from '../core/dispute.ts'
import { EVIDENCE_LIMITS, evidenceKindNames, evidenceKinds } from '../core/dispute-evidence.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { dayEndAt } from '../core/time.ts'
import { refuseInvalid } from '../failures.ts'
import { readEvidence, writeTexts } from './evidence.ts'
import { fileRoutes } from './file-routes.ts'
import { type DisputeFilter, findDispute, listDisputes } from './find.ts'
import type { DisputeNeeds } from './needs.ts'
import { Dispute, DisputeWithEvidence, type Evidence, presentDispute, presentWithEvidence } from './present.ts'
import { respond } from './respond.ts'
import type { DisputeAnswerRow, DisputeRow } from './tables.ts'

const tags = ['Disputes']

const OPEN = disputeStateNames.filter((state) => disputeStates[state].isOpen)

const ORDERS = ['newest', 'deadline'] as const

const ListQuery = Type.Object({
  status: queryChoice(['open', ...disputeStateNames], 'Only these; `open` is all that still wait for an answer', [
    'open',
  ]),
  stage: queryChoice(disputeStageNames, 'Only these'),
  operation: queryText('Only those of this operation'),
  respond_by: queryDay('Only those that must be answered by the end of this day, YYYY-MM-DD'),
  start_date: queryDay('First day on which the acquirer reported it, YYYY-MM-DD'),
  end_date: queryDay('Last day, included'),
  order: queryChoice(
    ORDERS,
    '`newest` when left out; `deadline`: those that must be answered first, first. Only with `status=open`',
    ['newest'],
  ),
  ...CursorQuery,
})

const Texts = strictObject(
  Object.fromEntries(
    evidenceKindNames.map((kind) => [
      kind,
      Type.Optional(
        Type.Union([freeLines(EVIDENCE_LIMITS.characters, { description: evidenceKinds[kind][1] }), Type.Null()]),
      ),
    ]),
  ),
)

const EvidenceBody = strictObject(
  { texts: Texts },
  { title: 'DisputeEvidenceRequest', description: 'Omitted kinds stay; an empty text or null deletes a text' },
)

export function disputeRoutes(app: App, needs: DisputeNeeds & RouteNeeds): void {
  const { store } = needs

  app.get(
    '/v1/disputes',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List disputes',
        description:
          'Newest first: card payments whose cardholder’s bank asks about them or takes the money back. `status=open` lists those that wait ' +
          'for an answer; with `order=deadline` those that must be answered first come first.',
        querystring: ListQuery,
        response: answer(
          Type.Object(
            {
              disputes: Type.Array(Dispute, { description: 'In the order that was asked for' }),
              next: Next,
            },
            { title: 'DisputeList' },
          ),
        ),
      },
    },
    async (request) => {
      const filter = readFilter(request.caller.accountId, request.query)
      const { page, next } = cutPage(await listDisputes(store, filter), filter.limit)
      return { success: true, result: { disputes: page.map(presentDispute), next } }
    },
  )

  app.get(
    '/v1/disputes/:dispute',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a dispute',
        description: 'One dispute, with its evidence and the state of its answer.',
        params: Type.Object({ dispute: Id }),
        response: answer(DisputeWithEvidence, 'The dispute with its evidence and its answer'),
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const row = await findDispute(store, { accountId, disputeId: request.params.dispute })
      return bodyOf(row, await readEvidence(store, row))
    },
  )

  app.post(
    '/v1/disputes/:dispute/evidence',
    {
      config: { access: 'refund', refusals: ['dispute-closed', 'dispute-late'] },
      schema: {
        operationId: 'writeDisputeEvidence',
        tags,
        summary: 'Write texts against a dispute',
        description:
          'Kept until they are submitted. Each kind has one text; writing it again replaces it. Refused from the deadline on, and once the ' +
          'dispute was answered.',
        params: Type.Object({ dispute: Id }),
        body: EvidenceBody,
        response: answer(DisputeWithEvidence, 'The dispute with the texts and files that are kept for it now'),
      },
    },
    async (request, reply) =>
      needs.once(request, reply, async (effect) => {
        const { accountId } = request.caller
        const wanted = { accountId, disputeId: request.params.dispute, texts: request.body.texts }
        const made = await writeTexts(needs, wanted, (row, evidence) => effect.answered(bodyOf(row, evidence)))
        return bodyOf(made.dispute, made.evidence)
      }),
  )

  fileRoutes(app, needs)

  const answering = (
    kind: DisputeAnswerRow['answer'],
    { success, ...words }: { operationId: string; summary: string; description: string; success: string },
  ) =>
    app.post(
      `/v1/disputes/:dispute/${kind === 'evidence' ? 'submit' : 'accept'}`,
      {
        config: {
          access: 'refund',
          refusals: [
            'dispute-closed',
            'dispute-late',
            ...(kind === 'evidence'
              ? (['evidence-missing'] as const)
              : (['second-person-needed', 'second-person-of-day'] as const)),
          ],
        },
        schema: {
          tags,
          ...words,
          params: Type.Object({ dispute: Id }),
          body: NoBody,
          response: answer(DisputeWithEvidence, success),
        },
      },
      async (request, reply) =>
        needs.once(request, reply, async (effect) => {
          const { accountId } = request.caller
          const alone = kind === 'accept' ? singleActorOf(request) : undefined
          const wanted = { accountId, disputeId: request.params.dispute, answer: kind, alone }
          const made = await respond(needs, wanted, (row, evidence) => effect.answered(bodyOf(row, evidence)))
          return bodyOf(made.dispute, made.evidence)
        }),
    )

  answering('evidence', {
    operationId: 'submitDisputeEvidence',
    summary: 'Submit the evidence against a dispute',
    description:
      'Once: the present texts and files go to the acquirer, and no evidence can be added afterwards. The dispute is `under_review` until the bank decides.',
    success: 'The dispute, which the bank reviews from now on',
  })
  answering('accept', {
    operationId: 'acceptDispute',
    summary: 'Accept a dispute',
    description:
      'The bank may have the money: amount and fee leave the reserve. It cannot be taken back. A question (`retrieval`) that is accepted ' +
      'moves no money; a chargeback may follow. In an account with the rule of second persons, a person at the console accepts up to the amount of ' +
      'the rule, as with refunds.',
    success: 'The dispute, accepted: the bank has the money',
  })
}

function bodyOf(row: DisputeRow, evidence: Evidence) {
  return { success: true, result: presentWithEvidence(row, evidence) }
}

type Query = { [name in keyof typeof ListQuery.properties]?: string }

function readFilter(accountId: string, query: Query): DisputeFilter {
  const fields: FieldProblems = {}
  const { oneOf, text } = queryReader(query, fields)
  const status = oneOf('status', ['open', ...disputeStateNames] as const)
  const dueDay = readDay(query, 'respond_by', fields)
  const byDeadline = oneOf('order', ORDERS) === 'deadline'
  if (byDeadline && status !== 'open')
    fields.order ??= [['order=deadline solo vale con status=open', 'order=deadline is only for status=open']]
  const filter = {
    accountId,
    byDeadline,
    states: status === undefined ? undefined : status === 'open' ? OPEN : [status],
    stage: oneOf('stage', disputeStageNames),
    operationId: text('operation', /^[A-Za-z0-9_=.-]{1,100}$/),
    dueBefore: dueDay === undefined ? undefined : dayEndAt(dueDay),
    startDay: readDay(query, 'start_date', fields),
    endDay: readDay(query, 'end_date', fields),
    startingAfter: text('starting_after', /^dsp_[0-9a-z]{1,40}$/),
    limit: readLimit(query, fields),
  }
  refuseInvalid(fields)
  return filter
}
