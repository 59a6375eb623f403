// The promise: whatever somebody does with whole rows of a database that the program has written, the audit names it. Values change places between two rows of
// an account, and of two accounts; rows are removed or copied; instants move by a minute.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Column, type ColumnClass, columnClasses, columnsOfTable, type Table } from '../../../src/core/table.ts'
import { checkpointOfAccount, checkpointOfDay } from '../../../src/ledger/book-checkpoints.ts'
import { tables } from '../../../src/tables.ts'
import {
  keep,
  keyOf,
  type Outsider,
  outsider,
  putBack,
  rowsOfTable,
  type TextRow,
  whereIs,
} from '../../support/fixtures/outsider.ts'
import {
  classOf,
  faultsSeen,
  inCheckpoints,
  isSeen,
  OF_A_NAME,
  openShop,
  type Shop,
} from '../../support/fixtures/tampering.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

/** Of each table; the world has more rows only of those that are hashed. */
const MAX_ROWS = 200

/** What may change places, go, be there twice or move unseen, and why. */
const UNSEEN: Record<string, string> = {
  'account_days: a row that is gone': 'the next payment begins a day of its own; each payment is compared elsewhere',
  'account_days: a row that is there twice': 'of an account that is not there',
  'card_tokens.fingerprint: exchanged': 'tokens that were used hold no number',
  'card_tokens: a row that is gone': 'a token ends by itself; a payment keeps what it was made with',
  'card_tokens: a row that is there twice': 'a token that was used pays nothing more',
  'checkouts.state_at: exchanged': 'an instant that is shown; its event has it',
  'checkouts.state_at: moved': 'an instant that is shown; its event has it',
  'messages: a row that is gone': 'a letter that is not sent; what it tells is on the log',
  'messages: a row that is there twice': 'a letter that was sent is not sent again',
  'operations.reversals_asked: exchanged': 'counts tries; what they gave back is counted elsewhere',
  'user_sessions: a row that is gone': 'a session ends by itself',
}

