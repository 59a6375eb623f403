// What is wrong in the settings is named with its remedy at the start, not ignored and not found out later.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { connect } from 'node:tls'
import { sql } from 'kysely'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { createService } from '../../src/service.ts'
import { eventually } from '../support/fixtures/receiver.ts'
import { newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'cobro-causes-'))
after(() => rmSync(folder, { recursive: true }))

/** What a command says that cannot run. It is not given a shell, and gives up by itself. */
async function outputOf(words: string[], settings: Record<string, string> = {}, cwd = folder): Promise<string> {
  const { code, error } = await runCobro(words, { PORT: '0', DATA_DIR: folder, ...settings }, { cwd, timeout: 20_000 })
  assert.equal(code, 2, error)
  return error
}

describe('a file of settings', () => {
  const withEnv = (name: string, bytes: Buffer | string) => {
    const place = join(folder, name)
    mkdirSync(place)
    writeFileSync(join(place, '.env'), bytes)
    return place
  }
  const PRODUCTION = 'COBRO_MODE=production\nHOST=127.0.0.1\n'

  test('that begins with a byte order mark starts production, and not a sandbox', async () => {
    const utf16 = Buffer.from(`\ufeff${PRODUCTION}`, 'utf16le')
    for (const [name, bytes] of [
      ['utf8', `\ufeff${PRODUCTION}`],
      ['utf16', utf16],
    ] as const)
      assert.match(await outputOf([], {}, withEnv(name, bytes)), /AT_REST_KEY is needed in production/, name)
  })

  test('with a mistyped setting does not start, and the setting is named', async () => {
    const place = withEnv('mistyped', 'PORT=0\ncobro_mode=production\nDATABASE_UR=postgres://x/y\n')
    const text = await outputOf([], {}, place)
    assert.match(text, /\.env, line 2: cobro_mode is no setting: did you mean COBRO_MODE\?/)
    assert.doesNotMatch(text, /postgres:/)
  })

  test('with a name that is no setting says so, with the nearest setting', async () => {
    const place = withEnv('unknown', 'DATABASE_UR=postgres://x/y\n')
    const { error } = await runCobro(['accounts'], { DATA_DIR: folder }, { cwd: place })
    assert.match(error, /line 1: DATABASE_UR is no setting of Cobro itself: did you mean DATABASE_URL\?/)
  })

  test('that is a folder is named', async () => {
    const place = join(folder, 'folder')
    mkdirSync(join(place, '.env'), { recursive: true })
    assert.match(await outputOf([], {}, place), /\.env is no file/)
  })

  test('that is a link to nothing is named, and no sandbox starts in its place', async () => {
    const place = join(folder, 'link')
    mkdirSync(place)
    symlinkSync(join(folder, 'nowhere'), join(place, '.env'))
    assert.match(await outputOf([], {}, place), /\.env is a link to a file that is not there/)
  })

  test('under another name, where there is none under its own, is named', async () => {
    for (const name of ['.env.txt', 'env', '.env.production', '.env.local']) {
      const place = join(folder, `other-${name}`)
      mkdirSync(place)
      writeFileSync(join(place, name), PRODUCTION)
      const { error } = await runCobro(['accounts'], { DATA_DIR: folder }, { cwd: place })
      assert.ok(error.includes(`${name} is not read: settings are read from .env`), `${name}: ${error}`)
    }
    const place = withEnv('example', 'PORT=0\n')
    writeFileSync(join(place, '.env.example'), PRODUCTION)
    const { error } = await runCobro(['accounts'], { DATA_DIR: folder }, { cwd: place })
    assert.doesNotMatch(error, /is not read/)
  })

  test('that leaves the mode empty says that a sandbox starts', async () => {
    const place = withEnv('empty-mode', 'COBRO_MODE=\n')
    for (const [settings, cwd] of [
      [{}, place],
      [{ COBRO_MODE: ' ' }, folder],
    ] as const) {
      const { error } = await runCobro(['accounts'], { DATA_DIR: folder, ...settings }, { cwd })
      assert.match(error, /COBRO_MODE is set and empty: this is a sandbox/)
    }
  })
})

