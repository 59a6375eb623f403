// The promise: whatever somebody alters in a stopped database that the program has written, the audit names it. Every column of every table is
// altered, and what its class promises is demanded of it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Registered } from '../../../src/core/registered.ts'
import { type Column, columnClasses, columnsOfTable, type Table, type Value } from '../../../src/core/table.ts'
import { addDays, mexicoCityDay } from '../../../src/core/time.ts'
import { directoryKindNames, directoryKinds } from '../../../src/directory-kinds.ts'
import { audit } from '../../../src/service/audit.ts'
import type { DirectoryRow } from '../../../src/store/tables.ts'
import { insert } from '../../../src/store/write.ts'
import { tables } from '../../../src/tables.ts'
import { nowOf } from '../../support/fixtures/payers.ts'
import {
  auditOptions,
  change,
  classOf,
  faultsSeen,
  isSeen,
  OF_A_NAME,
  openShop,
  type Shop,
} from '../../support/fixtures/tampering.ts'
import { everyCall, pathOf } from '../../support/harness/every-call.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

/** What may be altered unseen, and why. */
const UNSEEN: Record<string, string> = {
  'account_days.day': 'the next payment begins a day of its own; each payment is compared elsewhere',
  'account_days.taken_centavos': 'what is left of a limit of one day; money that nobody asked for need not be in it',
  'affiliate_balances.shard': 'where a part of a sum is kept',
  'balances.shard': 'where a part of a sum is kept',
  'monthly_fees.shard': 'where a part of a sum is kept',
  'daily_totals.shard': 'where a part of a sum is kept',
  'monthly_totals.shard': 'where a part of a sum is kept',
  'posted_totals.shard': 'where a part of a sum is kept',
  'posted_totals.unit': 'the period says it too',
  'operations.reversals_asked': 'counts tries; what they gave back is counted elsewhere',
  'reversals.state':
    'it is asked for and done within two seconds, of which the audit takes either; nothing is reversed twice',
  'payments_received.stated': 'a line of a statement says it too',
  'operations.decline_reason': 'words of the acquirer that are shown; its code is compared',
  'captures.refusal': 'words of the acquirer that are shown',
  'card_tokens.fingerprint': 'a token that was used holds no number',
  'statement_lines.differs': 'the amounts and days say it too',
  'checkouts.state_at': 'an instant that is shown; its event has it',
}

/** What decides about requests and payments is refused rather than read as none. */
const DECIDING = ['accounts', 'credentials', 'clock', 'risk_rules']

/** Tables of which this world has no row. Those with authority are held to their records like all others. */
const WITHOUT_ROWS = ['acquirer_choices', 'fee_stamps', 'received_details']

/** Kinds of the directory of which it has none. */
const KINDS_WITHOUT_ROWS: string[] = ['refund link', 'short address']

function otherThan({ bound, kind }: Column, value: Value): Value {
  if (typeof bound === 'object') return bound.find((one) => one !== value) ?? null
  if (kind !== 'text' && kind !== 'instant' && kind !== 'bytes') return Number(value) + 7
  if (value === null) return 'otro'
  const text = String(value)
  if (/^\d{4}-\d\d/.test(text)) return text.replace(/^\d{4}/, (year) => String(Number(year) + 1))
  // In the middle: the last letters of base64 may say nothing.
  const at = Math.floor(text.length / 2)
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}

