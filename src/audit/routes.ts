// The sandbox's call that audits one's own books. Absent in production.
import Type from 'typebox'
import { answer } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import type { Audit } from './audit.ts'
import { oneAfterAnother } from './one-after-another.ts'

const Fault = Type.Object({
  id: Type.String({ description: 'The row that breaks it' }),
  expected: Type.String({ description: 'The value that the rest of the books gives' }),
  found: Type.String({ description: 'The value in the row' }),
})

export function auditRoutes(app: App, { audit }: { audit: Audit }): void {
  const auditOf = oneAfterAnother(audit)
  app.get(
    '/v1/sandbox/audit',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'auditBooks',
        tags: ['Sandbox'],
        summary: 'Audit the account’s books',
        description:
          'Checks every invariant of operations, postings, balances, totals, events, payments and payouts, and names the first fault of each invariant that fails. `cobro audit` does it for all accounts.',
        response: answer(
          Type.Object({
            clean: Type.Boolean({ description: 'true: every invariant holds' }),
            counts: Type.Record(Type.String(), Type.Integer(), { description: 'How many were counted, by kind' }),
            invariants: Type.Array(
              Type.Object({
                name: Type.String({ description: 'The invariant’s name in the audit' }),
                meaning: Type.String({ description: 'What it says, in English' }),
                faults: Type.Integer({ description: 'How many rows break it; 0 when it holds' }),
                first: Type.Union([Fault, Type.Null()]),
              }),
              { description: 'All that were checked' },
            ),
          }),
          'What was counted, and what does not add up',
        ),
      },
    },
    async (request) => ({ success: true, result: await auditOf(request.caller.accountId) }),
  )
}
