import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { affiliateRules } from '../../src/core/affiliate-part.ts'
import { approvalKinds } from '../../src/core/approval.ts'
import { disputeStageNames, disputeStateNames } from '../../src/core/dispute.ts'
import { evidenceKindNames, evidenceMediaTypes } from '../../src/core/dispute-evidence.ts'
import { disputeSchemes } from '../../src/core/dispute-reasons.ts'
import { externalTransactionRules } from '../../src/core/external-transactions.ts'
import { instalmentPlans } from '../../src/core/instalments.ts'
import { fundings } from '../../src/core/issuers.ts'
import { movementKindNames } from '../../src/core/movement.ts'
import { operationStates } from '../../src/core/operation.ts'
import { railNames, rails, voucherRails } from '../../src/core/rail.ts'
import { receivedOutcomes } from '../../src/core/received.ts'
import { transferStateNames } from '../../src/core/transfer.ts'
import { openDatabase } from '../../src/store/database.ts'
import { type Bound, check, checkAnew, FLAG } from '../../src/store/migrations/checks.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../engines.ts'
import { fillWith, readReleased, releasedDatabase } from '../released.ts'
import { rowTypes } from '../row-types.ts'

/** Closed sets are in order. */
type Bounds = Record<string, Bound>

/** The closed sets that row types name. A name that is neither here nor below fails the test. */
const SETS: Record<string, readonly (string | number)[]> = {
  Rail: railNames,
  VoucherRail: voucherRails,
  ReportedRail: railNames.filter((rail) => rails[rail].paidBy === 'report'),
  OperationStatus: Object.keys(operationStates),
  TransferState: transferStateNames,
  ToldState: transferStateNames.filter((state) => !['pending', 'withheld', 'closed'].includes(state)),
  Months: instalmentPlans.map(({ months }) => months),
  Funding: fundings,
  MovementKind: movementKindNames,
  ReceivedOutcome: receivedOutcomes,
  AffiliateRule: affiliateRules,
  ExternalTransactionRule: externalTransactionRules,
  ApprovalKind: approvalKinds,
  DisputeStage: disputeStageNames,
  DisputeState: disputeStateNames,
  DisputeScheme: disputeSchemes,
  EvidenceKind: evidenceKindNames,
  EvidenceMediaType: evidenceMediaTypes,
}

const OPEN = ['string', 'Instant', 'Day']

/** Changes of either sign are added into these, or they are such a change; a clock may be set back, and to before 1970. */
const EITHER_SIGN = [
  ...['daily_totals', 'monthly_totals', 'posted_totals'].flatMap((table) =>
    ['operations', 'total_centavos', 'commission_centavos'].map((column) => `${table}.${column}`),
  ),
  ...['total', 'fee', 'iva', 'affiliate', 'amount'].map((part) => `payout_lines.${part}_centavos`),
  ...['statements.sum', 'statement_lines.amount', 'statement_lines.fee', 'statement_lines.recorded'].map(
    (column) => `${column}_centavos`,
  ),
  'postings.amount_centavos',
  'balances.amount_centavos',
  'affiliate_balances.amount_centavos',
  'affiliate_entries.amount_centavos',
  ...['fee', 'charged', 'due', 'rounding'].map((sum) => `fee_statements.${sum}_centavos`),
  'fee_statement_lines.fee_centavos',
  'monthly_fees.fee_centavos',
  'reserve_moves.amount_centavos',
  'clock.offset_ms',
  'clock.frozen_ms',
]

/** Constraints of several columns, by name. */
const SUMS: Record<string, string> = {
  approvals_another_check: 'decided_by <> asked_by',
  operations_left_check: 'refunded_centavos + disputed_centavos <= total_centavos',
  operations_refunds_check: 'refunds_settled_centavos + refunds_failed_centavos <= refunded_centavos',
}

const inOrder = (values: readonly (string | number)[]) => [...values].sort((a, b) => (a < b ? -1 : 1))

/** The closed sets of the row types, and the columns that have a sign. */
function declared(): { sets: Bounds; signed: string[] } {
  const sets: Bounds = {}
  const signed: string[] = []
  for (const [table, types] of Object.entries(rowTypes())) {
    for (const [column, type] of Object.entries(types)) {
      const name = `${table}.${column}`
      const parts = type.split('|').map((part) => part.trim())
      const values: (string | number)[] = []
      for (const part of parts) {
        if (part === 'null' || OPEN.includes(part)) continue
        if (part === 'number') {
          if (!EITHER_SIGN.includes(name)) signed.push(name)
        } else if (/^'[^']*'$/.test(part)) values.push(part.slice(1, -1))
        else if (/^\d+$/.test(part)) values.push(Number(part))
        else values.push(...(SETS[part] ?? assert.fail(`${name}: say in SETS what a ${part} can be`)))
      }
      if (values.length > 0) sets[name] = inOrder(values)
    }
  }
  return { sets, signed: signed.sort() }
}

