// What people and programs ask for reads what it answers, however much the account has: each statement behind a call finds its rows by an index.
import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client, Connection } from 'pg'
import { person, type SignedIn } from '../../support/fixtures/console.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import {
  type Belongings,
  belongingsOf,
  type Call,
  everyCall,
  goodBodies,
  pathOf,
} from '../../support/harness/every-call.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

/** Tables that grow with the payments or with the merchants. */
const GROWING = new Set(
  `operations entries events payments_received transfers refunds disputes messages webhook_deliveries delivery_attempts
  webhook_endpoints statement_lines statements captures advices checkouts checkout_payments cards customers card_tokens
  envelope_claims idempotency reversals affiliate_entries approvals`.split(/\s+/),
)
/** Of these, a page in the order of its ids must not look through rows of another kind either: those that are wanted may be few. */
const OF_EACH_PAYMENT = new Set(
  'entries events payments_received messages checkouts customers cards card_tokens'.split(' '),
)
/** Statements that read all rows of an account, and why. */
const WHOLE = [
  // The answer says how many customers there are: counted in an index.
  /^select count\(\*\) as "total" from "customers" where "account_id" = \?$/,
  // Open items are looked for once, when a month is closed.
  /from "statements" where "account_id" in \(.*\) and "state" = \?/,
]

/** Values of parameters that are no choice from a list. */
const FITTING: Record<string, string> = {
  limit: '2',
  offset: '1',
  q: 'pedido',
  start_date: '2027-01-01',
  end_date: '2027-01-31',
  since: '2027-01-01',
  until: '2027-02-01',
  date: '2027-01-11',
  amount: '150.00',
  min_amount: '10',
  max_amount: '200',
  last4: '4242',
  reference: 'REF-1',
  email: 'ana@example.mx',
  respond_by: '2027-02-01',
  unchanged_minutes: '5',
  rail: 'spei',
  type: 'operation.paid',
  action: 'credential.created',
  days: '7',
}

/** Narrower calls of the console. */
const OF_THE_CONSOLE = (has: Belongings) => [
  '/v1/received-payments?outcome=suspended',
  '/v1/settlement/report?limit=500&date=2027-01-11',
  `/v1/operations?customer=${has.customerId}&status=ALL&limit=10`,
  '/v1/operations?status=N&charge_method=CARD',
  '/v1/operations?q=pedido&date=paid&start_date=2027-01-01',
  '/v1/transfers?status=pending',
  '/v1/transfers?status=open',
  '/v1/console/trail?action=credential.created',
  '/v1/console/vouchers?days=2',
  '/v1/console/requests?path=/v1/operations&status=400',
]

interface Asked {
  /** The first call behind which it was asked. */
  call: string
  values: readonly unknown[]
}

for (const engine of ENGINES) {
  describe(`every call of the API and of the console [${engine}]`, () => {
    let world: World
    let merchant: Merchant
    let operator: SignedIn
    let has: Belongings
    const asked = new Map<string, Asked>()
    let call = ''

    before(async () => {
      world = await openWorld(engine, { REQUESTS_KEPT: 'bodies' })
      merchant = await world.merchant()
      has = await belongingsOf(world, merchant)
      await world.work()
      operator = await person(world, merchant, 'operator')
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })

    const note = (text: string, values: readonly unknown[]) => {
      // What is due is looked for in the whole service, whoever asks.
      if (call !== '' && /^(select|with)/i.test(text) && !/across accounts: due/.test(text) && !asked.has(text))
        asked.set(text, { call, values })
    }
    const reading = async (title: string, work: () => Promise<unknown>) => {
      call = title
      await work()
      call = ''
    }

    test('finds its rows by an index', async (t) => {
      watch(t, note)
      const calls = await everyCall(world)
      for (const path of [...pathsOf(calls, has), ...hiddenPaths(world, has), ...OF_THE_CONSOLE(has)])
        await reading(path, () => operator.call('GET', path))
      for (const one of calls.filter(({ method }) => method !== 'GET')) {
        const title = `${one.method} ${one.path}`
        const body = await goodBodies[title]?.(world, merchant, has)
        await reading(title, () => merchant.call(one.method, pathOf(one.path, has), body))
      }
      assert.ok(asked.size > 250, `${asked.size} statements`)
      const faults: string[] = []
      // Plans without values, which only a plain query may ask for.
      const server = new Client({ connectionString: world.environment.DATABASE_URL ?? '' })
      if (engine === 'postgres') {
        t.after(() => server.end())
        await server.connect()
        await server.query('set enable_seqscan = off')
      }
      for (const [text, one] of asked) {
        if (WHOLE.some((known) => known.test(text)) || isAudit(one)) continue
        const found =
          engine === 'sqlite' ? await faultsOnSqlite(world, text, one) : await faultsOnPostgres(server, text)
        faults.push(...found.map((fault) => `${one.call}: ${fault}: ${text}`))
      }
      assert.deepEqual(faults, [])
    })
  })
}

/** The audit reads everything. */
const isAudit = ({ call }: Asked) => call.includes('/sandbox/audit')

