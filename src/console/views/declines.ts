// How many card payments banks approve, and why they decline the others: from the totals by day, and from the newest declined payments.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { declineText } from '../../core/cards/decline-codes.ts'
import type { Issuer } from '../../core/cards/issuers.ts'
import type { Day } from '../../core/time.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store } from '../../store/store.ts'

/** How many card payments of some days were approved and declined. */
export const ApprovalCounts = Type.Object(
  { approved: Type.Integer(), declined: Type.Integer() },
  { title: 'ApprovalCounts' },
)

/** A text for people. */
export const InBothLanguages = Type.Object({ es: Type.String(), en: Type.String() }, { title: 'InBothLanguages' })

const DeclineReason = Type.Object(
  {
    code: Type.String({ description: 'The network’s response code, or the name of what stopped it' }),
    text: InBothLanguages,
    payments: Type.Integer(),
    banks: Type.Array(Type.Object({ name: Type.String(), payments: Type.Integer() }), {
      description: 'The banks of its cards, most payments first; those that are not known are left out',
    }),
  },
  { title: 'DeclineReason' },
)

export const Declines = Type.Object({
  read: Type.Integer({ description: 'The newest declined payments that were read, at most 1,000' }),
  reasons: Type.Array(DeclineReason),
})

type Approval = Static<typeof ApprovalCounts>
type DeclineReason = Static<typeof DeclineReason>
type Declines = Static<typeof Declines>

/** Reasons are those of this many newest declined payments. */
const NEWEST = 1_000
const REASONS = 5
const BANKS = 3

export function approvalReader(store: Store): (accountId: string, from: Day, to: Day) => Promise<Approval> {
  const byStatus = prepared((hole) =>
    store.db
      .selectFrom('daily_totals')
      .select((eb) => ['status', eb.fn.sum<number>('operations').as('operations')])
      .where('account_id', '=', hole('accountId'))
      .where('day', '>=', hole('from'))
      .where('day', '<=', hole('to'))
      .where('rail', '=', 'card')
      .groupBy('status')
      .compile(),
  )
  return async (accountId, from, to) => {
    const rows = await store.rows(byStatus({ accountId, from, to }))
    const of = (...statuses: string[]) =>
      rows
        .filter(({ status }) => statuses.includes(status))
        .reduce((sum, { operations }) => sum + Number(operations), 0)
    // A payment that was reversed, released or not captured later had been approved.
    return { approved: of('paid', 'authorized', 'cancelled', 'expired'), declined: of('declined') }
  }
}

export function declineReader(
  store: Store,
  issuerOf: (digits: string) => Readonly<Issuer>,
): (accountId: string, from: Day, to: Day) => Promise<Declines> {
  const newest = prepared((hole) =>
    store.db
      .selectFrom('operations')
      .select(['decline_code', 'card_first_six'])
      .where('account_id', '=', hole('accountId'))
      .where('status', '=', sql.lit('declined' as const))
      .where('day', '>=', hole('from'))
      .where('day', '<=', hole('to'))
      .orderBy('day', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(NEWEST))
      .compile(),
  )
  return async (accountId, from, to) => {
    const rows = await store.rows(newest({ accountId, from, to }))
    return { read: rows.length, reasons: reasonsOf(rows, issuerOf) }
  }
}

interface Declined {
  decline_code: string | null
  card_first_six: string
}

/** The most frequent reasons, each with its banks. Equal numbers are in the order of their names. */
function reasonsOf(rows: readonly Declined[], issuerOf: (digits: string) => Pick<Issuer, 'bankName'>): DeclineReason[] {
  const byCode = Map.groupBy(rows, ({ decline_code: code }) => code ?? '')
  return mostOf(byCode, REASONS).map(([code, declined]) => {
    const banks = Map.groupBy(declined, ({ card_first_six: digits }) => issuerOf(digits).bankName)
    banks.delete('')
    const [es, en] = reasonText(code)
    return {
      code,
      text: { es, en },
      payments: declined.length,
      banks: mostOf(banks, BANKS).map(([name, its]) => ({ name, payments: its.length })),
    }
  })
}

function mostOf<T>(groups: Map<string, T[]>, number: number): [string, T[]][] {
  return [...groups]
    .toSorted(([one, its], [other, others]) => others.length - its.length || (one < other ? -1 : 1))
    .slice(0, number)
}

const OWN_REASONS: Readonly<Record<string, readonly [es: string, en: string]>> = {
  'risk-filter': ['La detuvo una regla de riesgo', 'Stopped by a risk rule'],
  'risk-fraud': ['La detuvo una regla de fraude', 'Stopped by a fraud rule'],
  'no-answer': ['El banco no contestó a tiempo', 'The bank did not answer in time'],
  '': ['Sin motivo', 'No reason given'],
}

/** Without the advice to the payer, which follows the reason. */
export function reasonText(code: string): readonly [es: string, en: string] {
  const own = OWN_REASONS[code]
  if (own !== undefined) return own
  const [es, en] = declineText(code)
  return [es.split(';')[0] ?? es, en.split(';')[0] ?? en]
}
