// The endpoint of an account's audit trail: changes, actors and addresses.
import Type, { type Static } from 'typebox'
import { answer, Id, requiredText } from '../api/fields.ts'
import { beginningOf, endOf, moment } from '../api/moment.ts'
import type { App } from '../api/server.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import type { AuditTrailRow } from '../store/tables.ts'
import { readTrail } from './read.ts'
import { trailActions } from './record.ts'

const MAX_PAGE = 500

const anything = Type.Union([
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  Type.Null(),
])

const AuditRecord = Type.Object(
  {
    id: Type.String(),
    timestamp: Type.String(),
    action: Type.String({ examples: [...trailActions] }),
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
    request_id: Type.String(),
    before: anything,
    after: anything,
  },
  { title: 'AuditRecord' },
)

export function trailRoutes(app: App, { store }: { store: Store }): void {
  app.get(
    '/v1/audit',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Credentials'],
        summary: 'Read the audit trail',
        description:
          'Every change of credentials, fees, risk rules, webhooks and the payout account, newest first: the actor, the address, the action, before and after, without secrets. Records are only added. The next page starts after the last record of this page.',
        querystring: Type.Object({
          action: Type.Optional(
            requiredText(50, { description: 'Only records of this action', examples: ['credential.created'] }),
          ),
          actor: Type.Optional(requiredText(100, { description: 'Only actions of this credential' })),
          subject: Type.Optional(requiredText(100, { description: 'Only changes of this subject' })),
          since: Type.Optional(moment('From')),
          until: Type.Optional(moment('To')),
          starting_after: Type.Optional(Id),
          limit: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$', description: '50; at most 500' })),
        }),
        response: answer(Type.Object({ has_more: Type.Boolean(), records: Type.Array(AuditRecord) })),
      },
    },
    async (request) => {
      const { action, actor, subject, since, until, starting_after, limit } = request.query
      const size = Math.min(Number(limit ?? 50), MAX_PAGE)
      const rows = await readTrail(store, {
        accountId: request.caller.accountId,
        action,
        actor,
        subject,
        since: since && beginningOf('since', since),
        until: until && endOf('until', until),
        startingAfter: starting_after,
        limit: size + 1,
      })
      return { success: true, result: { has_more: rows.length > size, records: rows.slice(0, size).map(present) } }
    },
  )
}

function present(row: AuditTrailRow): Static<typeof AuditRecord> {
  return {
    id: row.id,
    timestamp: mexicoCityTime(row.created_at),
    action: row.action,
    subject: row.subject,
    actor_kind: row.actor_kind,
    // Merchants do not see which person of the operator acted.
    actor: row.actor_kind === 'operator' ? '' : row.actor,
    operator: row.actor_kind === 'operator' ? '' : row.operator,
    address: row.address,
    request_id: row.request_id,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
  }
}