describe('a wrong setting', () => {
  const wrong: [settings: Record<string, string>, text: RegExp][] = [
    [{ DATABASE_URL: 'postgres://u:hunter2@a,b/cobro' }, /DATABASE_URL: it names several hosts/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a:5432,b:5432/cobro?target_session_attrs=read-write' }, /several hosts/],
    [{ DATABASE_URL: 'postgres://u:hunter2@/cobro?host=a,b' }, /several hosts/],
    [{ DATABASE_URL: 'postgres://u:hunter2#x@a/cobro' }, /DATABASE_URL: it is not an address: .*%23/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a:port/cobro' }, /DATABASE_URL: it is not an address: .*port as a number/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslmod=require' }, /sslmod, .*did you mean sslmode\?/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslmode=verify_full' }, /sslmode is one of /],
    [
      { DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslcrl=/etc/revoked.pem' },
      /sslcrl, which Cobro does not carry out/,
    ],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?require_auth=scram-sha-256' }, /require_auth, .*have the server/],
    [
      { DATABASE_URL: 'postgres://u:hunter2@a/cobro?ssl_max_protocol_version=TLSv1.2' },
      /ssl_max_protocol_version, which/,
    ],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?requiressl=1' }, /requiressl, .*write sslmode=require/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?replication=database' }, /replication, .*leave it out/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?query_timeout=900' }, /query_timeout, .*DATABASE_READ_TIMEOUT_MS/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?gssencmode=require' }, /gssencmode is one of disable, prefer/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslcertmode=require' }, /sslcertmode is one of disable, allow/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslsni=0' }, /sslsni is 1/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?ssl=require' }, /ssl is one of true, 1, 0, no-verify/],
    [
      { DATABASE_URL: 'postgres://u:hunter2@a/cobro?target_session_attrs=standby' },
      /target_session_attrs is one of any/,
    ],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslmode=require&sslmode=disable' }, /the parameter sslmode twice/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslmode=%72equire' }, /write sslmode=require without %/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?ssl%6dode=require' }, /write sslmode=require without %/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?channel_binding=requires' }, /channel_binding is one of disable/],
    [
      { DATABASE_URL: 'postgres://u:hunter2@a/cobro?channel_binding=require' },
      /needs an encrypted connection: .*sslmode/,
    ],
    [
      { DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslmode=require&sslcertmode=disable&sslcert=/dev/null' },
      /leave out sslcert/,
    ],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslcert=/dev/null' }, /sslcert and sslkey go together/],
    [
      { DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslcert=/dev/null&sslkey=/dev/null' },
      /sslcert names no certificate/,
    ],
    [
      { DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslmode=require&sslrootcert=/dev/null' },
      /sslrootcert names no certificate/,
    ],
    [{ DATABASE_URL: 'postgres://u@a/cobro?passfile=/etc/pgpass' }, /passfile, .*PGPASSFILE/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?hostaddr=10.0.0.1' }, /hostaddr, .*as the host/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?sslrootcert=/none' }, /no file that sslrootcert names/],
    [{ DATABASE_URL: 'postgres://u:hunter2@a/cobro?client_encoding=LATIN1' }, /client_encoding must be UTF8/],
    [
      { DATABASE_URL: 'postgres://u:hunter2@nowhere.invalid/cobro' },
      /no machine called nowhere\.invalid: look at DATABASE_URL/,
    ],
    [{ DATABASE_URL: 'postgres://u:hunter2@/cobro?host=/none' }, /No database answers at the socket .*DATABASE_URL/],
    [{ DATABASE_URL: 'hunter2.db' }, /DATABASE_URL: `file:PATH`/],
    [{ DATABASE_URL: `file:${folder}` }, /is a folder: look at DATABASE_URL/],
    [{ DATABASE_URL: 'file:/dev/null' }, /neither a file nor a link to one: look at DATABASE_URL/],
    [{ DATABASE_URL: 'file:/proc/none/cobro.db' }, /\/proc\/none.*cannot be made: look at DATA_DIR and DATABASE_URL/],
    [{ DATABASE_URL: 'file:/proc/cobro.db' }, /\/proc\/cobro\.db cannot be made: look at DATA_DIR and DATABASE_URL/],
    [{ DATABASE_URL: 'file:~/cobro.db' }, /DATABASE_URL=.*~, which stands for no folder here/],
    [{ DATA_DIR: '~/cobro' }, /DATA_DIR=.*~, which stands for no folder here/],
    [{ DATA_DIR: 'file:///cobro' }, /DATA_DIR=.*a path without file:/],
    [{ BASE_URL: 'https://u:hunter2@pagos.example' }, /BASE_URL: an address without a user and password/],
    [{ HOST: 'http://localhost' }, /HOST="http:\/\/localhost": an address or a name, without scheme/],
    [{ HOST: '127.0.0.1:8080' }, /HOST=.*without scheme and port/],
    [{ HOST: 'nowhere.invalid' }, /no machine called nowhere\.invalid: look at HOST/],
    [{ BASE_URL: 'https://pagos.example/?a=b' }, /BASE_URL=.*without \? and #/],
    [{ MAIL_FROM: 'Cobro' }, /MAIL_FROM="Cobro": an e-mail address/],
    [{ COBRO_CREDENTIAL: 'hunter2' }, /COBRO_CREDENTIAL: `app_key:app_secret`/],
    [{ AT_REST_KEY_PREVIOUS: 'hunter2' }, /AT_REST_KEY_PREVIOUS: keys of 32 bytes/],
    [{ TLS_CERT_FILE: folder, TLS_KEY_FILE: folder }, /TLS_CERT_FILE=.* is a folder, not a file/],
    [{ ISSUERS: join(folder, 'none.csv') }, /ISSUERS=.*there is no such file/],
    [{ '\ufeffCOBRO_MODE': 'production' }, /it should be COBRO_MODE/],
  ]

  test('is named with its cause, and without its password', async () => {
    const left = [...wrong]
    const next = async (): Promise<void> => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        const text = await outputOf([], one[0])
        assert.match(text, one[1])
        assert.doesNotMatch(text, /hunter2/)
      }
    }
    await Promise.all([next(), next()])
  })

  test('of a command is named at once, and nothing waits for it', async () => {
    const usage = async (words: string[]) => {
      const { code, error } = await runCobro(words, { DATA_DIR: folder }, { timeout: 20_000 })
      assert.equal(code, 2, error)
      return error
    }
    const listened = await runCobro(['listen', '--forward-to', 'localhost:3000/x', '--json'], { DATA_DIR: folder })
    assert.equal(listened.code, 2)
    assert.match(
      listened.out + listened.error,
      /begins with http:\/\/ or https:\/\/, such as http:\/\/localhost:3000\/x/,
    )
    for (const address of ['ftp://localhost/x', '//localhost/x', 'http://', '3000'])
      await usage(['listen', '--forward-to', address])
    for (const [typed, meant] of [
      ['3000', 'http://localhost:3000'],
      [':3000/x', 'http://localhost:3000/x'],
      ['http:/localhost:3000', 'http://localhost:3000'],
    ] as const) {
      const { error, out } = await runCobro(['listen', '--forward-to', typed], { DATA_DIR: folder })
      assert.match(out + error, new RegExp(`such as ${meant}\\s`), typed)
    }
    await usage(['doctor', 'localhost:3000/x', '--secret', `whsec_${Buffer.alloc(32).toString('base64')}`])
    await usage(['trigger', 'operation.paid', '--url', 'localhost:8080'])
    await usage(['trigger', 'operation.paid', '--credential', 'nothing'])
    assert.match(await usage(['logs', folder]), /is a folder: name a file in it/)
    const junk = join(folder, 'junk.json')
    writeFileSync(junk, 'junk')
    await usage(['listen', '--forward-to', 'http://127.0.0.1:1/', '--cursor', junk])
  })
})

