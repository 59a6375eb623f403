// Lists everything that is open, and since when: held items, charges, reversals and refunds that a network does not answer for, transfers that are not final, lines of statements without a record, unfinished
// statements, and receivables by day. For `cobro open` and the metrics.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import type { MovementKind } from '../core/movement.ts'
import { rails } from '../core/rail.ts'
import type { Collector } from '../core/task.ts'
import { type Day, dayStartAt, HOUR_MS } from '../core/time.ts'
import type { Held } from '../ledger/held.ts'
import { booksOf, UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import { across } from '../store/across.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import { stateAndReason } from '../transfers/held.ts'
import { ageing, type DayAmount } from './ageing.ts'
import { writtenOffOf } from './line-writes.ts'
import type { StatementLineRow } from './tables.ts'
import { type Unanswered, unansweredKinds } from './unanswered.ts'

const BATCH_SIZE = 500

export interface OpenItem {
  kind: 'held' | Unanswered['kind'] | 'transfer' | 'line' | 'statement' | 'receivable'
  id: string
  accountId: string
  /** With a sign where money may be missing or too much: a line, a receivable. */
  amountCentavos: number
  /** Since when it is open; for a receivable, the beginning of its day. */
  since: string
  because: Bilingual
  /** A code of it, where it has one: programs read that. */
  code?: string
}

/** The items that may need an operator: all, or only those that nobody else mends. */
type EachHeld = (store: Store, whose?: 'operator') => AsyncGenerator<Held>

/** Over all accounts, kind by kind. Each but the receivables has an index of its own. */
export async function* eachOpenWith(store: Store, eachHeld: EachHeld): AsyncGenerator<OpenItem> {
  yield* eachWaitingWith(store, eachHeld)
  for (const { account, network, open } of await receivables(store)) {
    for (const { day, amountCentavos } of open) {
      const since = dayStartAt(day)
      const because =
        network === '' ? filled(['del {}', 'of {}'], day) : filled(['del {}, de {}', 'of {}, by {}'], day, network)
      yield { kind: 'receivable', id: account, accountId: '-', amountCentavos, since, because }
    }
  }
}

/** Open items without the receivables: those that wait for an operator or a network. */
export async function* eachWaitingWith(store: Store, eachHeld: EachHeld): AsyncGenerator<OpenItem> {
  for await (const { at, ...held } of eachHeld(store)) yield { kind: 'held', since: at, ...held }
  for (const read of Object.values(unansweredKinds)) yield* portions((after) => read(store, after, BATCH_SIZE))
  for (const under of transfersUnderWay) yield* portions((after) => transfers(store, under, after))
  yield* portions((after) => lines(store, after))
  yield* await unfinished(store)
}

/**
 * Open items that nobody but the operator mends. Of those that a network does not answer for, the oldest of each kind, which are open since before
 * `before`: the service goes on asking for the others.
 */
export async function* eachOfOperatorWith(store: Store, eachHeld: EachHeld, before: string): AsyncGenerator<OpenItem> {
  for await (const { at, ...held } of eachHeld(store, 'operator')) yield { kind: 'held', since: at, ...held }
  for (const read of Object.values(unansweredKinds))
    yield* (await read(store, '', BATCH_SIZE)).filter(({ since }) => since < before)
  yield* portions((after) => lines(store, after))
}

async function* portions(read: (after: string) => Promise<OpenItem[]>): AsyncGenerator<OpenItem> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const items: OpenItem[] = await read(after)
    yield* items
    after = items.length < BATCH_SIZE ? undefined : items.at(-1)?.id
  }
}

/** Transfers that are not final, and failed ones that nothing replaces: the conditions of the partial indexes, written out. */
const transfersUnderWay = [
  sql<boolean>`state in ('pending', 'accepted')`,
  sql<boolean>`state in ('rejected', 'returned') and replaced_by is null and kind <> 'payout'`,
]

