// The endpoint of the journal.
import Type from 'typebox'
import { FirstDay, LastDay } from '../api/description/answer-members.ts'
import { answer } from '../api/fields.ts'
import { CursorQuery, Next, queryChoice, readAfter, readLimit } from '../api/paging.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { JOURNAL_CURSOR } from './journal.ts'
import { type LedgerAccount, ledgerAccounts } from './postings.ts'
import { type JournalNeeds, readShownLines, ShownLine } from './present-journal.ts'
import { MAX_DAYS, RangeQuery, readRange } from './range.ts'

export function journalRoutes(app: App, needs: JournalNeeds & { clock: Clock }): void {
  app.get(
    '/v1/ledger/journal',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listJournalLines',
        tags: ['Ledger'],
        summary: 'List the lines of every entry',
        description: `Oldest first: by day, within a day by entry. At most ${MAX_DAYS} days, both included; without them the last 30. For each ledger account, debits less credits of a range are the change of its balance. A page of one account may have fewer lines than \`limit\` and others behind it: \`next\` says so.`,
        querystring: Type.Object({
          ...RangeQuery,
          sides: queryChoice(
            ['service', 'merchant'],
            'Whose books: those of the service (when left out), in which what it owes you is a credit; or yours, in which it is a debit: each line is on the other side',
            ['merchant'],
          ),
          account: queryChoice(ledgerAccounts, 'Only the lines of this ledger account', ['payable:merchant']),
          ...CursorQuery,
        }),
        response: answer(
          Type.Object({
            start_date: FirstDay,
            end_date: LastDay,
            lines: Type.Array(ShownLine, { description: 'Oldest first' }),
            next: Next,
          }),
        ),
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const fields: FieldProblems = {}
      const account = readAccount(request.query.account, fields)
      const isOwn = readSides(request.query.sides, fields)
      const limit = readLimit(request.query, fields)
      const after = readAfter(request.query, JOURNAL_CURSOR, fields)
      const { startDay, endDay } = readRange(request.query, needs.clock, fields)
      const filter = { accountId, startDay, endDay, account }
      const { lines, next } = await readShownLines(needs, filter, { isOwn, limit, after })
      return {
        success: true,
        result: {
          start_date: startDay,
          end_date: endDay,
          lines,
          next,
        },
      }
    },
  )
}

function readAccount(text: string | undefined, fields: FieldProblems): LedgerAccount | undefined {
  if (text === undefined || text === '') return undefined
  const known = ledgerAccounts.find((one) => one === text)
  if (known === undefined) {
    const all = ledgerAccounts.join(', ')
    fields.account = [[`account debe ser una de: ${all}`, `account must be one of: ${all}`]]
  }
  return known
}

/** Whether the merchant's own books are meant. */
function readSides(text: string | undefined, fields: FieldProblems): boolean {
  if (text !== undefined && !['', 'service', 'merchant'].includes(text))
    fields.sides = [['sides debe ser service o merchant', 'sides must be service or merchant']]
  return text === 'merchant'
}
