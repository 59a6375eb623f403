// Fills a database with a year of operations in the sandbox's account, as the service would have written them: rows, daily totals, ledger
// and events, so that the audit passes. `node bench/fill.ts file:./big.db 10000000`; `--listed` leaves out what lists and searches do not read.
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { chargedByPayment } from '../src/accounts/fees/charged.ts'
import { ensureSandboxAccount, SANDBOX_ACCOUNT } from '../src/accounts/open-account.ts'
import { bucketOf } from '../src/core/bucket.ts'
import { type Clock, createClock } from '../src/core/clock.ts'
import { computeFees } from '../src/core/fees.ts'
import { newId, newUuid } from '../src/core/ids.ts'
import { rails } from '../src/core/rail.ts'
import { mexicoCityDay } from '../src/core/time.ts'
import type { EventType } from '../src/event-types.ts'
import type { NewEvent } from '../src/events/append.ts'
import { spanOf } from '../src/events/spans.ts'
import { textOfLines } from '../src/ledger/postings.ts'
import { BLANK_OPERATION } from '../src/operations/blank.ts'
import { paymentLines } from '../src/operations/entries.ts'
import { indexWord, pagesOf, postingsOfPlaces } from '../src/operations/finding/pages.ts'
import { placeNumber } from '../src/operations/finding/places.ts'
import { newSegment } from '../src/operations/finding/segments.ts'
import { wordsOfOperation } from '../src/operations/finding/words.ts'
import type { OperationRow } from '../src/operations/tables.ts'
import { keptText } from '../src/store/changeable.ts'
import { openDatabase } from '../src/store/database.ts'
import { run } from '../src/store/write.ts'
import type { Tables } from '../src/tables.ts'
import { receivedWrites } from '../src/vouchers/received/identities.ts'
import type { PaymentReceivedRow } from '../src/vouchers/tables.ts'
import { bulkOf } from './bulk.ts'

const YEAR_MS = 365 * 86_400_000
const FLUSH_EVERY = 50_000
/** What lists and searches do not read. Without it ten million operations take half the room. */
const NOT_LISTED: readonly (keyof Tables)[] = ['events', 'entries', 'payments_received']
/** Operations of a segment of the search index, which is of this level. */
const SEGMENT = 250_000
const LEVEL = 3

interface FillOptions {
  /** Only what lists and searches read: the audit does not pass. */
  listed?: boolean
  /** The time in which they are made, instead of a year. */
  spanMs?: number
  /** What each is for, from 0 on. */
  describe?: (i: number) => string
  say?: (line: string) => void
}