async function transfers({ db }: Store, under: (typeof transfersUnderWay)[number], after: string): Promise<OpenItem[]> {
  const rows = await db
    .selectFrom('transfers')
    .select(['id', 'account_id', 'amount_centavos', 'state', 'state_at', 'reason'])
    .where(under)
    .where(unindexed('id'), '>', after)
    .orderBy(unindexed('id'))
    .limit(BATCH_SIZE)
    .modifyEnd(across('operator'))
    .execute()
  return rows.map((row) => ({
    kind: 'transfer',
    id: row.id,
    accountId: booksOf(row.account_id),
    amountCentavos: row.amount_centavos,
    since: row.state_at,
    because: stateAndReason(row),
  }))
}

/** The condition of the partial index, written out. */
const isOpenLine = sql<boolean>`superseded_at is null and closed_at is null
  and ((verdict = 'extra' and cause_id is null) or differs in ('amount', 'amount day'))`

async function lines({ db }: Store, after: string): Promise<OpenItem[]> {
  const rows = await db
    .selectFrom('statement_lines')
    .select(['id', 'account_id', 'rail', 'network', 'kind', 'movement', 'day', 'differs', 'created_at'])
    .select(['amount_centavos', 'fee_centavos', 'recorded_centavos'])
    .where(isOpenLine)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  return rows.map((row) => ({
    kind: 'line',
    id: row.id,
    accountId: row.account_id,
    // What is in question: how much more the network says than the books have, or less.
    amountCentavos: writtenOffOf(row),
    since: row.created_at,
    because: whyOpen(row),
  }))
}

/** Sample: `payment 4711 of stp on 2026-11-26: other amount`. */
export function whyOpen({
  kind,
  movement,
  network,
  day,
  differs,
}: Pick<StatementLineRow, 'kind' | 'movement' | 'network' | 'day' | 'differs'>): Bilingual {
  const line = filled(['{} {} de {} del {}', '{} {} of {} on {}'], lineWords[kind], movement, network, day)
  return filled(['{}: {}', '{}: {}'], line, differenceWords[differs])
}

/** In English they are as a statement has them. */
const lineWords = {
  payment: ['pago', 'payment'],
  reversal: ['cancelación', 'reversal'],
  chargeback: ['contracargo', 'chargeback'],
  'chargeback-reversal': ['contracargo que volvió', 'chargeback-reversal'],
  'transfer-out': ['transferencia', 'transfer-out'],
  return: ['transferencia que volvió', 'return'],
  fee: ['comisión', 'fee'],
  settlement: ['liquidación', 'settlement'],
} as const satisfies Record<MovementKind, Bilingual>

const differenceWords = {
  '': ['de más', 'extra'],
  amount: ['otro monto', 'other amount'],
  day: ['otro día', 'other day'],
  'amount day': ['otro monto y otro día', 'other amount day'],
} as const satisfies Record<StatementLineRow['differs'], Bilingual>

const UNFINISHED: Bilingual = [
  'de {}, sin leer hasta el final: concilia otra vez el mismo archivo{}',
  'of {}, not read to its end: reconcile the same file again{}',
]

/** Statements that were not read to their end. */
async function unfinished({ db }: Store): Promise<OpenItem[]> {
  const rows = await db
    .selectFrom('statements')
    .select(['id', 'account_id', 'network', 'sum_centavos', 'created_at', 'corrects'])
    .where('state', '=', sql.lit('reading' as const))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    kind: 'statement',
    id: row.id,
    accountId: row.account_id,
    amountCentavos: row.sum_centavos,
    since: row.created_at,
    because: filled(UNFINISHED, row.network, row.corrects === '' ? '' : ` --corrects ${row.corrects}`),
  }))
}

/** Accounts whose balances are read at once: some milliseconds of work. */
const ACCOUNTS = 20

/** What each network owes. */
interface Receivable {
  /** Its ledger account. */
  account: string
  /** The acquirer; empty for another network. */
  network: string
  open: DayAmount[]
}

