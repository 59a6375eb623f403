// The promise: production starts without a fork. Who follows the three guides to the letter, in an empty folder, has connectors that
// keep the contract and take a payment of each rail.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { cobroIn, emptyFolder, followGuide, type Serving, serveIn } from '../../support/harness/guide-files.ts'

const folder = emptyFolder()
const guides = ['acquirer.md', 'cash-network.md', 'spei-bank.md']
for (const guide of guides) followGuide(guide, folder)

const BANK_ADDRESS = '203.0.113.7'
const CARD = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123', number: '4242424242424242' }

after(stopPostgres)

for (const file of ['banco-ejemplo.mjs', 'red-ejemplo.mjs', 'spei-ejemplo.mjs']) {
  test(`${file} of its guide passes every duty of the contract`, async () => {
    const { code, out, error } = await cobroIn(folder, ['connectors', 'check', `./${file}`])
    assert.equal(code, 0, out + error)
    assert.match(out, /^(\d\d?) kept, 0 missed, 0 not checked$/m)
  })
}

test('the types of the guides’ connectors are those of cobro/connectors, for a project that installs the folder of Cobro', async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'cobro'), 'dir')
  const typed = `import type { SpeiBankConnector } from 'cobro/connectors'
    export const speiBank: SpeiBankConnector = { portVersion: VERSION, name: 'x-y', connect: () => { throw new Error('later') } }`
  writeFileSync(join(folder, 'right.ts'), typed.replace('VERSION', '2'))
  writeFileSync(join(folder, 'wrong.ts'), typed.replace('VERSION', '3'))
  const compilerOptions = {
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext', 'esnext.temporal'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
    strict: true,
    noImplicitAny: false,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  const check = async (files: string[]) => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    return new Promise<string>((resolve) => {
      execFile(process.execPath, [tsc, '-p', folder], (_error, out, err) => resolve(out + err))
    })
  }
  assert.equal(await check(['banco-ejemplo.mjs', 'red-ejemplo.mjs', 'spei-ejemplo.mjs', 'right.ts']), '')
  assert.match(await check(['wrong.ts']), /Type '3' is not assignable to type '1 \| 2'/)
})

