// `channel_binding=require` in DATABASE_URL: the password goes only to a server that proves with it that the certificate is its own.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { openSession, type Session } from '../../src/store/postgres/session.ts'
import { describeOnPostgres } from '../support/harness/engines.ts'
import { type PostgresServer, startPostgres } from '../support/harness/postgres-server.ts'

const REFUSED = /does not bind the password to its certificate/
const TIMES = { connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 }

describeOnPostgres('a server whose password is bound to its certificate', () => {
  let server: PostgresServer
  let admin: pg.Client
  const open = async (user: string, parameters: string): Promise<Session> =>
    openSession(`${server.url.replace(/\/\/[^@]+@/, `//${user}:clave@`)}/postgres?${parameters}`, TIMES)
  const reload = async (rules: string[]) => {
    for (const rule of rules) {
      const { rows } = await admin.query<{ file: string }>(`select current_setting('hba_file') as file`)
      await admin.query(
        `copy (select ${pg.escapeLiteral(rule)}) to program ${pg.escapeLiteral(`cat - "${rows[0]?.file}" > rules && cp rules "${rows[0]?.file}"`)}`,
      )
    }
    await admin.query('select pg_reload_conf()')
  }

  before(async () => {
    server = await startPostgres('quick')
    admin = new pg.Client(`${server.url}/postgres`)
    await admin.connect()
    // The server's own user makes the files: it reads no key of others.
    const made =
      'openssl req -x509 -newkey rsa:2048 -nodes -keyout server.key -out server.crt -subj /CN=localhost -days 2 2> made.txt'
    await admin.query(`copy (select 1) to program '${made}'`)
    for (const text of [
      'alter system set ssl = on',
      "create role atado login password 'clave'",
      "create role confiado login password 'clave'",
      "create role claro login password 'clave'",
    ])
      await admin.query(text)
    await reload(['host all atado all scram-sha-256', 'host all confiado all trust', 'host all claro all password'])
    for (let tries = 0; tries < 100; tries += 1) {
      const { rows } = await admin.query(`show ssl`)
      if (rows[0]?.ssl === 'on') break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  after(async () => {
    await admin?.end()
    await server?.stop()
  })

  test('is connected to, with the password bound', async () => {
    for (const binding of ['disable', 'prefer', 'require']) {
      const session = await open('atado', `sslmode=require&channel_binding=${binding}`)
      const [row] = await session.exchange([
        { text: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', values: [] },
      ])
      assert.equal(row?.ssl, 1, binding)
      await session.end()
    }
  })

  test('is not connected to where it asks for no password, or for one in the clear', async () => {
    for (const user of ['confiado', 'claro']) {
      await assert.rejects(open(user, 'sslmode=require&channel_binding=require'), REFUSED, user)
      const session = await open(user, 'sslmode=require&channel_binding=prefer')
      await session.end()
    }
  })

  test('is not connected to in the clear', async () => {
    await assert.rejects(open('atado', 'channel_binding=require'), REFUSED)
  })
})