/** Each receivable, over all accounts, by the day on which it arose. Reads every balance of these ledger accounts. */
async function receivables(store: Store): Promise<Receivable[]> {
  const names = new Set(Object.values(rails).map(({ receivable }) => receivable))
  const days = new Map<string, Map<Day, number>>()
  for await (const accountIds of accountPortions(store)) {
    const rows = await store.db
      .selectFrom('balances')
      .select((eb) => [
        'ledger_account',
        'network',
        'day',
        eb.cast<number>(eb.fn.sum('amount_centavos'), 'bigint').as('sum'),
      ])
      .where('account_id', 'in', accountIds)
      .where('ledger_account', 'in', [...names])
      .groupBy(['ledger_account', 'network', 'day'])
      .execute()
    for (const { ledger_account, network, day, sum } of rows) {
      const key = `${ledger_account} ${network}`
      const of = days.get(key) ?? new Map<Day, number>()
      days.set(key, of.set(day, (of.get(day) ?? 0) + Number(sum)))
    }
    // Waiting requests go first.
    await setImmediate()
  }
  return [...days].sort().map(([key, of]) => {
    const [account = '', network = ''] = key.split(' ')
    return { account, network, open: ageing([...of].map(([day, amountCentavos]) => ({ day, amountCentavos }))) }
  })
}

/** Every account, and the one of payments that belong to none. */
async function* accountPortions({ db }: Store): AsyncGenerator<string[]> {
  yield [UNMATCHED_ACCOUNT]
  for (let after: string | undefined = ''; after !== undefined; ) {
    const query = db
      .selectFrom('accounts')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ACCOUNTS)
      .modifyEnd(across('operator'))
    const ids: string[] = (await query.execute()).map(({ id }) => id)
    if (ids.length > 0) yield ids
    after = ids.length < ACCOUNTS ? undefined : ids.at(-1)
  }
}

/** The values are those of the last count. It takes the balances at most once an hour, because they are many. */
export function openLineGauges({ store, clock }: StoreAndClock) {
  let lines = { count: 0, oldest: undefined as string | undefined }
  const oldestDays = new Map<string, string | undefined>()
  let receivablesReadMs = Number.NEGATIVE_INFINITY
  const ageSeconds = (since: string | undefined) =>
    since === undefined ? 0 : Math.max(0, (clock.epochMs() - Date.parse(since)) / 1_000)
  const collector: Collector = {
    name: 'count open lines of statements',
    collect: async () => {
      const row = await store.db
        .selectFrom('statement_lines')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
        .where(isOpenLine)
        .executeTakeFirstOrThrow()
      lines = { count: Number(row.count), oldest: row.oldest ?? undefined }
      if (clock.wallMs() - receivablesReadMs >= HOUR_MS) {
        receivablesReadMs = clock.wallMs()
        oldestDays.clear()
        for (const { account, open } of await receivables(store)) {
          const oldest = open.find(({ amountCentavos }) => amountCentavos > 0)
          const [since, other] = [oldest && dayStartAt(oldest.day), oldestDays.get(account)]
          oldestDays.set(account, other === undefined || (since !== undefined && since < other) ? since : other)
        }
      }
    },
  }
  const gauges = [
    {
      name: 'cobro_statement_lines_open',
      help: 'Lines of statements that no record has, or has with another amount, and that nobody has written off',
      read: () => lines.count,
    },
    {
      name: 'cobro_statement_lines_oldest_open_seconds',
      help: 'How long the oldest of them has been open',
      read: () => ageSeconds(lines.oldest),
    },
    ...Object.values(rails).map(({ receivable }) => ({
      name: `cobro_${receivable.replaceAll(/[:-]/g, '_')}_oldest_seconds`,
      help: 'How old the oldest payment is that this kind of network owes us, as of the last hour',
      read: () => ageSeconds(oldestDays.get(receivable)),
    })),
  ]
  return { collectors: [collector], gauges }
}
