// The endpoint of the journal.
import Type from 'typebox'
import { answer, choice } from '../api/fields.ts'
import { CursorQuery, Next, queryChoice, readAfter, readLimit } from '../api/paging.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import type { FieldProblems } from '../core/failure.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import { type Chart, chartOf, readChartRow } from './chart.ts'
import { type CauseKind, entryNames } from './entry-name.ts'
import { JOURNAL_CURSOR, type JournalLine, readJournal } from './journal.ts'
import { type LineCause, readLineCauses } from './journal-causes.ts'
import { type LedgerAccount, ledgerAccounts } from './postings.ts'
import { MAX_DAYS, RangeQuery, readRange } from './range.ts'

/** The kinds of cause as the wire has them. */
const kinds = {
  operation: 'operation',
  payment: 'received_payment',
  transfer: 'transfer',
  payout: 'payout',
  dispute: 'dispute',
  refund: 'refund',
  reserve: 'reserve',
  line: 'statement_line',
  'fee-statement': 'fee_statement',
} as const satisfies Record<CauseKind, string>

const events = [...new Set(Object.values(entryNames).flat())]

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const Side = (description: string) =>
  Type.Union([Type.String({ examples: ['95.82'] }), Type.Null()], { description, examples: ['95.82', null] })

const Line = Type.Object(
  {
    date: Type.String({ description: 'The day on which it was posted. A day that is over gets no further lines' }),
    timestamp: Type.String(),
    entry: Type.String({ description: 'Its lines have the same sum of debits and credits' }),
    line: Type.Integer({ description: 'From 0 on' }),
    cause: Type.Object({
      kind: choice(Object.values(kinds), { description: 'What caused the entry', title: 'JournalCause' }),
      id: Type.String({ description: 'Its id' }),
      event: choice(events, { description: 'What happened to it' }),
    }),
    transaction: Nullable('The operation that it concerns'),
    account: choice(ledgerAccounts, { title: 'LedgerAccount' }),
    account_code: Type.String({ description: 'Of your chart of accounts; may be empty' }),
    account_name: Type.String(),
    debit: Side('Cargo; null for a credit'),
    credit: Side('Abono; null for a debit'),
    currency: Type.String({ examples: ['MXN'] }),
    tracking_key: Nullable('Clave de rastreo of the SPEI payment, transfer or payout'),
    network_reference: Nullable(
      'What its network calls it: the acquirer’s id of a card payment or dispute, the ticket of a payment at a store, the bank’s id of a transfer',
    ),
    cfdi_uuid: Nullable('Of fees and their IVA: the folio fiscal of the month’s invoice, once it is stamped'),
  },
  { title: 'JournalLine' },
)

export function journalRoutes(app: App, { store, clock }: { store: Store; clock: Clock }): void {
  app.get(
    '/v1/ledger/journal',
    {
      config: { access: 'read' },
      schema: {
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
          Type.Object({ start_date: Type.String(), end_date: Type.String(), lines: Type.Array(Line), next: Next }),
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
      const { startDay, endDay } = readRange(request.query, clock, fields)
      const { lines, next } = await readJournal(store, { accountId, startDay, endDay, account }, { limit, after })
      const [causes, row] = await Promise.all([readLineCauses(store, accountId, lines), readChartRow(store, accountId)])
      const shown = { chart: chartOf(row), isOwn }
      return {
        success: true,
        result: {
          start_date: startDay,
          end_date: endDay,
          lines: lines.map((line, at) => presentLine(line, causes[at] as LineCause, shown)),
          next,
        },
      }
    },
  )
}

function readAccount(given: string | undefined, fields: FieldProblems): LedgerAccount | undefined {
  if (given === undefined || given === '') return undefined
  const known = ledgerAccounts.find((one) => one === given)
  if (known === undefined) {
    const all = ledgerAccounts.join(', ')
    fields.account = [[`account debe ser una de: ${all}`, `account must be one of: ${all}`]]
  }
  return known
}

/** Whether the merchant's own books are meant. */
function readSides(given: string | undefined, fields: FieldProblems): boolean {
  if (given !== undefined && !['', 'service', 'merchant'].includes(given))
    fields.sides = [['sides debe ser service o merchant', 'sides must be service or merchant']]
  return given === 'merchant'
}

function presentLine(line: JournalLine, cause: LineCause, { chart, isOwn }: { chart: Chart; isOwn: boolean }) {
  const amount = formatAmount(Math.abs(line.amount_centavos))
  const isDebit = line.amount_centavos >= 0 !== isOwn
  const account = line.ledger_account as LedgerAccount
  return {
    date: line.day,
    timestamp: mexicoCityTime(line.created_at),
    entry: line.entry,
    line: line.line,
    cause: { kind: kinds[cause.kind], id: cause.id, event: cause.what as (typeof events)[number] },
    transaction: cause.operationId,
    account,
    account_code: chart[account].code,
    account_name: chart[account].name,
    debit: isDebit ? amount : null,
    credit: isDebit ? null : amount,
    currency: 'MXN',
    tracking_key: cause.trackingKey,
    network_reference: cause.networkReference,
    cfdi_uuid: cause.cfdiUuid,
  }
}