/** Makes `count` operations in the year before `untilMs`; answers how long it took in seconds. */
export async function fill(url: string, count: number, untilMs: number, options: FillOptions = {}): Promise<number> {
  const { listed = false, spanMs = YEAR_MS, describe = (i: number) => `Pedido ${i}`, say = () => {} } = options
  const started = performance.now()
  const store = await openDatabase(url, { connections: 1 })
  await ensureSandboxAccount({ store, clock: createClock() })
  await store.close()
  const bulk = await bulkOf(url)
  const put = (table: keyof Tables, row: object) => {
    if (!listed || !NOT_LISTED.includes(table)) bulk.put(table, row)
  }
  const spans = new Set<string>()
  const putEvent = (row: NewEvent) => {
    put('events', row)
    const of = spanOf(row)
    if (!spans.has(of.type + of.span)) put('event_spans', of)
    spans.add(of.type + of.span)
  }
  const words = new Map<string, number[]>()
  const totals = new Map<string, number[]>()
  const balances = new Map<string, number>()
  const charged = new Map<string, number[]>()
  for (let i = 0; i < count; i += 1) {
    const atMs = untilMs - spanMs + Math.floor((i / count) * spanMs)
    const clock = createClock({ offsetMs: 0, frozenMs: atMs })
    const row = { ...operationAt(clock, i), description: describe(i) }
    put('operations', { ...row })
    for (const word of wordsOfOperation(row).map(indexWord)) {
      const places = words.get(word)
      if (places === undefined) words.set(word, [placeNumber(row)])
      else places.push(placeNumber(row))
    }
    if (i % SEGMENT === SEGMENT - 1 || i === count - 1) {
      const segment = newSegment(LEVEL, atMs)
      for (const { begins, content } of pagesOf(postingsOfPlaces(words)))
        put('found_pages', { account_id: row.account_id, segment, begins: Buffer.from(begins, 'latin1'), content })
      words.clear()
    }
    if (!listed) {
      if (row.rail !== 'card') putEvent(event(clock, 'voucher.issued', row, 'pending'))
      if (row.status !== 'pending') putEvent(event(clock, eventOf[row.status], row, row.status))
    }
    const key = [row.day, row.rail, row.card_brand, row.operator, row.status].join('|')
    const sum = totals.get(key) ?? [0, 0, 0]
    totals.set(key, [
      (sum[0] ?? 0) + 1,
      (sum[1] ?? 0) + row.total_centavos,
      (sum[2] ?? 0) + row.fee_centavos + row.iva_centavos,
    ])
    if (row.status === 'paid' && row.rail !== 'card') {
      for (const write of receivedWrites(paymentReceived(clock, row)))
        if (write.kind === 'insert') for (const one of write.rows) put(write.table as keyof Tables, one)
    }
    if (row.status === 'paid') {
      const lines = paymentLines(row)
      put('entries', {
        entry: `${row.id}:paid`,
        account_id: row.account_id,
        day: row.day,
        lines: textOfLines(lines),
        created_at: row.created_at,
      })
      for (const line of lines) {
        const balance = `${line.account}|${row.day}|${line.network ?? ''}`
        balances.set(balance, (balances.get(balance) ?? 0) + line.amountCentavos)
      }
      for (const { concept, operations, fee_centavos } of chargedByPayment(row, 1)) {
        const [before = 0, fees = 0] = charged.get(`${row.day.slice(0, 7)}|${concept}`) ?? []
        charged.set(`${row.day.slice(0, 7)}|${concept}`, [before + operations, fees + fee_centavos])
      }
    }
    if (i % FLUSH_EVERY === FLUSH_EVERY - 1) await bulk.flush()
    if (i % 1_000_000 === 999_999) say(`${(i + 1) / 1e6} million operations in ${seconds(started)} s`)
  }
  const months = new Map<string, number[]>()
  const putTotals = (period: 'day' | 'month', key: string, [operations = 0, total = 0, commission = 0]: number[]) => {
    const [at = '', method = '', brand = '', operator = '', status = ''] = key.split('|')
    put(period === 'day' ? 'daily_totals' : 'monthly_totals', {
      account_id: SANDBOX_ACCOUNT.id,
      [period]: at,
      rail: method,
      card_brand: brand,
      operator,
      status,
      shard: 0,
      operations,
      total_centavos: total,
      commission_centavos: commission,
    })
    // Each is posted on the day on which it was made.
    if (status === 'paid') {
      put('posted_totals', {
        account_id: SANDBOX_ACCOUNT.id,
        unit: period,
        period: at,
        rail: method,
        card_brand: brand,
        operator,
        status,
        shard: 0,
        operations,
        total_centavos: total,
        commission_centavos: commission,
      })
    }
  }
  for (const [key, sums] of totals) {
    putTotals('day', key, sums)
    const month = key.slice(0, 7) + key.slice(key.indexOf('|'))
    months.set(
      month,
      (months.get(month) ?? [0, 0, 0]).map((sum, index) => sum + (sums[index] ?? 0)),
    )
  }
  for (const [key, sums] of months) putTotals('month', key, sums)
  for (const [key, [operations = 0, fee_centavos = 0]] of charged) {
    const [month = '', concept = ''] = key.split('|')
    put('monthly_fees', { account_id: SANDBOX_ACCOUNT.id, month, concept, shard: 0, operations, fee_centavos })
  }
  for (const [key, amount] of balances) {
    const [account = '', day = '', network = ''] = key.split('|')
    const of = { account_id: SANDBOX_ACCOUNT.id, ledger_account: account, network, day }
    put('balances', { ...of, shard: 0, amount_centavos: amount })
  }
  await bulk.finish()
  // The events have been told, and the words are written: the readers of the log have nothing to do.
  const done = await openDatabase(url, { connections: 1 })
  await done.commit([
    run(
      sql`update cursors set position = (select max(position) from events), id = (select max(id) from events)
        where exists (select 1 from events)`.compile(done.db),
    ),
  ])
  await done.close()
  return (performance.now() - started) / 1_000
}

