// Why the connection to PostgreSQL could not be encrypted: a start says in both languages what does not fit, and what to do.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { TLSSocket, type TLSSocketOptions } from 'node:tls'
import { startFault } from '../../src/cli/serve/start-fault.ts'
import { databaseUrlFault } from '../../src/config/database-url.ts'
import { openDatabase } from '../../src/store/database.ts'

interface Pair {
  cert: string
  key: string
}

const folder = mkdtempSync(join(tmpdir(), 'cobro-tls-'))
const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' })

function pairOf(name: string, alternative = 'DNS:localhost'): Pair {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${alternative}`]
  openssl('req', '-x509', ...kind, ...subject, '-keyout', files.key, '-out', files.cert)
  return files
}

/** The beginning of PostgreSQL's protocol: it takes the request for TLS, or says that it has none, or ends the connection. */
async function beginner(answer: 'S' | 'N' | '', options: TLSSocketOptions = {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => {
      if (answer === '') return socket.end()
      socket.write(answer)
      if (answer === 'S') new TLSSocket(socket, { isServer: true, ...options }).on('error', () => {})
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

describe('a connection to PostgreSQL that cannot be encrypted', () => {
  let [fit, other, ended]: Pair[] = []
  before(() => {
    fit = pairOf('localhost')
    other = pairOf('other', 'DNS:db.example')
    ended = pairOf('ended')
    openssl('x509', '-in', ended.cert, '-signkey', ended.key, '-days', '-1', '-out', ended.cert)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const served = (pair: Pair | undefined): TLSSocketOptions => ({
    cert: readFileSync(pair?.cert ?? ''),
    key: readFileSync(pair?.key ?? ''),
  })
  /** What a start says, and the same in Spanish. */
  const saidOf = async (server: Awaited<ReturnType<typeof beginner>>, parameters: string) => {
    const url = `postgres://cobro:clave@localhost:${server.port}/cobro?${parameters}`
    try {
      assert.equal(databaseUrlFault(url), undefined)
      const error = await openDatabase(url, { connections: 1 }).then(
        () => assert.fail('it was opened'),
        (error: unknown) => error,
      )
      return [startFault(error), startFault(error, { language: 'es' })] as const
    } finally {
      server.close()
    }
  }

  const faults: [what: string, said: () => ReturnType<typeof saidOf>, remedy: RegExp][] = [
    [
      'a certificate of an unknown authority',
      async () => saidOf(await beginner('S', served(fit)), `sslmode=verify-full&sslrootcert=${other?.cert}`),
      /authority that is not known here: .*sslrootcert in DATABASE_URL/,
    ],
    [
      'a certificate of another name',
      async () => saidOf(await beginner('S', served(other)), `sslmode=verify-full&sslrootcert=${other?.cert}`),
      /is not of localhost\.? but of db\.example: write a name that it has in DATABASE_URL/,
    ],
    [
      'a certificate that has ended',
      async () => saidOf(await beginner('S', served(ended)), `sslmode=verify-ca&sslrootcert=${ended?.cert}`),
      /has ended: renew it/,
    ],
    [
      'a server that speaks an older TLS only',
      async () => saidOf(await beginner('S', { ...served(fit), maxVersion: 'TLSv1.1' }), 'sslmode=require'),
      /refuses the encrypted connection: look at its log/,
    ],
    ['a server without TLS', async () => saidOf(await beginner('N'), 'sslmode=require'), /turn ssl on there/],
    [
      'a server that does not know direct negotiation',
      async () => saidOf(await beginner(''), 'sslmode=require&sslnegotiation=direct'),
      /before it was encrypted: .*needs PostgreSQL 17/,
    ],
  ]
  for (const [what, said, remedy] of faults)
    test(`${what}: the sentence says what to do`, async () => {
      const [english, spanish] = await said()
      assert.match(english, remedy)
      assert.match(spanish, /servidor de la base de datos/)
    })

  test('a key that is not that of the certificate is refused before anything is connected', () => {
    const url = `postgres://cobro@localhost/cobro?sslmode=require&sslcert=${fit?.cert}&sslkey=${other?.key}`
    assert.equal(databaseUrlFault(url), 'sslkey is not the key of sslcert')
  })
})
