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

  const at = '2026-11-26T18:00:00.000000Z'
  /** Plays these entries, and asks the player; its output when it has ended. */
  const played = async (
    entries: object[],
    env: Record<string, string>,
    ask: (address: (setting: string) => string) => Promise<void>,
  ) => {
    const file = join(folder, 'played.jsonl')
    writeFileSync(file, [{ cobro_recording: 1, at }, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''))
    const playing = spawn(process.execPath, [PROGRAM, 'connectors', 'play', file], { env: { PATH, ...env } })
    let out = ''
    playing.stdout.on('data', (chunk) => {
      out += chunk
    })
    const ended = once(playing, 'exit')
    const names = new Set(entries.flatMap((one) => ('to' in one ? [String(one.to)] : [])))
    while (out.split('\n').length <= names.size)
      await Promise.race([once(playing.stdout, 'data'), ended.then(() => assert.fail(out))])
    await ask((setting) => new RegExp(`^${setting}=(\\S+)$`, 'm').exec(out)?.[1] ?? '')
    playing.kill('SIGINT')
    return { ended: await ended, out }
  }

  test('a recording is played at the printed address, and a call that it does not have is named and ends it with 1', async () => {
    const asked = { method: 'GET', to: 'OPENPAY_URL', path: '/v1/{{OPENPAY_MERCHANT_ID}}/charges', query: [], body: '' }
    const answer = { status: 200, contentType: 'application/json', body: '[{"id":"tr1","amount":12.30}]' }
    const env = { OPENPAY_MERCHANT_ID: 'mzdtln0bmtms6o3kck8f' }
    const { ended, out } = await played(
      [{ kind: 'call', at, connector: 'openpay', ...asked, answer }],
      env,
      async (of) => {
        const charges = await fetch(`${of('OPENPAY_URL')}/v1/mzdtln0bmtms6o3kck8f/charges`)
        assert.deepEqual([charges.status, await charges.text()], [200, answer.body])
        for (const path of ['/v1/another00merchant/payouts', '/v1/%zz'])
          assert.equal((await fetch(`${of('OPENPAY_URL')}${path}`)).status, 501)
      },
    )
    assert.deepEqual(ended, [1, null])
    assert.match(out, /openpay: not in the recording: GET \/v1\/another00merchant\/payouts/)
    assert.match(out, /openpay: not in the recording: GET \/v1\/%zz/)
  })

  test('acquirers with names of their own are played with their settings, and sign as their protocol does', async () => {
    const answer = { status: 200, contentType: 'application/json', body: '{}' }
    const north = { method: 'POST', to: 'NORTH_URL', path: '/v1/acquirer/verify', query: [], body: '{}' }
    const south = { method: 'GET', to: 'SOUTH_URL', path: '/v1/{{SOUTH_MERCHANT_ID}}/charges', query: [], body: '' }
    const env = {
      ACQUIRER: 'north=http, south=openpay',
      NORTH_SECRET: 'a secret of thirty-two characters or more',
      SOUTH_MERCHANT_ID: 'mzdtln0bmtms6o3kck8f',
    }
    const entries = [
      { kind: 'call', at, connector: 'north', ...north, answer },
      { kind: 'call', at, connector: 'south', ...south, answer },
    ]
    const { ended } = await played(entries, env, async (of) => {
      const verified = await fetch(`${of('NORTH_URL')}/v1/acquirer/verify`, { method: 'POST', body: '{}' })
      assert.equal(verified.status, 200)
      assert.ok(verified.headers.has('cobro-signature'))
      assert.equal((await fetch(`${of('SOUTH_URL')}/v1/mzdtln0bmtms6o3kck8f/charges`)).status, 200)
    })
    assert.deepEqual(ended, [0, null])
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
    // Cut in the middle, or changed to what cannot be answered.
    const answer = { status: 200, contentType: 'text/plain', body: '' }
    const call = { kind: 'call', at, connector: 'stp', method: 'GET', to: 'STP_URL', path: '/', query: [], body: '' }
    for (const second of [
      '{"kind":"call","at":"2026',
      JSON.stringify({ ...call, answer: { ...answer, status: 99 } }),
      JSON.stringify({ ...call, answer: { ...answer, contentType: undefined } }),
      JSON.stringify({ ...call, answer: { ...answer, contentType: 'a\nb' } }),
    ]) {
      writeFileSync(file, `${JSON.stringify({ cobro_recording: 1, at })}\n${second}\n`)
      const cut = await runCobro(['connectors', 'play', file], {})
      assert.equal(cut.code, 2, second)
      assert.match(cut.error, /line 2 is no call, report or gap/)
    }
    const port = await runCobro(['connectors', 'play', file, '--port', 'x'], {})
    assert.equal(port.code, 2)
  })
})