describe('every column of every table', () => {
  let shop: Shop
  let opened: World
  const world = () => opened
  before(async () => {
    opened = await openWorld('sqlite', OF_A_NAME)
    shop = await openShop(world())
    assert.deepEqual(await faultsSeen(world(), shop.kept), [])
  })
  after(() => opened.close())

  test('what is fact, authority, derived or sealed is not altered unseen, with the exceptions that are listed', async () => {
    const unseen: string[] = []
    const without: string[] = []
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const guarded = columnClasses.filter((one) => one !== 'work').flatMap((one) => columnsOfTable(table, one))
      if (guarded.length === 0) continue
      // A counter of nothing says nothing, whatever it is called.
      const isCounted = 'shard' in (table.classes.derived ?? {}) && 'operations' in (table.classes.derived ?? {})
      const counted = sql.raw(isCounted ? 'where operations <> 0' : '')
      const { rows } = await sql<
        Record<string, Value>
      >`select * from ${sql.table(table.name)} ${counted} limit 1`.execute(world().service.store.db)
      const [row] = rows
      if (row === undefined) without.push(table.name)
      else for (const one of guarded) await alter(table, one, row, { unseen, counts })
    }
    assert.deepEqual(await faultsSeen(world(), shop.kept), [], 'each was put back')
    assert.deepEqual(unseen.sort(), Object.keys(UNSEEN).sort(), JSON.stringify(counts))
    assert.deepEqual(without.sort(), WITHOUT_ROWS)
  })

  test('of each kind in the directory a value that is gone, or leads to another account, is named', async () => {
    const { db } = world().service.store
    const waiting = await shop.merchant.post('/v1/payment/convenience-store', { total: 10 })
    assert.equal(waiting.status, 200, waiting.text)
    const notNeeded: string[] = []
    const named = async () => {
      const { invariants } = await audit(world().service.store, auditOptions(world()))
      return invariants.filter(({ first }) => first !== null).map(({ name }) => name)
    }
    const without: string[] = []
    for (const kind of directoryKindNames) {
      const { table, subject = 'id', unless = '1 = 0' }: Registered = directoryKinds[kind]
      const { rows } = await sql<DirectoryRow & { needed: number }>`select entry.*, exists (
          select 1 from ${sql.table(table)} as one where one.account_id = entry.account_id
            and ${sql.ref(`one.${subject}`)} = entry.subject and not (${sql.raw(unless)})) as needed
        from directory as entry where entry.kind = ${kind} order by needed desc limit 1`.execute(db)
      const [found] = rows
      if (found === undefined) {
        without.push(kind)
        continue
      }
      const { needed, ...row } = found
      if (needed === 0) notNeeded.push(kind)
      const entry = sql`kind = ${kind} and value = ${row.value} and variant = ${row.variant}`
      await change(world(), sql`update directory set account_id = 'acc_otra' where ${entry}`)
      assert.deepEqual(await named(), ['directory'], `${kind} that leads to another account`)
      await change(world(), sql`delete from directory where ${entry}`)
      assert.deepEqual(await named(), needed === 0 ? [] : ['directory'], `${kind} that is gone`)
      await world().service.store.commit([insert('directory', row)])
    }
    assert.deepEqual(await named(), [])
    assert.deepEqual([without, notNeeded], [KINDS_WITHOUT_ROWS, []])
  })

  test('instants and JSON that somebody has made unreadable fail no call that reads', async () => {
    const { merchant, has } = shop
    const { db } = world().service.store
    let count = 0
    for (const one of tables) {
      if (DECIDING.includes(one.name)) continue
      const { rows } = await sql<Record<string, Value>>`select * from ${sql.table(one.name)}`.execute(db)
      for (const [name, { kind, bound }] of columnsOfTable(one)) {
        const isText = kind === 'text' || kind === 'instant'
        const isPlain = isText && bound === undefined && !one.keys.key.split(', ').includes(name)
        const isRead = /(^|_)(at|until|by)$/.test(name) || rows.some((row) => /^[[{]/.test(String(row[name])))
        if (!isPlain || !isRead) continue
        const isTaken = await change(
          world(),
          sql`update ${sql.table(one.name)} set ${sql.ref(name)} = 'otro, y más largo' where ${sql.ref(name)} is not null`,
        ).then(
          () => true,
          () => false,
        )
        if (isTaken) count += 1
      }
    }
    assert.ok(count > 50, `${count} columns`)
    const failed: string[] = []
    for (const { method, path, open } of await everyCall(world())) {
      if (method !== 'GET' || open || path.includes('apply-reversal')) continue
      const { status } = await merchant.call('GET', pathOf(path, has))
      if (status >= 500) failed.push(path)
    }
    assert.deepEqual(failed, [])
    const today = mexicoCityDay(await nowOf(merchant))
    const journal = `/v1/ledger/journal?start_date=${addDays(today, -60)}&end_date=${today}`
    const { lines } = (await merchant.get(journal)).body.result
    assert.ok(lines.length > 0)
    for (const { account } of lines) assert.equal(account, 'unreadable')
    assert.equal((await merchant.get(`${journal}&format=csv`)).status, 200)
  })

  async function alter(
    of: Table,
    [name, column]: [string, Column],
    row: Record<string, Value>,
    result: { unseen: string[]; counts: Record<string, number> },
  ) {
    const { name: table, keys } = of
    const was = row[name] ?? null
    const is = otherThan(column, was)
    const set = (value: Value, where: Record<string, Value>) =>
      change(
        world(),
        sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value} where ${sql.join(
          keys.key.split(', ').map((key) => sql`${sql.ref(key)} = ${where[key]}`),
          sql` and `,
        )}`,
      )
    const isTaken = await set(is, row).then(
      () => true,
      () => false,
    )
    result.counts[isTaken ? 'altered' : 'refused by the database'] =
      (result.counts[isTaken ? 'altered' : 'refused by the database'] ?? 0) + 1
    if (!isTaken) return
    if (!(await isSeen(world(), shop.kept, classOf(of, name)))) result.unseen.push(`${table}.${name}`)
    await set(was, { ...row, [name]: is })
  }
})