describe('rows', () => {
  after(stopPostgres)

  for (const engine of ENGINES)
    describe(engine, () => {
      let opened: World
      let shop: Shop
      let by: Outsider
      const unseen = new Set<string>()
      const counts: Record<string, number> = {}
      before(async () => {
        opened = await openWorld(engine, OF_A_NAME)
        shop = await openShop(opened)
        by = await outsider(opened)
        assert.deepEqual(await faultsSeen(opened, shop.kept), [])
      })
      after(async () => {
        await by.close()
        await opened.close()
      })

      /** Alters a table, looks, and puts it back as it was. Where the database refuses it, there is nothing to see. */
      const altered = async (table: Table, what: string, of: ColumnClass, alter: () => Promise<void>) => {
        const isTaken = await alter().then(
          () => true,
          () => false,
        )
        counts[isTaken ? 'altered' : 'refused'] = (counts[isTaken ? 'altered' : 'refused'] ?? 0) + 1
        if (isTaken && !(await isSeen(opened, shop.kept, of))) unseen.add(what)
        await putBack(by, table)
      }

      test('are altered in no way that the audit does not name', async () => {
        for (const table of tables) {
          const guarded = columnClasses.filter((one) => one !== 'work').flatMap((one) => columnsOfTable(table, one))
          const isCounter = 'shard' in (table.classes.derived ?? {})
          const all = guarded.length === 0 ? [] : await rowsOfTable(by, table, MAX_ROWS)
          const rows = all.filter((row) => !isCounter || (row.operations ?? row.amount_centavos) !== '0')
          if (rows.length === 0) continue
          await keep(by, table)
          await goneAndTwice(table, rows)
          for (const column of guarded.filter(([name]) => !keyOf(table).includes(name))) {
            await exchanged(table, column, rows)
            await moved(table, column, rows)
          }
        }
        assert.deepEqual(await faultsSeen(opened, shop.kept), [], 'each was put back')
        assert.deepEqual([...unseen].sort(), Object.keys(UNSEEN).sort(), JSON.stringify(counts))
      })

      test('of checkpoints that nobody made are named', async () => {
        const day = '2026-01-05'
        const head = checkpointOfDay({ previous: '', day, checkpoints: new Map() })
        const add = (account: string, parts: string, of: string) =>
          by.run(
            `insert into book_days (account_id, day, until_at, records, parts, head, announced)
              values (?, ?, ${engine === 'sqlite' ? '?' : 'cast(? as timestamp)'}, 0, ?, ?, 1)`,
            [account, day, '2026-01-06T06:00:00.000Z', parts, of],
          )
        const { accountId } = shop.merchant
        const ofAccount = checkpointOfAccount({ previous: '', accountId, day, parts: {} })
        const invented = [
          () => add('', '{}', head),
          () => add(accountId, '{}', ofAccount),
          async () => {
            await add(accountId, '{}', ofAccount)
            const checkpoints = new Map([[accountId, ofAccount]])
            await add('', '{}', checkpointOfDay({ previous: '', day, checkpoints }))
          },
        ]
        for (const invent of invented) {
          await invent()
          assert.ok((await inCheckpoints(opened, shop.kept)).length > 0)
          await by.run('delete from book_days where day = ?', [day])
        }
        assert.deepEqual(await faultsSeen(opened, shop.kept), [])
      })

      async function goneAndTwice(table: Table, rows: TextRow[]): Promise<void> {
        const of = table.classes.fact !== undefined ? 'fact' : 'authority'
        const [row] = rows.slice(-1)
        if (row === undefined) return
        const [is, values] = whereIs(table, row)
        await altered(table, `${table.name}: a row that is gone`, of, () =>
          by.run(`delete from ${table.name} where ${is}`, values),
        )
        const last = keyOf(table).at(-1) ?? ''
        const others = columnsOfTable(table).map(([name]) => name)
        const isNumber = !Number.isNaN(Number(row[last]))
        const anew = isNumber
          ? `${last} + 1000`
          : `substr(${last}, 1, length(${last}) - 1) || '${row[last]?.endsWith('2') ? 3 : 2}'`
        const place = table.keys.isLog ? ['position'] : []
        await altered(table, `${table.name}: a row that is there twice`, of, () =>
          by.run(
            `insert into ${table.name} (${[...others, ...place].join(', ')})
              select ${[...others.map((name) => (name === last ? anew : name)), ...place.map(() => 'position + 1000000')].join(', ')}
              from ${table.name} where ${is}`,
            values,
          ),
        )
      }

      /** The values of two rows of one account, and of two accounts. */
      async function exchanged(table: Table, [name]: [string, Column], rows: TextRow[]): Promise<void> {
        const of = classOf(table, name)
        const isHashed = of === 'fact'
        // What is hashed is hashed alike on both engines; of the rest one pair of rows shows it on PostgreSQL.
        if (engine === 'postgres' && isHashed) return
        const pairs = [false, true].flatMap((isOfOne) => pairIn(rows, name, isOfOne))
        for (const [one, other] of engine === 'postgres' ? pairs.slice(0, 1) : pairs) {
          const set = (to: TextRow, from: TextRow) => {
            const [[into, values], [of, also]] = [whereIs(table, to), whereIs(table, from)]
            const value = `(select ${name} from kept_${table.name} where ${of})`
            return by.run(`update ${table.name} set ${name} = ${value} where ${into}`, [...also, ...values])
          }
          await altered(table, `${table.name}.${name}: exchanged`, of, async () => {
            await set(one, other)
            await set(other, one)
          })
        }
      }

      /** By a minute, to nothing, or from nothing. */
      async function moved(
        table: Table,
        [name, { kind, isNullable }]: [string, Column],
        rows: TextRow[],
      ): Promise<void> {
        if (kind !== 'instant') return
        if (engine === 'postgres' && classOf(table, name) === 'fact') return
        const of = classOf(table, name)
        const set = (row: TextRow, at: string | null) => {
          const [is, values] = whereIs(table, row)
          const value = engine === 'sqlite' ? '?' : 'cast(? as timestamp)'
          return by.run(`update ${table.name} set ${name} = ${value} where ${is}`, [at, ...values])
        }
        const filled = rows.find((row) => row[name] !== null)
        const empty = rows.find((row) => row[name] === null)
        if (filled !== undefined) {
          const later = new Date(Date.parse(utc(filled[name] ?? '')) + 60_000).toISOString()
          await altered(table, `${table.name}.${name}: moved`, of, () => set(filled, later))
          // Of what was recorded twice within two seconds the audit takes either, and a row begins without most of them.
          if (isNullable && of !== 'authority')
            await altered(table, `${table.name}.${name}: removed`, of, () => set(filled, null))
        }
        if (empty !== undefined)
          await altered(table, `${table.name}.${name}: invented`, of, () => set(empty, '2027-01-10T18:00:00.000Z'))
      }
    })
})

/** The first two rows of one account, or of two, that differ in a column. */
function pairIn(rows: TextRow[], name: string, isOfOne: boolean): [[TextRow, TextRow]] | [] {
  for (const [at, one] of rows.entries())
    for (const other of rows.slice(at + 1))
      if (one[name] !== other[name] && (one.account_id === other.account_id) === isOfOne) return [[one, other]]
  return []
}

function utc(text: string): string {
  return text.includes('T') ? text : `${text.replace(' ', 'T')}Z`
}
