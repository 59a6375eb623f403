// `cobro connectors record`, `play` and `check --against`: what a network says becomes a file that plays as its fake, and a network that deviates
// from it is found.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { speiDay } from '../../src/core/time.ts'
import { fakeService } from '../http/fake-service.ts'
import { networksOver as networksOverService } from '../http/production.ts'
import { fakeOpenpay } from '../openpay/fake-openpay.ts'
import { networksOver as networksOverOpenpay } from '../openpay/production.ts'
import { fakeStp } from '../stp/fake-stp.ts'
import { networksOver as networksOverStp } from '../stp/production.ts'
import { PATH, PROGRAM, runCobro } from '../support/harness/programs.ts'

const networks = {
  openpay: async () => {
    const fake = await fakeOpenpay()
    return { settings: networksOverOpenpay(fake), close: fake.close, secrets: [fake.settings.PRIVATE_KEY] }
  },
  stp: async () => {
    const fake = await fakeStp({ today: () => speiDay(Temporal.Now.instant().epochMilliseconds) })
    return { settings: networksOverStp(fake), close: fake.close, secrets: [fake.settings.ACCOUNT] }
  },
  http: async () => {
    const fake = await fakeService()
    return { settings: networksOverService(fake), close: fake.close, secrets: [fake.settings.acquirer.SECRET ?? ''] }
  },
}

describe('recording connectors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-recordings-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const name of ['openpay', 'stp', 'http'] as const) {
    test(`${name}: what is recorded plays as the network, without a secret in it; what deviates is named`, async () => {
      const file = join(folder, `${name}.jsonl`)
      const { settings, close, secrets } = await networks[name]()
      const made = await runCobro(['connectors', 'record', name, file], settings)
      await close()
      assert.equal(made.code, 0, made.out + made.error)
      const text = readFileSync(file, 'utf8')
      for (const secret of secrets) assert.ok(secret !== '' && !text.includes(secret), secret)
      assert.equal(statSync(file).mode & 0o777, 0o600)
      assert.equal((await runCobro(['connectors', 'record', name, file], settings)).code, 2)

      // The network is gone: nothing but the recording answers.
      const away = await runCobro(['connectors', 'check', name], settings)
      assert.equal(away.code, 1, away.out)
      const played = await runCobro(['connectors', 'check', name, '--against', file], settings)
      assert.equal(played.code, 0, played.out + played.error)
      assert.equal(played.out, made.out)

      // The network deviates: one answer of the recording is another.
      const lines = text.trimEnd().split('\n')
      const deviating = join(folder, `${name}-deviating.jsonl`)
      const last = JSON.parse(lines.at(-1) ?? '')
      last.answer = { status: 403, contentType: 'text/html', body: '<html>Forbidden</html>' }
      writeFileSync(deviating, `${[...lines.slice(0, -1), JSON.stringify(last)].join('\n')}\n`)
      const other = await runCobro(['connectors', 'check', name, '--against', deviating], settings)
      assert.equal(other.code, 1, other.out + other.error)
      assert.match(other.out, /^✖ /m)

      // The connector deviates: it asks what the recording does not have.
      const shorter = join(folder, `${name}-shorter.jsonl`)
      writeFileSync(shorter, `${lines.slice(0, -1).join('\n')}\n`)
      const unasked = await runCobro(['connectors', 'check', name, '--against', shorter], settings)
      assert.equal(unasked.code, 1, unasked.out + unasked.error)
      assert.match(unasked.error, /not in the recording: /)
    })
  }

  test('a recording is played at the printed address, and what it does not have is told and ends it with 1', async () => {
    const file = join(folder, 'played.jsonl')
    const at = '2026-11-26T18:00:00.000000Z'
    const asked = { method: 'GET', to: 'OPENPAY_URL', path: '/v1/{{OPENPAY_MERCHANT_ID}}/charges', query: [], body: '' }
    const answer = { status: 200, contentType: 'application/json', body: '[{"id":"tr1","amount":12.30}]' }
    const lines = [
      { cobro_recording: 1, at },
      { kind: 'call', at, connector: 'openpay', ...asked, answer },
    ]
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const env = { PATH, OPENPAY_MERCHANT_ID: 'mzdtln0bmtms6o3kck8f' }
    const played = spawn(process.execPath, [PROGRAM, 'connectors', 'play', file], { env })
    let out = ''
    played.stdout.on('data', (chunk) => {
      out += chunk
    })
    const ended = once(played, 'exit')
    while (!out.includes('\n')) await Promise.race([once(played.stdout, 'data'), ended.then(() => assert.fail(out))])
    const [, address = ''] = /^OPENPAY_URL=(\S+)$/m.exec(out) ?? []
    const charges = await fetch(`${address}/v1/mzdtln0bmtms6o3kck8f/charges`)
    assert.deepEqual([charges.status, await charges.text()], [200, answer.body])
    assert.equal((await fetch(`${address}/v1/another00merchant/payouts`)).status, 501)
    played.kill('SIGINT')
    assert.deepEqual(await ended, [1, null])
    assert.match(out, /openpay: not in the recording: GET \/v1\/another00merchant\/payouts/)
  })

  test('what is no recording, and what is not recorded, is refused in words', async () => {
    const file = join(folder, 'none.jsonl')
    writeFileSync(file, '{"hello":1}\n')
    const none = await runCobro(['connectors', 'play', file], {})
    assert.equal(none.code, 2)
    assert.match(none.error, /it is no recording of Cobro/)
    const sandbox = await runCobro(['connectors', 'record', 'sandbox', join(folder, 'sandbox.jsonl')], {})
    assert.equal(sandbox.code, 2)
    assert.match(sandbox.error, /sandbox is not recorded: http, openpay and stp are/)
    const port = await runCobro(['connectors', 'play', file, '--port', 'x'], {})
    assert.equal(port.code, 2)
  })
})