describe('a file that is no database of Cobro', () => {
  test('is refused, and neither its rights nor its bytes change, and nothing is made beside it', async () => {
    const place = join(folder, 'others')
    mkdirSync(place)
    const [text, other] = [join(place, 'notes.txt'), join(place, 'other.db')]
    writeFileSync(text, 'Notes of somebody else, longer than the header of a database.\n')
    const made = new DatabaseSync(other)
    made.exec('create table notes (text)')
    made.close()
    for (const [path, expected] of [
      [text, /notes\.txt is no database: look at DATABASE_URL and DATA_DIR/],
      [other, /is that of another program: look at DATABASE_URL/],
    ] as const) {
      chmodSync(path, 0o644)
      const bytes = readFileSync(path)
      for (const words of [[], ['migrate']])
        assert.match(await outputOf(words, { DATABASE_URL: `file:${path}` }), expected)
      assert.equal(statSync(path).mode & 0o777, 0o644)
      assert.deepEqual(readFileSync(path), bytes)
    }
    assert.deepEqual(readdirSync(place).sort(), ['notes.txt', 'other.db'])
  })
})

describe('a PostgreSQL database', () => {
  after(stopPostgres)

  test('that cannot store every character is refused at the start, with the remedy', async () => {
    const url = new URL(await newDatabaseUrl('postgres'))
    const admin = new pg.Client(url.href)
    await admin.connect()
    for (const encoding of ['LATIN1', 'SQL_ASCII', 'LATIN9'])
      await admin.query(`create database in_${encoding} encoding '${encoding}' locale 'C' template template0`)
    await admin.end()
    const at = (name: string) => new URL(`/${name}`, url).href
    for (const words of [[], ['migrate'], ['accounts']]) {
      const text = await outputOf(words, { DATABASE_URL: at('in_latin1') })
      assert.match(text, /in_latin1 is encoded in LATIN1.*encoding 'UTF8' template template0.*DATABASE_URL/)
    }
    assert.match(await outputOf([], { DATABASE_URL: at('in_latin9') }), /encoded in LATIN9/)
    const open = { mode: 'production' as const, connections: 1 }
    const { openDatabase } = await import('../../src/store/database.ts')
    await assert.rejects(openDatabase(at('in_sql_ascii'), open), /encoded in SQL_ASCII/)
  })

  test('that reads literals in another way, or keeps transactions further apart, is worked as any other', async (context) => {
    const url = new URL(await newDatabaseUrl('postgres'))
    const admin = new pg.Client(url.href)
    await admin.connect()
    for (const setting of ['standard_conforming_strings to off', "default_transaction_isolation to 'serializable'"])
      await admin.query(`alter database "${url.pathname.slice(1)}" set ${setting}`)
    await admin.end()
    const world = await openWorld('postgres', { DATABASE_URL: url.href })
    context.after(() => world.close())
    const merchant = await world.merchant()
    const description = 'Pedido de Ana'
    const paid = await Promise.all(
      Array.from({ length: 20 }, () =>
        merchant.post('/v1/payment/spei', { total: 1_111.11, payment: { reference: { description } } }),
      ),
    )
    assert.deepEqual(
      paid.map(({ status }) => status),
      paid.map(() => 200),
    )
    // The log of events is read by patterns with backslashes: without them nothing is found, and no webhook is sent.
    await world.work()
    const found = await merchant.get('/v1/operations?q=pedido&limit=50')
    assert.equal(found.body.result.operations.length, paid.length, found.text)
    const { rows } = await sql<{ troubled: number }>`select count(*) as troubled from troubled_rows`.execute(
      world.service.store.db,
    )
    assert.deepEqual(rows, [{ troubled: 0 }])
  })

  test('that writes dates in another form gives instants all the same', async () => {
    const url = new URL(await newDatabaseUrl('postgres'))
    const admin = new pg.Client(url.href)
    await admin.connect()
    await admin.query(`alter database "${url.pathname.slice(1)}" set datestyle to 'German, DMY'`)
    await admin.end()
    const { openDatabase } = await import('../../src/store/database.ts')
    const store = await openDatabase(url.href, { mode: 'sandbox', connections: 1 })
    try {
      const { until_at: until } = await store.db
        .selectFrom('book_progress')
        .select('until_at')
        .executeTakeFirstOrThrow()
      assert.equal(until, '1970-01-01T00:00:00.000Z')
      // A pooler lends the connections of others, which are left as they are.
      const { refuseOtherEncoding } = await import('../../src/store/postgres/encoding.ts')
      const rows = async () => [{ server: 'UTF8', client: 'UTF8', dates: 'German, DMY', name: 'cobro' }] as never
      await assert.rejects(
        refuseOtherEncoding({ db: store.db, rows }, 'sandbox'),
        /dates as German, DMY: remove DateStyle/,
      )
    } finally {
      await store.close()
    }
  })
})

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

