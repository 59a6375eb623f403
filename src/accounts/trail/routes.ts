// The endpoint of an account's audit trail: changes, actors and addresses.
import Type, { type Static } from 'typebox'
import { HasMore, Instant } from '../../api/description/answer-members.ts'
import { answer } from '../../api/fields.ts'
import { beginningOf, endOf } from '../../api/moment.ts'
import { CursorQuery, Next, queryText, readAfter, readLimit } from '../../api/paging.ts'
import type { App } from '../../api/server.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { refuseInvalid } from '../../failures.ts'
import type { Store } from '../../store/store.ts'
import { trailActionNames } from '../../trail-actions.ts'
import { actorShown, changeOf, readTrail, type TrailRow } from './read.ts'

const anything = (description: string) =>
  Type.Union([Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }), Type.Null()], {
    description,
  })

export const AuditRecord = Type.Object(
  {
    id: Type.String({ description: 'Of the record; the latest has the highest' }),
    timestamp: Instant,
    action: Type.String({
      description: 'What was done: the subject and the change, with a point between',
      examples: trailActionNames,
    }),
    subject: Type.String({ description: 'Id of the changed subject' }),
    actor_kind: Type.String({
      description:
        '`credential`: a request of the account; `person`: somebody signed in at the console; `operator`: a person at a terminal of the service; `process`: the service itself, of what fell due',
    }),
    actor: Type.String({
      description: 'Id of the credential or of the person, or part of the service; empty for a person at a terminal',
    }),
    operator: Type.String({
      description: 'E-mail of the credential’s operator; name and e-mail of the person; else empty',
    }),
    address: Type.String({ description: 'The address of the request, as far as it is kept' }),
    request_id: Type.String({
      description: 'The `request_id` of the answer to the request; empty when there was none',
    }),
    before: anything('The values that were changed; null when there were none'),
    after: anything('The values since then; null when there are none'),
  },
  { title: 'AuditRecord' },
)

const queryMoment = (description: string) =>
  queryText(`${description}: a time with its offset, or a Mexico City day`, ['2026-11-20', '2026-11-20T10:00:00-06:00'])

export function trailRoutes(app: App, { store }: { store: Store }): void {
  app.get(
    '/v1/audit',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listAuditRecords',
        tags: ['Credentials'],
        summary: 'Read the audit trail',
        description:
          'Every recorded change of the account, newest first: the actor, the address, the action, before and after, without secrets. Records are only added. The next page starts after the last record of this page; a page of long records has fewer than `limit`.',
        querystring: Type.Object({
          action: queryText('Only records of this action', ['credential.created']),
          actor: queryText('Only actions of this credential or person'),
          subject: queryText('Only changes of this subject'),
          since: queryMoment('From'),
          until: queryMoment('To'),
          ...CursorQuery,
        }),
        response: answer(
          Type.Object({
            has_more: HasMore,
            records: Type.Array(AuditRecord, { description: 'Newest first' }),
            next: Next,
          }),
        ),
      },
    },
    async (request) => {
      const { action, actor, subject, since, until, ...paging } = request.query
      const fields: FieldProblems = {}
      const size = readLimit(paging, fields)
      const startingAfter = readAfter(paging, /^evt_[a-z0-9]{1,90}$/, fields)
      refuseInvalid(fields)
      const { page, next } = await readTrail(store, {
        accountId: request.caller.accountId,
        type: action || undefined,
        actor: actor || undefined,
        subject: subject || undefined,
        since: since ? beginningOf('since', since) : undefined,
        until: until ? endOf('until', until) : undefined,
        startingAfter,
        limit: size,
      })
      return { success: true, result: { has_more: next !== null, records: page.map(present), next } }
    },
  )
}

function present(row: TrailRow): Static<typeof AuditRecord> {
  return { ...presentRecord(row), ...actorShown(row) }
}

export function presentRecord(row: TrailRow): Static<typeof AuditRecord> {
  const { id, subject, actor_kind, actor, operator, address, request_id } = row
  return {
    id,
    timestamp: mexicoCityTime(row.created_at),
    action: row.type,
    subject,
    actor_kind,
    actor,
    operator,
    address,
    request_id,
    ...changeOf(row),
  }
}
