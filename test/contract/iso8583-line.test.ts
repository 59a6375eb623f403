// The promise: one line to the host is kept. It is signed on, is asked for an echo when it is idle, and is made anew when it is silent; by TLS it
// goes to nobody but the host. `cobro connectors` says how it stands, and `check` asks for an echo and nothing else.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { needsOf, type Standing } from '../../src/connectors/connect.ts'
import { iso8583 } from '../../src/connectors/iso8583/connector.ts'
import { passingState } from '../../src/connectors/state.ts'
import { cards, type FakeHost, fakeHost, isoDefaults } from '../iso8583/fake-host.ts'
import { networksOver } from '../iso8583/production.ts'
import { patient } from '../support/harness/ports.ts'
import { productionSettings } from '../support/harness/production.ts'
import { runCobro } from '../support/harness/programs.ts'

const PATIENCE_MS = 60_000
const folder = mkdtempSync(join(tmpdir(), 'cobro-iso8583-line-'))
const hosts: FakeHost[] = []
after(async () => {
  for (const host of hosts) await host.close()
  rmSync(folder, { recursive: true, force: true })
})

async function played(...how: Parameters<typeof fakeHost>): Promise<FakeHost> {
  const host = await fakeHost(...how)
  hosts.push(host)
  return host
}

const standing = (): Standing => ({ state: passingState(), nowMs: () => Date.parse('2026-11-24T18:00:00.000Z') })
const needsFor = (fake: FakeHost, more: Record<string, string> = {}, { state, nowMs } = standing()) =>
  needsOf({ ...isoDefaults, ...fake.settings, ...more }, { state, nowMs })
const probed = (fake: FakeHost, more: Record<string, string> = {}) =>
  iso8583.probe?.(needsFor(fake, more), AbortSignal.timeout(PATIENCE_MS))
const codes = (fake: FakeHost) => fake.calls.map(({ type, fields }) => `${type} ${fields[70] ?? ''}`.trim())
const until = async (what: string, holds: () => boolean | Promise<boolean>) => {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); await pause(20)) assert.ok(Date.now() < end, what)
}