function makeCertificate(name: string, kind = EC) {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  const made = ['-keyout', files.key, '-out', files.cert]
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...made], { stdio: 'ignore' })
  return files
}

function makeEnded(name: string) {
  const files = makeCertificate(name)
  const again = ['-in', files.cert, '-signkey', files.key, '-days', '-1', '-out', files.cert]
  execFileSync('openssl', ['x509', ...again], { stdio: 'ignore' })
  return files
}

describe('a certificate that cannot be served', () => {
  test('is named at the start', async () => {
    const [other, ec, weak, sealed] = [
      makeCertificate('other', ['-newkey', 'rsa:2048', '-nodes']),
      makeCertificate('ec'),
      makeCertificate('weak', ['-newkey', 'rsa:1024', '-nodes']),
      makeCertificate('sealed', ['-newkey', 'rsa:2048', '-passout', 'pass:x']),
    ]
    const pairs: [cert: string, key: string, text: RegExp][] = [
      [other.cert, ec.key, /TLS_KEY_FILE is not the key of the first certificate in TLS_CERT_FILE/],
      [ec.cert, other.key, /TLS_KEY_FILE is not the key of the first certificate in TLS_CERT_FILE/],
      [ec.key, ec.key, /TLS_CERT_FILE is no certificate \(PEM\)/],
      [ec.cert, ec.cert, /TLS_KEY_FILE is no private key \(PEM\)/],
      [sealed.cert, sealed.key, /TLS_KEY_FILE is protected by a password/],
      [weak.cert, weak.key, /TLS_CERT_FILE and TLS_KEY_FILE cannot be served: .*key too small/],
    ]
    for (const [cert, key, text] of pairs)
      assert.match(await outputOf([], { TLS_CERT_FILE: cert, TLS_KEY_FILE: key }), text)
  })
})

