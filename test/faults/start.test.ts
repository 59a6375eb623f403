// A start that cannot succeed says why in words, names the setting to look at, and never repeats a secret.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect as connectPlain, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type ConnectionOptions, connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config.ts'
import { createService } from '../../src/service.ts'
import { cobroIn } from '../support/harness/guide-files.ts'
import { NODE_COMPILE_CACHE, PATH, PROGRAM, runCobro } from '../support/harness/programs.ts'
import { startChild } from './child.ts'

const folder = mkdtempSync(join(tmpdir(), 'cobro-start-'))
after(() => rmSync(folder, { recursive: true }))

/** Starts the program, or one of its commands, and answers what it says as it ends. */
async function outputOf(environment: Record<string, string>, command: string[] = []): Promise<string> {
  const settings = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', ...environment }
  const { code, error } = await runCobro(command, settings)
  assert.equal(code, 2, error)
  return error.trim()
}

describe('a failing start', () => {
  test('names the port that is in use', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const address = taken.address()
    const port = String(typeof address === 'object' && address?.port)
    assert.equal(
      await outputOf({ PORT: port }),
      `127.0.0.1:${port} is in use: stop the program that listens there, or choose another PORT.`,
    )
    taken.close()
  })

  test('says that no database answers, without its password', async () => {
    const text = await outputOf({ DATABASE_URL: 'postgres://cobro:hunter2@127.0.0.1:1/cobro' })
    assert.equal(text, 'No database answers at 127.0.0.1:1: look at DATABASE_URL.')
  })

  test('says that a file is not a database', async () => {
    writeFileSync(join(folder, 'notes'), 'not a database, but long enough to be looked at: '.repeat(20))
    assert.match(await outputOf({ DATABASE_URL: `file:${folder}/notes` }), /look at DATABASE_URL/)
  })

  test('names the folder that cannot be created', async () => {
    const link = join(folder, 'nowhere')
    symlinkSync(join(folder, 'unmounted', 'disk'), link)
    assert.equal(await outputOf({ DATA_DIR: link }), `${link} is no folder: look at DATA_DIR and DATABASE_URL.`)
    // Where no folder can be made at all, Node itself would try for ever.
    if (existsSync('/proc/self'))
      assert.match(
        await outputOf({ DATA_DIR: '/proc/nope/data' }),
        /^The folder \/proc\/nope cannot be made: look at DATA_DIR/,
      )
  })

  test('names the invalid certificate', async () => {
    const file = join(folder, 'no.pem')
    writeFileSync(file, 'no certificate')
    assert.match(
      await outputOf({ TLS_CERT_FILE: file, TLS_KEY_FILE: file }),
      /^TLS_CERT_FILE is no certificate \(PEM\)/,
    )
    assert.match(await outputOf({ TLS_CERT_FILE: folder, TLS_KEY_FILE: file }), /TLS_CERT_FILE=.* is a folder/)
  })

  test('names the setting when the at-rest key is not the one that sealed the data', async () => {
    const data = { DATA_DIR: mkdtempSync(join(folder, 'sealed-')) }
    await (await startChild(data)).stop()
    assert.match(await outputOf({ ...data, AT_REST_KEY: '7'.repeat(64) }), /set AT_REST_KEY to that key/)
  })

  test('leaves the database of the sandbox alone in production, and the other way round', async () => {
    const path = join(mkdtempSync(join(folder, 'modes-')), 'cobro.db')
    const sandbox = { DATABASE_URL: `file:${path}` }
    const production = {
      ...sandbox,
      COBRO_MODE: 'production',
      AT_REST_KEY: randomBytes(32).toString('hex'),
      TRUST_PROXY: '127.0.0.1',
      ACQUIRER: './none.mjs',
      CASH_NETWORK: './none.mjs',
      SPEI_BANK: './none.mjs',
    }
    await (await startChild(sandbox)).stop()
    const open = ['accounts', 'open', 'Tienda', 'a@tienda.mx']
    for (const command of [[], open])
      assert.match(await outputOf(production, command), /^The database has been served as a sandbox.*DATABASE_URL/)
    const database = new DatabaseSync(path)
    database.exec(`update events set data = replace(data, '"mode":"sandbox"', '"mode":"production"')`)
    database.close()
    for (const command of [[], open])
      assert.match(
        await outputOf(sandbox, command),
        /^The database has been served in production.*COBRO_MODE=production/,
      )
    // The schema is the same in both modes.
    assert.equal((await cobroIn(folder, ['migrate'], sandbox)).code, 0)
  })

  test('lists every invalid setting at once', () => {
    const secret = 'hunter2hunter2'
    const faults = () =>
      readConfig({
        COBRO_MODE: 'production',
        PORT: '99999',
        BASE_URL: 'ftp://pagos.example.mx',
        DATABASE_URL: `mysql://cobro:${secret}@127.0.0.1/cobro`,
        AT_REST_KEY: secret,
        TLS_CERT_FILE: join(folder, 'none.pem'),
        TLS_KEY_FILE: join(folder, 'none.key'),
        TRUST_PROXY: '10.0.0.0/8,proxy',
        SMTP_URL: `${secret}@mail`,
        SMS_URL: 'sms',
      })
    assert.throws(faults, ({ message }: Error) => {
      const named = ['PORT', 'BASE_URL', 'DATABASE_URL', 'AT_REST_KEY', 'TLS_CERT_FILE', 'TLS_KEY_FILE', 'TRUST_PROXY']
      for (const name of [...named, 'SMTP_URL', 'SMS_URL', 'ACQUIRER', 'CASH_NETWORK', 'SPEI_BANK']) {
        assert.match(message, new RegExp(`^  ${name}\\b`, 'm'))
      }
      assert.ok(!message.includes(secret))
      return true
    })
  })

  test('accepts every form that a setting may have', () => {
    for (const fits of [
      { DATABASE_URL: ':memory:' },
      { DATABASE_URL: 'file:./a.db' },
      { DATABASE_URL: 'postgresql://a@b/c' },
      { TRUST_PROXY: 'loopback, 10.0.0.0/8, 192.168.1.0/255.255.255.0, ::1, fd00::/8' },
      { SMTP_URL: 'smtps://u:p@mail.example.mx:465', SMS_URL: 'http://127.0.0.1:9/sms' },
      { BASE_URL: 'https://pagos.example.mx/cobro/' },
    ]) {
      assert.doesNotThrow(() => readConfig(fits), JSON.stringify(fits))
    }
  })
})