/** The constraints of the database. One that nobody would recognize fails the test. */
async function kept(store: Store, engine: Engine): Promise<Bounds> {
  const bounds: Bounds = {}
  if (engine === 'sqlite') {
    const tables = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema where type = 'table'`
    for (const { name, sql: text } of (await tables.execute(store.db)).rows) {
      const found = [...text.matchAll(/constraint (\w+) check \((.*?)\)(?=[,)])/gi)]
      assert.equal(found.length, text.match(/\bcheck \(/gi)?.length ?? 0, text)
      for (const [, constraint = '', condition = ''] of found) note(bounds, name, constraint, condition)
    }
    return bounds
  }
  const rows = await sql<{ table: string; name: string; text: string; validated: boolean }>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as text, convalidated as validated
    from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace`.execute(store.db)
  for (const { table, name, text, validated } of rows.rows) {
    assert.ok(validated, name)
    note(bounds, table, name, text.replace(/^CHECK /, '').replace(/[()]|::\w+/g, ''))
  }
  return bounds
}

/** Sample: `state is null or state = 'new' or state = 'sent'`. Only the column that the constraint is named after is spoken of. */
function note(bounds: Bounds, table: string, name: string, condition: string): void {
  if (SUMS[name] !== undefined) {
    assert.equal(condition, SUMS[name])
    return
  }
  const column = name.slice(table.length + 1, -'_check'.length)
  assert.equal(name, `${table}_${column}_check`)
  const [none, ...allowed] = condition.split(/ or /i)
  assert.match(none ?? '', new RegExp(`^${column} is null$`, 'i'))
  const form = new RegExp(`^${column} (=|>=?) ('([^']*)'|\\d+)$`)
  const parts = allowed.map((one) => form.exec(one) ?? assert.fail(condition))
  const [, sign = '', limit] = parts[0] ?? assert.fail(condition)
  assert.ok(
    parts.every((part) => part[1] === sign),
    condition,
  )
  bounds[`${table}.${column}`] =
    sign === '=' ? inOrder(parts.map(([, , value, text]) => text ?? Number(value))) : (`${sign} ${limit}` as Bound)
}

for (const engine of ENGINES) {
  describe(`the database refuses values that the row types do not allow [${engine}]`, () => {
    after(stopPostgres)

    test('each closed set of the row types is a constraint with exactly its values', async () => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
      const sets = Object.entries(await kept(store, engine)).filter(([, bound]) => Array.isArray(bound))
      assert.deepEqual(Object.fromEntries(sets), declared().sets)
      await store.close()
    })

    test('each number has a sign, unless changes of either sign are added to it; an amount with a sign is not zero', async () => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
      const signs = Object.entries(await kept(store, engine)).filter(([, bound]) => !Array.isArray(bound))
      assert.deepEqual(signs.map(([column]) => column).sort(), declared().signed)
      for (const [column, bound] of signs) {
        // Refused tries are counted without an amount.
        if (/(?<!risk_counters)\.(total|amount)_centavos$/.test(column)) assert.equal(bound, '> 0', column)
      }
      await store.close()
    })

    test('a column has a check of a set, of a sign or none; a set can grow', async () => {
      const url = await newDatabaseUrl(engine)
      const store = engine === 'sqlite' ? openSqlite(url) : openPostgres(url, { connections: 1 })
      const say = (...texts: string[]) =>
        store.locked(async (run) => {
          for (const text of texts) await run(text)
        })
      const rest = engine === 'sqlite' ? ' without rowid' : ''
      await say(
        `create table lamps (id integer primary key, colour text not null default 'red', lit integer, watts bigint)${rest}`,
        'create unique index lamps_by_watts on lamps (watts) where lit is not null',
        'insert into lamps (id, lit, watts) values (1, 1, 40), (5, null, null)',
        ...check('lamps', { colour: ['red', 'green'], lit: FLAG, watts: '> 0' }),
        'insert into lamps (id, lit, watts) values (2, 0, 60), (3, null, null)',
      )
      for (const bad of [`colour = 'blue'`, `colour = ''`, 'lit = 2', 'watts = 0', 'watts = -1']) {
        await assert.rejects(
          say(`update lamps set ${bad} where id = 1`),
          new RegExp(`lamps_${bad.split(' ')[0]}_check`),
        )
      }
      await assert.rejects(say('insert into lamps (id, lit, watts) values (4, 1, 40)'))

      await say(
        ...checkAnew('lamps', { colour: ['red', 'green', 'blue'] }),
        `update lamps set colour = 'blue' where id = 1`,
      )
      await assert.rejects(say(`update lamps set colour = 'white' where id = 1`), /lamps_colour_check/)
      // What does not fit is not taken over.
      await assert.rejects(say(...checkAnew('lamps', { colour: ['red', 'green'] })))
      await store.close()
    })

    test('an older row that violates a check stops the migration, which names the row and changes nothing', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-'))
      const url = await releasedDatabase(engine, folder, async (fill) => {
        await fillWith(readReleased(), fill)
        await fill(`update plans set period = 'moon'`)
      })
      for (let time = 0; time < 2; time += 1)
        await assert.rejects(openDatabase(url, { connections: 1 }), /0060-checks.*plans_period_check/)
      rmSync(folder, { recursive: true, force: true })
    })
  })
}