for (const engine of ENGINES) {
  describe(`production with the connectors of the guides [${engine}]`, () => {
    let service: Serving
    let environment: Record<string, string>
    let credential: string
    const networks = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      const { status, reply } = played(request.method ?? '', request.url ?? '', text === '' ? {} : JSON.parse(text))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    })
    let played: (method: string, url: string, body: object) => { status: number; reply: object }

    before(async () => {
      const of = async (name: string) => import(pathToFileURL(join(folder, name)).href)
      const card = (await of('banco-ejemplo-rehearsal.mjs')).playedBank()
      const cash = (await of('red-ejemplo-rehearsal.mjs')).playedNetwork()
      const bank = (await of('spei-ejemplo-rehearsal.mjs')).playedBank()
      played = (method, url, body) => {
        const [, which, ...rest] = url.split('/')
        const path = `/${rest.join('/')}`
        if (which === 'card') return card(method, path, body)
        return { status: 200, reply: which === 'cash' ? cash(path, body) : bank(path, body) }
      }
      await new Promise<void>((resolve) => {
        networks.listen(0, '127.0.0.1', resolve)
      })
      const there = `http://127.0.0.1:${(networks.address() as AddressInfo).port}`
      environment = {
        COBRO_MODE: 'production',
        DATABASE_URL: engine === 'sqlite' ? `file:${join(folder, 'cobro.db')}` : await newDatabaseUrl(engine),
        AT_REST_KEY: randomBytes(32).toString('hex'),
        METRICS_TOKEN: 'token-of-the-monitor',
        BASE_URL: 'https://pagos.example.mx',
        TRUST_PROXY: '127.0.0.1',
        RSA_THREADS: '1',
        DATABASE_CONNECTIONS: '5',
        ACQUIRER: './banco-ejemplo.mjs',
        BANCO_EJEMPLO_URL: `${there}/card`,
        BANCO_EJEMPLO_TOKEN: 'token-of-the-acquirer',
        BANCO_EJEMPLO_SECRET: 'secret-of-the-acquirer',
        CASH_NETWORK: './red-ejemplo.mjs',
        RED_EJEMPLO_URL: `${there}/cash`,
        RED_EJEMPLO_SECRET: 'secret-of-the-network',
        SPEI_BANK: './spei-ejemplo.mjs',
        SPEI_EJEMPLO_URL: `${there}/bank`,
        SPEI_EJEMPLO_TOKEN: 'token-of-the-bank',
        SPEI_EJEMPLO_PASSWORD: 'password-of-the-bank',
        SPEI_EJEMPLO_ADDRESSES: BANK_ADDRESS,
      }
      assert.equal((await cobroIn(folder, ['migrate'], environment)).code, 0)
      const opened = await cobroIn(folder, ['accounts', 'open', 'Mi Tienda', 'pagos@tienda.mx'], environment)
      const field = (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(opened.out)?.[1] ?? ''
      credential = `${field('app_key')}:${field('app_secret')}`
      service = await serveIn(folder, environment)
    })
    after(async () => {
      await service?.stop()
      networks.closeAllConnections()
      networks.close()
    })

    const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`${service.url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-proto': 'https',
          ...(path.startsWith('/v1/networks/')
            ? {}
            : { authorization: `Basic ${Buffer.from(credential).toString('base64')}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
    }
    const statusOf = async (id: string) => {
      const { body } = await call('GET', '/v1/operations?limit=50')
      return body.result.operations.find((one: { transaction: string }) => one.transaction === id)?.status
    }

    test('a card payment is charged at the acquirer and reversed', async () => {
      const { body } = await call('GET', '/v1/public-key')
      const sealed = (message: unknown) => sealEnvelope(message, body.result.public_key)
      const made = await call('POST', '/v1/token', sealed(CARD))
      assert.equal(made.status, 200, made.text)
      const payment = {
        external: { transaction: 'pedido-1' },
        total: { amount: 100, currency: 'MXN' },
        reference: { number: '1001', description: 'Pedido 1' },
      }
      const paid = await call('POST', '/v1/payment/card', sealed({ recurrent: made.body.result.token, payment }))
      assert.equal(paid.status, 200, paid.text)
      const [operation] = paid.body.result.operations
      assert.equal(operation.status, 'N')
      const { sign } = await import(pathToFileURL(join(folder, 'banco-ejemplo.mjs')).href)
      const report = (body: string, key = 'secret-of-the-acquirer') =>
        call('POST', '/v1/networks/banco-ejemplo/charges', body, { 'x-signature': sign(key, body) })
      const again = {
        id: operation.transaction,
        result: 'approved',
        code: '000000',
        reference: `r-${operation.transaction}`,
      }
      assert.equal((await report(JSON.stringify(again), 'another')).status, 403)
      assert.equal((await report(JSON.stringify(again))).status, 204)
      assert.equal((await report(JSON.stringify({ ...again, result: 'reviewed' }))).status, 400)
      const reversed = await call('GET', `/v1/operations/apply-reversal/${operation.transaction}`)
      assert.equal(reversed.status, 200, reversed.text)
    })

    test('a cash payment is paid when the network reports it with its signature, once despite repeats, and by no other sender', async () => {
      const { sign } = await import(pathToFileURL(join(folder, 'red-ejemplo.mjs')).href)
      const voucher = await call('POST', '/v1/payment/convenience-store', {
        total: 150,
        store: 'OXXO',
        payment: { reference: { description: 'Pedido 2' } },
      })
      assert.equal(voucher.status, 200, voucher.text)
      const { transaction, payment_id } = voucher.body.result
      const report = JSON.stringify({
        payments: [{ ticket: 'T-77', chain: 'OXXO', day: today(), at: now(), reference: payment_id, centavos: 15_000 }],
      })
      const send = (body: string, signature: string) =>
        call('POST', '/v1/networks/red-ejemplo/payments', body, { 'x-signature': signature })
      const genuine = sign('secret-of-the-network', report)
      for (const [body, signature] of [
        [report, sign('another', report)],
        [report, ''],
        [report.replace('15000', '25000'), genuine],
      ] as const) {
        const refused = await send(body, signature)
        assert.equal(refused.status, 403, refused.text)
        assert.equal(refused.body.success, false)
      }
      assert.equal(await statusOf(transaction), 'P')
      const answers = await Promise.all([1, 2, 3].map(() => send(report, genuine)))
      for (const answer of answers) assert.deepEqual([answer.status, answer.body], [200, { received: 1 }])
      assert.equal(await statusOf(transaction), 'N')
      const strange = await send('[]', sign('secret-of-the-network', '[]'))
      assert.equal(strange.status, 400, 'what the connector cannot read is refused, and kept')
    })

    test('a transfer is paid when the bank reports it from its address with its password', async () => {
      const voucher = await call('POST', '/v1/payment/spei', {
        total: 350.1,
        payment: { reference: { description: 'Pedido 3' } },
      })
      assert.equal(voucher.status, 200, voucher.text)
      const { transaction, bank_account_number } = voucher.body.result
      const deposit = {
        claveRastreo: 'MBAN01002611230009',
        fechaOperacion: Number(today().replaceAll('-', '')),
        institucionOrdenante: 40012,
        cuentaOrdenante: '012180001234567899',
        nombreOrdenante: 'LUCIA PRADO',
        cuentaBeneficiario: bank_account_number,
        monto: '350.10',
      }
      const send = (password: string, address: string) =>
        call('POST', '/v1/networks/spei-ejemplo/deposits', deposit, {
          authorization: `Basic ${Buffer.from(`bank:${password}`).toString('base64')}`,
          'x-forwarded-for': address,
        })
      assert.equal((await send('password-of-the-bank', '198.51.100.9')).status, 403)
      const wrong = await send('guess', BANK_ADDRESS)
      assert.deepEqual([wrong.status, wrong.body], [401, { mensaje: 'no' }])
      assert.equal(await statusOf(transaction), 'P')
      for (const _ of [1, 2]) {
        const taken = await send('password-of-the-bank', BANK_ADDRESS)
        assert.deepEqual([taken.status, taken.body], [200, { mensaje: 'confirmar' }])
      }
      assert.equal(await statusOf(transaction), 'N')
      assert.equal((await call('GET', `/v1/operations/apply-reversal/${transaction}`)).status, 200)
      const transfer = async () => (await call('GET', '/v1/transfers')).body.result.transfers[0]
      await eventually(async () => (await transfer()).status === 'accepted', 'the transfer')
      const reported = await call(
        'POST',
        '/v1/networks/spei-ejemplo/states',
        { claveRastreo: (await transfer()).tracking_key, estado: 'DEVUELTA', causa: 'cuenta cerrada' },
        {
          authorization: `Basic ${Buffer.from('bank:password-of-the-bank').toString('base64')}`,
          'x-forwarded-for': BANK_ADDRESS,
        },
      )
      assert.equal(reported.status, 200, reported.text)
      const { status, reason } = await transfer()
      assert.deepEqual([status, reason], ['returned', 'cuenta cerrada'])
    })

    test('the books add up, the metrics count, and no secret is in the log or the list', async () => {
      const audit = await cobroIn(folder, ['audit'], environment)
      assert.equal(audit.code, 0, audit.out + audit.error)
      const { text } = await call('GET', '/metrics', undefined, { authorization: 'Bearer token-of-the-monitor' })
      assert.match(text, /^cobro_network_reports_taken 7$/m)
      assert.match(text, /^cobro_network_reports_refused 6$/m)
      assert.match(text, /^cobro_network_reports_unreadable 2$/m)
      const held = await cobroIn(folder, ['held'], environment)
      assert.equal(held.code, 1, held.out + held.error)
      assert.match(held.out, /unr_\w+\t.*report of banco-ejemplo \/charges: it is no answer to a charge/)
      assert.match(held.out, /report of red-ejemplo/)
      const list = await cobroIn(folder, ['connectors'], environment)
      assert.equal(list.code, 0, list.error)
      assert.match(list.out, /takes {2}POST \/v1\/networks\/red-ejemplo\/payments/)
      assert.match(list.out, /RED_EJEMPLO_SECRET=\*{8} /)
      const output = service.log() + list.out + list.error
      assert.match(output, /203\.0\.113\.0\/24/)
      for (const secret of [
        'token-of-the-acquirer',
        'secret-of-the-network',
        'token-of-the-bank',
        'password-of-the-bank',
      ])
        assert.ok(!output.includes(secret), secret)
      assert.ok(!service.log().includes(BANK_ADDRESS), 'an address of a network is logged whole')
    })
  })
}

/** The day of Mexico City. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(Date.now())
}

function now(): string {
  return new Date().toISOString()
}