const brands = ['VISA', 'MAST', 'AMEX', 'CRNT'] as const
const eventOf = {
  authorized: 'operation.authorized',
  paid: 'operation.paid',
  cancelled: 'operation.cancelled',
  expired: 'operation.expired',
  declined: 'operation.declined',
} as const

/** One of sixteen has the price that sells best, one of five thousand an amount that no other has; the others differ. */
function amountOf(i: number): number {
  if (i % 16 === 7) return 35_000
  return i % 5_000 === 4_999 ? 300_000 + Math.floor(i / 5_000) : 1_000 + ((i * 7_919) % 200_000)
}

/** A shop's mixture: six cards, three store vouchers and one SPEI of ten; most are paid, some expire, few are declined. */
function operationAt(clock: Clock, i: number): OperationRow {
  const method = i % 10 < 6 ? 'card' : i % 10 < 9 ? 'store' : 'spei'
  const card = method === 'card'
  const status = card ? (i % 17 === 0 ? 'declined' : 'paid') : i % 3 === 0 ? 'expired' : 'paid'
  const totalCentavos = amountOf(i)
  const fees = computeFees({ totalCentavos, schedule: rails[method].standardFee })
  const at = clock.now()
  const day = mexicoCityDay(at)
  return {
    ...BLANK_OPERATION,
    id: newUuid(clock),
    account_id: SANDBOX_ACCOUNT.id,
    created_at: at,
    day,
    rail: method,
    status,
    status_at: at,
    paid_at: status === 'paid' ? at : null,
    posted_day: status === 'paid' ? day : null,
    expired_at: status === 'expired' ? at : null,
    total_centavos: totalCentavos,
    fee_centavos: fees.feeCentavos,
    iva_centavos: fees.ivaCentavos,
    fee_percentage_millis: rails[method].standardFee.percentageMillis,
    reference_number: i % 2 === 0 ? String(i) : null,
    operator: `caja${i % 5}@tienda.mx`,
    authorization_code: status === 'paid' ? String(100_000 + (i % 900_000)) : '',
    decline_code: status === 'declined' ? '51' : null,
    network: 'sandbox',
    ...(card
      ? {
          card_brand: brands[i % 4] ?? 'VISA',
          card_holder: 'Ana Núñez',
          card_first_six: '424242',
          card_last_four: '4242',
        }
      : {
          network_reference: `fill-${i}`,
          bank_account_number: `fill-${i}`,
          bank_name: 'OXXO',
          payment_id: `9${i}`,
          expires_at: at,
          ...(method === 'store' ? { chain: 'OXXO', short_id: String(i) } : {}),
        }),
  }
}

function paymentReceived(clock: Clock, row: OperationRow): PaymentReceivedRow {
  return {
    id: newId(clock, 'pay'),
    network: row.network,
    rail: row.rail === 'spei' ? 'spei' : 'store',
    institution: row.chain ?? '',
    operation_day: row.day,
    ...{ conflict: 0, nth: 0 },
    network_transaction: row.id,
    network_reference: row.network_reference ?? '',
    account_id: row.account_id,
    operation_id: row.id,
    amount_centavos: row.total_centavos,
    payer_clabe: null,
    payer_name: null,
    outcome: 'matched',
    reason: 'voucher-paid',
    received_at: row.created_at,
    paid_at: row.created_at,
    from_statement: 0,
    stated: 0,
    cep_url: null,
  }
}

function event(clock: Clock, type: EventType, row: OperationRow, status: OperationRow['status']): NewEvent {
  return {
    id: newId(clock, 'evt'),
    account_id: row.account_id,
    bucket: bucketOf(row.account_id),
    type,
    operation_id: row.id,
    operation_status: status,
    data: status === row.status ? keptText(row) : null,
    created_at: row.created_at,
    faults: null,
  }
}

function seconds(started: number): string {
  return ((performance.now() - started) / 1_000).toFixed(0)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { listed: { type: 'boolean' } } })
  const [url = 'file:./data/big.db', count = '10000000'] = positionals
  const took = await fill(url, Number(count), createClock().epochMs(), { ...values, say: console.log })
  console.log(`${count} operations in ${took.toFixed(0)} s`)
}