describe('a certificate that is renewed', () => {
  const make = (name: string) => makeCertificate(name)

  test('is served without a restart; a broken one leaves the one of before', async () => {
    const [first, second] = [make('first'), make('second')]
    const served = { cert: join(folder, 'served.pem'), key: join(folder, 'served.key') }
    const put = ({ cert, key }: { cert: string; key: string }) => {
      copyFileSync(cert, served.cert)
      copyFileSync(key, served.key)
    }
    put(first)
    const lines: string[] = []
    const { default: pino } = await import('pino')
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: ':memory:',
      DATA_DIR: folder,
      TLS_CERT_FILE: served.cert,
      TLS_KEY_FILE: served.key,
    })
    const service = await createService(config, { log })
    const port = Number(new URL(await service.listen()).port)
    const ca = [first, second].map(({ cert }) => readFileSync(cert))
    const shown = async (maxVersion: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.3') => {
      const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca, maxVersion })
      await once(socket, 'secureConnect')
      const { subject } = socket.getPeerCertificate()
      socket.destroy()
      return subject.CN
    }
    try {
      assert.equal(await shown(), 'first')
      assert.equal(await service.reloadCertificate(), false)
      // The certificate is there before its key.
      copyFileSync(second.cert, served.cert)
      assert.equal(await service.reloadCertificate(), false)
      assert.equal(await shown(), 'first')
      writeFileSync(served.key, 'half a ke')
      assert.equal(await service.reloadCertificate(), false)
      assert.equal(await shown(), 'first')
      assert.match(lines.join(''), /TLS_KEY_FILE is not the key of the first certificate.*the one of before stays/)
      put(second)
      assert.equal(await service.reloadCertificate(), true)
      assert.equal(await shown(), 'second')
      // The terms stay.
      assert.equal(await shown('TLSv1.2'), 'second')
      // A copy of before, put there by mistake, would shut every client out.
      put(makeEnded('ended'))
      assert.equal(await service.reloadCertificate(), false)
      assert.match(lines.join(''), /the certificate in TLS_CERT_FILE has ended.*the one of before stays/)
      assert.equal(await shown(), 'second')
      rmSync(served.key)
      assert.equal(await service.reloadCertificate(), false)
      assert.equal(await shown(), 'second')
      // By itself, without a signal.
      put(first)
      await eventually(async () => (await shown()) === 'first')
    } finally {
      await service.close()
    }
  })
})