describe('a successful start', () => {
  test('says where it listens, and writes nothing else until the first request', async () => {
    const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: folder }
    const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let spoken = ''
    child.stdout.on('data', (chunk) => {
      spoken += chunk
      if (spoken.includes('/v1/payment/')) child.kill('SIGTERM')
    })
    assert.deepEqual(await once(child, 'close'), [0, null])
    assert.match(spoken, /^\n {2}Cobro sandbox {6}http:\/\/127\.0\.0\.1:\d+\n/)
    assert.doesNotMatch(spoken, /"level"/)
  })

  test('with an address for others, the printed call goes to this machine, where its credential is taken', async () => {
    const BASE_URL = 'https://pagos.example.mx/caja'
    const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: folder, BASE_URL, TRUST_PROXY: '127.0.0.1' }
    const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let spoken = ''
    for await (const chunk of child.stdout) {
      spoken += chunk
      if (/convenience-store\n/.test(spoken)) break
    }
    assert.match(spoken, /Console +https:\/\/pagos\.example\.mx\/caja\/console\n/)
    const [, address = ''] = /(http:\S+)\/v1\/payment\/convenience-store\n/.exec(spoken) ?? []
    const [, credential = ''] = /curl -u (\S+)/.exec(spoken) ?? []
    const headers = { authorization: `Basic ${btoa(credential)}` }
    const startOf = async (more: object) => (await fetch(`${address}/`, { headers: { ...more } })).text()
    try {
      assert.equal((await fetch(`${address}/v1/plan`, { headers })).status, 200)
      assert.match(await startOf({}), new RegExp(`${credential}[^$]*${address}/v1/payment`))
      // Behind the proxy, for others: with a key of their own.
      const others = await startOf({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'pagos.example.mx' })
      assert.doesNotMatch(others, /sk_dev_/)
      assert.match(others, /APP_KEY:APP_SECRET[^$]*https:\/\/pagos\.example\.mx\/caja\/v1\/payment/)
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  })

  test('is not ended by a SIGHUP, and reads again what it had read before it came', async () => {
    // The first one comes as soon as the program takes care of signals, the second one while the ranges are read.
    const source = join(folder, 'issuers-hup.mjs')
    writeFileSync(
      source,
      `let times = 0
      export const issuerSource = { portVersion: 1, name: 'ranges', connect: () => ({ name: 'ranges', async *ranges() {
        times += 1
        yield { from: '41520000', to: '41529999', country: 'MX', bank: 'Banco ' + times, funding: 'DEBIT' }
        if (times > 1) return
        const heard = new Promise((resolve) => process.once('SIGHUP', resolve))
        process.kill(process.pid, 'SIGHUP')
        await heard
      } }) }`,
    )
    const early = join(folder, 'early-hup.mjs')
    writeFileSync(
      early,
      `process.on('newListener', (name) => {
        if (name === 'SIGUSR1') setImmediate(() => process.kill(process.pid, 'SIGHUP'))
      })`,
    )
    const settings = { DATA_DIR: folder, LOG_LEVEL: 'info', ISSUERS: source }
    const child = await startChild(settings, PROGRAM, ['--import', early])
    while (!child.output().includes('are read again')) await pause(20)
    assert.equal(await child.stop(), 0)
  })

  test('goes on at a signal that asks for nothing, and opens no debugger', async () => {
    const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: folder }
    const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let complained = ''
    child.stderr.on('data', (chunk) => {
      complained += chunk
    })
    for await (const chunk of child.stdout) if (String(chunk).includes('/v1/payment/')) break
    child.kill('SIGUSR1')
    child.kill('SIGUSR2')
    await pause(500)
    // As at any other signal that ends it, what is under way is ended in order.
    child.kill('SIGQUIT')
    assert.deepEqual(await once(child, 'close'), [0, null])
    assert.equal(complained, '')
  })
})

