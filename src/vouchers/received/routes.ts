// The list of payments that networks reported and that paid nothing: returned to the payer, or kept in suspense.
import { sql } from 'kysely'
import Type from 'typebox'
import { answer } from '../../api/fields.ts'
import { CursorQuery, cutPage, Next, queryChoice, readLimit } from '../../api/paging.ts'
import { queryReader } from '../../api/query.ts'
import type { App } from '../../api/server.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { receivedOutcomes } from '../../core/received.ts'
import { refuseInvalid } from '../../failures.ts'
import { columns } from '../../store/columns.ts'
import type { Store } from '../../store/store.ts'
import { acceptableOf } from '../suspense/acceptable.ts'
import type { PaymentReceivedRow, ReleaseRow } from '../tables.ts'
import { paymentsCalled, withDetails } from './identities.ts'
import { presentReceived, ReceivedPayment } from './present.ts'
import { hasLeftSuspense } from './rows.ts'

const outcomes = receivedOutcomes.filter((outcome) => outcome !== 'matched')

export function receivedRoutes(app: App, { store }: { store: Store }): void {
  app.get(
    '/v1/received-payments',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Payments'],
        summary: 'List the payments that came in and paid nothing',
        description:
          'Newest first: what was returned to its payer, and what is kept in suspense because it contradicts another payment of the ' +
          'same key, institution and day, or because a till gives nothing back. What paid a voucher is found among the operations.',
        querystring: Type.Object({
          outcome: queryChoice(
            outcomes,
            'Only these: `returned`, `unmatched`, `suspended`, `accepted`, `given-back`, `taken-back`, `never-received` or `refused`',
            ['suspended'],
          ),
          ...CursorQuery,
        }),
        response: answer(
          Type.Object({
            payments: Type.Array(ReceivedPayment, { description: 'Newest first' }),
            next: Next,
          }),
        ),
      },
    },
    async (request) => {
      const { limit, outcome, after } = readQuery(request.query)
      const { accountId } = request.caller
      const rows = await readOpen(store, { accountId, outcome, after, limit: limit + 1 })
      const { page, next } = cutPage(rows, limit)
      const [firsts, released, acceptable] = await Promise.all([
        readFirsts(store, accountId, page),
        readReleases(store, accountId, page),
        acceptableOf(store, page),
      ])
      return {
        success: true,
        result: {
          payments: page.map((row) => ({
            ...presentReceived(row, (row.conflict > 0 && firsts.get(identityOf(row))) || null, released.get(row.id)),
            ...(row.outcome === 'suspended' && { acceptable: acceptable.has(row.id) }),
          })),
          next,
        },
      }
    },
  )
}

function readQuery(query: { outcome?: string; limit?: string; starting_after?: string }) {
  const fields: FieldProblems = {}
  const limit = readLimit(query, fields)
  const outcome = queryReader(query, fields).oneOf('outcome', outcomes)
  const after = query.starting_after || undefined
  if (after !== undefined && !/^pay_[0-9a-z]{1,40}$/.test(after)) {
    fields.starting_after = [['starting_after no es una página', 'starting_after is not a page']]
  }
  refuseInvalid(fields)
  return { limit, outcome, after }
}

/** The partial index `payments_received_open` needs its condition written out. */
async function readOpen(
  store: Store,
  wanted: {
    accountId: string
    outcome: (typeof outcomes)[number] | undefined
    after: string | undefined
    limit: number
  },
): Promise<PaymentReceivedRow[]> {
  let query = store.db
    .selectFrom('payments_received')
    .select(columns.payments_received)
    .where('account_id', '=', wanted.accountId)
    .where('outcome', '<>', sql.lit('matched' as const))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
  if (wanted.outcome !== undefined) query = query.where('outcome', '=', wanted.outcome)
  if (wanted.after !== undefined) query = query.where('id', '<', wanted.after)
  return withDetails(store, await query.execute())
}

/** The releases of these payments from suspense. */
async function readReleases(
  store: Store,
  accountId: string,
  rows: PaymentReceivedRow[],
): Promise<Map<string, ReleaseRow>> {
  const ids = rows.filter(hasLeftSuspense).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const found = await store.db
    .selectFrom('releases')
    .select(columns.releases)
    .where('account_id', '=', accountId)
    .where('payment_id', 'in', ids)
    .execute()
  return new Map(found.map((row) => [row.payment_id, row]))
}

/** The ids of the payments of the same account that suspended payments contradict, by identity. */
async function readFirsts(store: Store, accountId: string, rows: PaymentReceivedRow[]): Promise<Map<string, string>> {
  const suspended = rows.filter((row) => row.conflict > 0)
  const calls = Map.groupBy(suspended, ({ rail, network }) => JSON.stringify([rail, network]))
  const found = await Promise.all(
    [...calls.values()].flatMap((some) => {
      const [one] = some
      const called = some.map((row) => row.network_transaction)
      return one === undefined ? [] : paymentsCalled(store, one, called)
    }),
  )
  const firsts = found.flat().filter((row) => row.conflict === 0 && row.account_id === accountId)
  return new Map(firsts.map((row) => [identityOf(row), row.id]))
}

function identityOf(
  row: Pick<PaymentReceivedRow, 'rail' | 'network' | 'network_transaction' | 'institution' | 'operation_day'>,
): string {
  return JSON.stringify([row.rail, row.network, row.network_transaction, row.institution, row.operation_day])
}