function watch(t: { after(work: () => void): void }, note: (text: string, values: readonly unknown[]) => void): void {
  const { all } = StatementSync.prototype
  const { parse } = Connection.prototype
  t.after(() => {
    StatementSync.prototype.all = all
    Connection.prototype.parse = parse
  })
  StatementSync.prototype.all = function (...values) {
    note(this.sourceSQL, values)
    return all.apply(this, values as never)
  }
  Connection.prototype.parse = function (statement, more) {
    note(statement.text, [])
    return parse.call(this, statement, more)
  }
}

/** Each reading call, and again with each value of each of its parameters. */
function pathsOf(calls: readonly Call[], has: Belongings): string[] {
  const reading = calls.filter(({ method, path }) => method === 'GET' && !path.includes('apply-reversal'))
  return reading.flatMap(({ path, query }) => {
    const one = pathOf(path, has)
    const narrowed = query.flatMap(({ name, schema }) => {
      const choices: string[] = schema.enum ?? schema.anyOf?.flatMap((of: { const?: string }) => of.const ?? []) ?? []
      const fitting = name === 'operation' ? has.paid : name === 'customer' ? has.customerId : FITTING[name]
      return (choices.length > 0 ? choices : [fitting ?? 'x']).map(
        (value) => `${one}?${name}=${encodeURIComponent(value)}`,
      )
    })
    return [one, ...narrowed]
  })
}

/** The console's own reads, which the description leaves out, from the tree of routes. */
function hiddenPaths(world: World, has: Belongings): string[] {
  const parts: string[] = []
  const found: string[] = []
  for (const line of world.service.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    parts.splice(indent.length / 4, Number.POSITIVE_INFINITY, part)
    const path = parts.join('').replace(/:(\w+)/g, '{$1}')
    if (methods.includes('GET') && path.startsWith('/v1/console/') && !path.endsWith('/live')) found.push(path)
  }
  assert.ok(found.length > 20, found.join())
  return found.map((path) =>
    pathOf(path, has, path.includes('operations/') ? { name: 'id', value: has.paid ?? '' } : undefined),
  )
}

/** SQLite plans without statistics: what it does here, it does with any number of rows. */
async function faultsOnSqlite(world: World, text: string, { values }: Asked): Promise<string[]> {
  const { db } = world.service.store
  let at = 0
  const plan = await sql<{ detail: string; parent: number }>`${sql.raw(
    `explain query plan ${text.replace(/\?/g, () => literalOf(values[at++]))}`,
  )}`.execute(db)
  const indexes = await partialIndexes(world)
  /** Rows of an inner statement that has the name of its table. */
  const isInner = (name: string, parent: number) =>
    plan.rows.some((row) => row.parent === parent && new RegExp(`^(CO-ROUTINE|MATERIALIZE) ${name}$`).test(row.detail))
  const details = plan.rows
    .filter(({ detail, parent }) => !isInner(/^SCAN (\w+)$/.exec(detail)?.[1] ?? '', parent))
    .map(({ detail }) => detail)
  // In the order of an index, and no further than the page.
  const endsEarly = /\blimit\b/i.test(text) && !details.some((detail) => detail.includes('TEMP B-TREE'))
  return details.filter((detail) => {
    const step = /^(SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?(?:INDEX (\w+)|PRIMARY KEY))?(?: \((.*)\))?/.exec(detail)
    if (step === null) return false
    const [, way, name = '', index = '', bounds = ''] = step
    const table = tableOf(text, name)
    if (!GROWING.has(table) || indexes.has(index)) return false
    const [first, second = ''] = bounds.split(' AND ')
    // The entries of one cause are a range of their names.
    const isOfAccount = first === 'account_id=?' && !second.endsWith('=?') && second !== 'entry>?'
    // An account has at most some tens of webhooks.
    if (way === 'SEARCH' && (!isOfAccount || table === 'webhook_endpoints')) return false
    if (!endsEarly) return true
    return (way === 'SCAN' || second === '') && OF_EACH_PAYMENT.has(table) && isNarrowed(text)
  })
}

/** Whether a statement wants rows for more than their account, their id, and that they are no note of the search. */
function isNarrowed(text: string): boolean {
  const columns = [...text.matchAll(/"(\w+)"\)? (?:=|in|<=?|>=?) /g)].map(([, column]) => column)
  return columns.some((column) => column !== 'account_id' && column !== 'id')
}

/** PostgreSQL reads a small table as a whole when it may: it may not here, so it does only where no index leads to the rows. */
async function faultsOnPostgres(server: Client, text: string): Promise<string[]> {
  const { rows } = await server.query<Record<string, string>>(`explain (generic_plan) ${text}`)
  const lines = rows.flatMap((row) => Object.values(row))
  return lines.filter((line) => GROWING.has(/Seq Scan on (\w+)/.exec(line)?.[1] ?? ''))
}

/** Indexes of few rows: of what waits, or of the audit trail. A name that some rows do not have leaves most rows in the index. */
async function partialIndexes(world: World): Promise<Set<string>> {
  const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
    where type = 'index' and sql is not null`.execute(world.service.store.db)
  return new Set(
    rows.filter((one) => / where (?!(?!\w*due_at|actor_kind)\w+ is not null$)/i.test(one.sql)).map(({ name }) => name),
  )
}

function literalOf(value: unknown): string {
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/** The table that an alias stands for. */
function tableOf(text: string, name: string): string {
  return new RegExp(`"?(\\w+)"? as "?${name}"?\\b`).exec(text)?.[1] ?? name
}