describe('a service that speaks HTTPS', () => {
  const certificate = (name: string) =>
    fileURLToPath(new URL(`../support/fixtures/certificates/localhost.${name}`, import.meta.url))
  const secured = () =>
    createService(
      readConfig({
        PORT: '0',
        DATABASE_URL: ':memory:',
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        TLS_CERT_FILE: certificate('pem'),
        TLS_KEY_FILE: certificate('key'),
      }),
    )

  test('lets nobody hold a connection for minutes without a word, or with half of one', async (context) => {
    const service = await secured()
    context.after(() => service.close())
    const port = Number(new URL(await service.listen()).port)
    const beganMs = performance.now()
    const held = ['', '\x16\x03\x01\x02'].map(async (said) => {
      const socket = connectPlain(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write(said, 'latin1')
      await once(socket, 'close')
    })
    await Promise.all(held)
    // Node would wait for two minutes.
    assert.ok(performance.now() - beganMs < 100_000)
  })

  test('takes TLS 1.2 with forward secrecy and TLS 1.3, and nothing weaker', async () => {
    const service = await secured()
    const port = Number(new URL(await service.listen()).port)
    const ca = readFileSync(certificate('pem'))
    const shake = async (terms: ConnectionOptions) => {
      const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca, ...terms })
      try {
        await once(socket, 'secureConnect')
        return socket.getProtocol()
      } catch {
        return 'refused'
      } finally {
        socket.destroy()
      }
    }
    assert.equal(await shake({}), 'TLSv1.3')
    assert.equal(await shake({ maxVersion: 'TLSv1.2' }), 'TLSv1.2')
    const weak = { minVersion: 'TLSv1' as const, maxVersion: 'TLSv1.2' as const }
    for (const ciphers of ['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384', 'AES256-SHA'])
      assert.equal(await shake({ ...weak, ciphers: `${ciphers}:@SECLEVEL=0` }), 'refused', ciphers)
    assert.equal(await shake({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }), 'refused')
    await service.close()
  })
})
