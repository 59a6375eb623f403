// The lines of the journal as the wire has them.
import Type, { type Static } from 'typebox'
import { Instant } from '../api/description/answer-members.ts'
import { choice } from '../api/fields.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import { type Chart, chartOf, readChartRow } from './chart.ts'
import { UNREADABLE } from './entry-lines.ts'
import { type CauseKind, entryNames } from './entry-name.ts'
import { type JournalFilter, type JournalLine, readJournal } from './journal.ts'
import { type JournalReaders, type LineCause, readLineCauses } from './journal-causes.ts'
import { ledgerAccounts } from './postings.ts'

/** The kinds of cause as the wire has them. */
const kinds = {
  operation: 'operation',
  payment: 'received_payment',
  transfer: 'transfer',
  payout: 'payout',
  dispute: 'dispute',
  refund: 'refund',
  reserve: 'reserve',
  claim: 'claim',
  line: 'statement_line',
  'fee-statement': 'fee_statement',
} as const satisfies Record<CauseKind, string>

const events = [...new Set(Object.values(entryNames).flat())]

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const Side = (description: string) =>
  Type.Union([Type.String({ examples: ['95.82'] }), Type.Null()], { description, examples: ['95.82', null] })

export const ShownLine = Type.Object(
  {
    date: Type.String({ description: 'The day on which it was posted. A day that is over gets no further lines' }),
    timestamp: Instant,
    entry: Type.String({ description: 'Its lines have the same sum of debits and credits' }),
    line: Type.Integer({ description: 'From 0 on' }),
    cause: Type.Object({
      kind: choice(Object.values(kinds), { description: 'What caused the entry', title: 'JournalCause' }),
      id: Type.String({ description: 'Its id' }),
      event: choice(events, { description: 'What happened to it' }),
    }),
    transaction: Nullable('The operation that it concerns'),
    account: choice([...ledgerAccounts, UNREADABLE], {
      title: 'JournalAccount',
      description:
        '`unreadable`: somebody has damaged the entry in the database. The audit names it, and its month cannot be closed',
    }),
    account_code: Type.String({ description: 'Of your chart of accounts; may be empty' }),
    account_name: Type.String({ description: 'What your chart of accounts calls it' }),
    debit: Side('Cargo; null for a credit'),
    credit: Side('Abono; null for a debit'),
    currency: Type.String({ description: 'Always MXN', examples: ['MXN'] }),
    tracking_key: Nullable('Clave de rastreo of the SPEI payment, transfer or payout'),
    network_reference: Nullable(
      'What its network calls it: the acquirer’s id of a card payment or dispute, the ticket of a payment at a store, the bank’s id of a transfer',
    ),
    concerns: Nullable(
      'The earlier month that the line is about (`2026-10`): of the payment that is given back, for example. null: its own',
    ),
    cfdi_uuid: Nullable('Of fees and their IVA: the folio fiscal of the month’s invoice, once it is stamped'),
  },
  { title: 'JournalLine' },
)

const NO_CODE = { code: '', name: '' }

export interface JournalNeeds {
  store: Store
  journal: JournalReaders
}

/** A page of lines; `isOwn`: on the sides of the merchant's own books. */
export async function readShownLines(
  needs: JournalNeeds,
  filter: JournalFilter,
  { isOwn, limit, after }: { isOwn: boolean; limit: number; after: string | undefined },
): Promise<{ lines: Static<typeof ShownLine>[]; next: string | null }> {
  const { store } = needs
  const { accountId } = filter
  const { lines, next } = await readJournal(store, filter, { limit, after })
  const [causes, row] = await Promise.all([readLineCauses(needs, accountId, lines), readChartRow(store, accountId)])
  const shown = { chart: chartOf(row), isOwn }
  return { lines: lines.map((line, at) => presentLine(line, causes[at] as LineCause, shown)), next }
}

function presentLine(line: JournalLine, cause: LineCause, { chart, isOwn }: { chart: Chart; isOwn: boolean }) {
  const amount = formatAmount(Math.abs(line.amount_centavos))
  const isDebit = line.amount_centavos >= 0 !== isOwn
  const account = ledgerAccounts.find((one) => one === line.ledger_account) ?? UNREADABLE
  const { code, name } = account === UNREADABLE ? NO_CODE : chart[account]
  return {
    date: line.day,
    timestamp: mexicoCityTime(line.created_at),
    entry: line.entry,
    line: line.line,
    cause: { kind: kinds[cause.kind], id: cause.id, event: cause.what as (typeof events)[number] },
    transaction: cause.operationId,
    account,
    account_code: code,
    account_name: name,
    debit: isDebit ? amount : null,
    credit: isDebit ? null : amount,
    currency: 'MXN',
    tracking_key: cause.trackingKey,
    network_reference: cause.networkReference,
    concerns: cause.concerns,
    cfdi_uuid: cause.cfdiUuid,
  }
}