describe('the line to a host of ISO 8583', () => {
  test('nothing is connected before the first call; from then on it is one line, which an idle host answers or loses', async () => {
    const fake = await played({ header: '4-byte' })
    const kept = standing()
    const needs = needsFor(fake, { ECHO_SECONDS: '2' }, kept)
    const acquirer = await iso8583.connect(needs)
    assert.equal(fake.connections(), 0)
    assert.deepEqual(await iso8583.standing?.(needs), [
      'the line was never connected',
      '0 trace numbers of the terminal TERM0001 were given',
    ])
    // All of them wait for the same line.
    await Promise.all([1, 2, 3].map(() => acquirer.verify(cards.approved, patient())))
    assert.equal(fake.connections(), 1)
    assert.deepEqual(codes(fake).slice(0, 2), ['0800 001', '0100'])
    assert.deepEqual(await iso8583.standing?.(needs), [
      'the line: signed on, 2026-11-24T18:00:00Z',
      '3 trace numbers of the terminal TERM0001 were given',
    ])
    await until('an echo', () => codes(fake).includes('0800 301'))
    fake.habits.echoes = false
    await until('another line', () => fake.connections() > 1)
    fake.habits.echoes = true
    await until('a card is checked', async () => (await acquirer.verify(cards.approved, patient())).kind === 'valid')
    fake.habits.signOn = '91'
    fake.dropAll()
    await until('the refusal is noted', async () =>
      /the host refuses the sign-on with 91/.test((await iso8583.standing?.(needs))?.[0] ?? ''),
    )
    assert.deepEqual(await acquirer.verify(cards.approved, patient()), { kind: 'unknown', failed: true })
    assert.deepEqual(fake.wrongs, [])
  })

  test('a host that speaks by itself and answers nothing is silent: the line is made anew', async (t) => {
    const fake = await played()
    const acquirer = await iso8583.connect(needsFor(fake, { ECHO_SECONDS: '2' }))
    assert.equal((await acquirer.verify(cards.approved, patient())).kind, 'valid')
    fake.habits.echoes = false
    const own = { type: '0800', fields: { 7: '1124180000', 11: '000007', 70: '301' } }
    const speaking = setInterval(() => fake.say(own), 200)
    t.after(() => clearInterval(speaking))
    await until('another line', () => fake.connections() > 1)
    assert.deepEqual(fake.wrongs, [])
  })

  test('after a message without an answer the host is asked for an echo at once, and a silent one loses the line', async () => {
    const fake = await played()
    // By the clock alone, no echo would come within this test.
    const acquirer = await iso8583.connect(needsFor(fake, { ECHO_SECONDS: '600' }))
    const check = (ms: number) => acquirer.verify(cards.approved, AbortSignal.timeout(ms))
    assert.equal((await check(PATIENCE_MS)).kind, 'valid')
    fake.fail('check', 'lost')
    assert.equal((await check(300)).kind, 'unknown')
    await until('an echo', () => codes(fake).includes('0800 301'))
    assert.equal((await check(PATIENCE_MS)).kind, 'valid')
    assert.equal(fake.connections(), 1)
    fake.habits.echoes = false
    fake.fail('check', 'lost')
    assert.equal((await check(300)).kind, 'unknown')
    await until('another line', () => fake.connections() > 1)
    fake.habits.echoes = true
    await until('a card is checked', async () => (await check(PATIENCE_MS)).kind === 'valid')
  })

  test('a purchase is reversed as the terminal that made it, whatever the settings are then; one that the host lost is for a person', async () => {
    const fake = await played()
    const kept = standing()
    const open = async (more = {}) => iso8583.connect(needsFor(fake, more, kept))
    const made = async (operationId: string) => {
      const acquirer = await open()
      const charge = { operationId, amountCentavos: 500, beganAt: '2026-11-24T18:00:00.000Z' }
      const prepared = await acquirer.prepare?.(charge, patient())
      assert.ok(prepared?.kind === 'prepared')
      const request = { ...charge, trace: prepared.trace, cardFirstSix: '424242', cardLastFour: '4242' }
      const asked = { months: undefined, initiator: 'customer', returnUrl: 'https://a.mx' } as const
      const paid = await acquirer.authorise({ ...request, card: cards.approved, ...asked }, patient())
      assert.ok(paid.kind === 'approved')
      return { ...request, networkReference: paid.networkReference }
    }
    const first = await made('op-1')
    const later = await open({ TERMINAL: 'TERM0002', MERCHANT: 'COMERCIO2' })
    assert.deepEqual(await later.advise?.({ ...first, attempt: 1 }, patient()), { kind: 'acknowledged' })
    const reversal = fake.calls.find(({ type }) => type === '0420')?.fields
    assert.deepEqual([reversal?.[41], reversal?.[42]?.trim()], ['TERM0001', 'COMERCIO1'])
    const lost = await made('op-2')
    fake.purchases.clear()
    assert.equal((await later.reverse?.(lost, patient()))?.kind, 'refused')
    assert.equal((await later.reverse?.(lost, patient()))?.kind, 'unknown', 'the first one may have been done')
    assert.equal((await later.advise?.({ ...lost, attempt: 1 }, patient()))?.kind, 'refused')
    assert.deepEqual(fake.wrongs, [])
  })

  test('by TLS it goes to the host of the certificate alone, and a host that is not there is named in words', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=host', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '30']
    const files = ['-nodes', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', ...files, ...subject], { stdio: 'ignore' })
    const fake = await played({ tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } })
    assert.equal(await probed(fake, { CA_FILE: cert }), undefined)
    assert.deepEqual(codes(fake), ['0800 001', '0800 301'])
    assert.match((await probed(fake)) ?? '', /^no connection: DEPTH_ZERO_SELF_SIGNED_CERT$/)
    const acquirer = await iso8583.connect(needsFor(fake, { CA_FILE: cert }))
    assert.equal((await acquirer.verify(cards.approved, patient())).kind, 'valid')
    const gone = await fakeHost()
    await gone.close()
    assert.equal(await probed(gone), 'no connection: ECONNREFUSED')
  })

  test('cobro lists the connector, checks it by an echo, and says which setting does not fit', async () => {
    const fake = await played()
    const settings = productionSettings(`file:${join(folder, 'cobro.db')}`, networksOver(fake))
    const list = await runCobro(['connectors'], settings)
    assert.equal(list.code, 0, list.out + list.error)
    assert.match(
      list.out,
      /acquirer: iso8583 {2}ACQUIRER=iso8583\n {2}can {4}advise, authorise, prepare, reverse, verify/,
    )
    assert.match(list.out, /ISO8583_TERMINAL=TERM0001/)
    assert.equal(fake.connections(), 0)
    const check = await runCobro(['connectors', 'check', 'iso8583'], settings)
    assert.equal(check.code, 0, check.out + check.error)
    assert.match(check.out, /✔ acquirer: its network is there, and fits the settings/)
    assert.deepEqual(codes(fake), ['0800 001', '0800 301'])
    fake.habits.signOn = '58'
    const refused = await runCobro(['connectors', 'check', 'iso8583'], settings)
    assert.equal(refused.code, 1)
    assert.match(refused.out, /the host refuses the sign-on with 58: transaction not permitted to terminal/)
    const unfit = await runCobro(['connectors'], { ...settings, ISO8583_TABLE: './none.ts', ISO8583_PORT: '0' })
    assert.notEqual(unfit.code, 0)
    assert.match(unfit.out, /ISO8583_PORT.*a number from 1 to 65535/)
  })
})
