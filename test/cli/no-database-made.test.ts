// Commands that look after a database make none: on a wrong path they say so, and leave everything as it was.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/store/database.ts'
import { newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { runCobro } from '../support/harness/programs.ts'
import { SEED } from '../support/harness/same-seed.ts'
import { everyNth } from '../support/harness/sampled.ts'

const COMMANDS = [
  ['accounts'],
  ['accounts', 'open', 'Tienda', 'a@tienda.mx'],
  ['accounts', 'key', 'acc_x', 'a@tienda.mx'],
  ['accounts', 'revoke', 'sk_dev_x'],
  ['accounts', 'fee', 'acc_x', 'POS', '3.6'],
  ['accounts', 'refund-fee', 'acc_x', 'POS', 'back'],
  ['audit'],
  ['audit', '--json'],
  ['held'],
  ['keys'],
  ['keys', 'rotate'],
  ['keys', 'reseal'],
]

/** Everything below a folder: names, and what tells contents apart. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return `${path} ${entry.isFile() ? `${statSync(path).mtimeMs} ${hash('sha256', readFileSync(path))}` : ''}`
  })
}

function cobro(folder: string, url: string, args: string[]) {
  return runCobro(args, { DATABASE_URL: url, DATA_DIR: join(folder, 'data') })
}

/** Lets a few commands run at once: each is a process. */
async function each<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  }
  await Promise.all([next(), next(), next()])
}

async function madeBy(url: string): Promise<void> {
  const store = await openDatabase(url, { connections: 1 })
  await store.close()
}

async function inPostgres(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const OLDER = `update migrations set name = '0001-payments'`
const NEWER = "insert into migrations (name, position) values ('9999-of-tomorrow', 999)"

function changeIn(path: string, text: string): void {
  const database = new DatabaseSync(path)
  database.exec(text)
  database.close()
}

const FILES: [title: string, make: (path: string) => Promise<void> | void, says: RegExp][] = [
  ['a path in a folder that is not there', () => {}, /There is no database at .*deep\/cobro\.db.*DATABASE_URL/],
  ['an empty file', (path) => writeFileSync(path, ''), /is empty.*DATABASE_URL/],
  ['a file of text', (path) => writeFileSync(path, 'not a database '.repeat(100)), /something else.*DATABASE_URL/],
  ['a folder', (path) => void mkdirSync(path), /is a folder.*DATABASE_URL/],
  [
    'the database of another program',
    (path) => {
      changeIn(path, 'create table migrations (id integer, migration text); create table users (id integer)')
    },
    /no database of Cobro.*DATABASE_URL/,
  ],
  [
    'a schema of before 1.0',
    async (path) => {
      await madeBy(`file:${path}`)
      changeIn(path, OLDER)
    },
    /made by Cobro 0\.x.*new database/,
  ],
  [
    'a newer schema',
    async (path) => {
      await madeBy(`file:${path}`)
      changeIn(path, NEWER)
    },
    /newer Cobro.*9999-of-tomorrow/,
  ],
]

/** Each command is a process, so a case takes every third; three cases, one after another, take all. The seed says which one begins. */
const commandsOf = (nth: number) => everyNth(COMMANDS, 3, nth)

describe(`a command on a missing database says so and makes nothing (every third command, COBRO_TEST_SEED=${SEED})`, () => {
  after(stopPostgres)

  for (const [nth, [title, make, says]] of FILES.entries()) {
    test(title, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-nothing-'))
      const path = title.startsWith('a path') ? join(folder, 'deep', 'cobro.db') : join(folder, 'cobro.db')
      await make(path)
      const before = contentsOf(folder)
      await each(commandsOf(nth), async (args) => {
        const { code, out, error } = await cobro(folder, `file:${path}`, args)
        assert.equal(code, 2, `${args.join(' ')}: ${out}${error}`)
        assert.match(error, says, args.join(' '))
        assert.equal(out, '', args.join(' '))
      })
      assert.deepEqual(contentsOf(folder), before)
    })
  }

  const databases = [
    ['an empty PostgreSQL database', undefined, /no database of Cobro.*cobro migrate/],
    ['another program’s PostgreSQL database', 'create table migrations (id integer)', /no database of Cobro/],
    ['a PostgreSQL database with a schema of before 1.0', OLDER, /made by Cobro 0\.x.*new database/],
    ['a PostgreSQL database with a newer schema', NEWER, /newer Cobro.*9999-of-tomorrow/],
  ] as const
  for (const [nth, [title, change, says]] of databases.entries()) {
    test(title, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-nothing-'))
      const url = await newDatabaseUrl('postgres')
      if (change === OLDER || change === NEWER) await madeBy(url)
      if (change !== undefined) await inPostgres(url, change)
      const tables = () =>
        inPostgres(url, "select table_name from information_schema.tables where table_schema = 'public' order by 1")
      const before = await tables()
      await each(commandsOf(nth), async (args) => {
        const { code, out, error } = await cobro(folder, url, args)
        assert.equal(code, 2, `${args.join(' ')}: ${out}${error}`)
        assert.match(error, says, args.join(' '))
        assert.doesNotMatch(error, /postgres:postgres@/)
      })
      assert.deepEqual(await tables(), before)
      assert.deepEqual(contentsOf(folder), [])
    })
  }
})

describe('a command on an existing database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-there-'))
  const path = join(folder, 'cobro.db')
  const run = (...args: string[]) => cobro(folder, `file:${path}`, args)

  test('migrate creates it and names the file; no command that reads the empty database succeeds or creates anything', async () => {
    const made = await run('migrate')
    assert.deepEqual([made.code, made.error], [0, ''])
    assert.ok(made.out.includes(path), made.out)
    const before = contentsOf(folder)
    for (const [args, says] of [
      [['audit'], /nothing to audit.*DATABASE_URL/],
      [['audit', '--json'], /nothing to audit.*DATABASE_URL/],
      [['held'], /no account and no operation.*DATABASE_URL/],
      [['accounts'], /no account.*cobro accounts open/],
      [['keys'], /no key.*DATABASE_URL/],
    ] as const) {
      const { code, out, error } = await run(...args)
      assert.deepEqual([code, out], [2, ''], args.join(' '))
      assert.match(error, says)
      assert.ok(error.includes(path), error)
    }
    assert.deepEqual(contentsOf(folder), before)
  })

  test('a command neither makes nor replaces a key: it needs the service’s own', async () => {
    const { code, error } = await run('keys', 'rotate')
    assert.equal(code, 2)
    assert.match(error, /no at-rest key.*AT_REST_KEY.*DATA_DIR/)
    assert.deepEqual(readdirSync(folder), ['cobro.db'])
  })

  test('accounts names the database it read, apart from the list; nothing stays behind', async () => {
    assert.equal((await run('accounts', 'open', 'Tienda', 'a@tienda.mx')).code, 0)
    const { code, out, error } = await run('accounts')
    assert.equal(code, 0)
    assert.match(out, /^acc_\S+\tTienda\tsk_dev_/)
    assert.equal(error, `Read 1 account with 1 key in file:${path}\n`)
    assert.deepEqual(readdirSync(folder), ['cobro.db'])
  })
})
