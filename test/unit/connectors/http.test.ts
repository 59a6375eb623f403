// The connectors to an operator's own service: only an answer that is signed for the call counts, only a report that is new and signed is taken.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { AuthoriseRequest } from '../../../src/connectors/acquirer.ts'
import { needsOf } from '../../../src/connectors/connect.ts'
import { requestOf } from '../../../src/connectors/contract/inbound.ts'
import { serviceClient } from '../../../src/connectors/http/client.ts'
import { httpAcquirer, httpCashNetwork, httpSpeiBank } from '../../../src/connectors/http/connectors.ts'
import { answerSignature, isSame, requestSignature } from '../../../src/connectors/http/signatures.ts'
import { outcomeFault } from '../../../src/connectors/read-notice.ts'
import { cards, FAULTS, type FakeService, fakeService, SECRET } from '../../http/fake-service.ts'
import { answerHeaders, isSignedReceipt, signedRequest } from '../../http/signed.ts'
import { patient } from '../../support/harness/ports.ts'
import { startFault } from '../../support/harness/start-fault.ts'

describe('the settings of the connectors', () => {
  const good = {
    ACQUIRER: 'http',
    HTTP_ACQUIRER_URL: 'https://gateway.example.mx/cobro',
    HTTP_ACQUIRER_SECRET: SECRET,
    HTTP_ACQUIRER_CAPABILITIES: 'inquiry, void',
  }

  test('each port starts alone, and all together', async () => {
    const { ACQUIRER: _, ...acquirer } = good
    const cash = {
      HTTP_CASH_NETWORK_URL: 'http://127.0.0.1:9000',
      HTTP_CASH_NETWORK_SECRET: SECRET,
      HTTP_CASH_NETWORK_CAPABILITIES: 'none',
    }
    const bank = {
      HTTP_SPEI_BANK_URL: 'http://[::1]:9000',
      HTTP_SPEI_BANK_SECRET: SECRET,
      HTTP_SPEI_BANK_CAPABILITIES: 'balance,movements',
    }
    for (const environment of [
      good,
      { CASH_NETWORK: 'http', ...cash },
      { SPEI_BANK: 'http', ...bank },
      { ACQUIRER: 'http', CASH_NETWORK: 'http', SPEI_BANK: 'http', ...acquirer, ...cash, ...bank },
    ])
      assert.equal(await startFault(environment), '')
  })

  test('a start names each that does not fit, and never the secret', async () => {
    for (const [change, fault] of [
      [{ HTTP_ACQUIRER_URL: '' }, /HTTP_ACQUIRER_URL is needed by the connector http-acquirer/],
      [{ HTTP_ACQUIRER_URL: 'http://gateway.example.mx' }, /HTTP_ACQUIRER_URL=.*: an https address/],
      [{ HTTP_ACQUIRER_URL: 'https://user:pass@gateway.example.mx' }, /an https address/],
      [{ HTTP_ACQUIRER_SECRET: 'short-and-secret' }, /HTTP_ACQUIRER_SECRET: at least 32 letters/],
      [{ HTTP_ACQUIRER_CAPABILITIES: 'inquiry, magic' }, /HTTP_ACQUIRER_CAPABILITIES=.*: words of inquiry, advice/],
      [{ HTTP_ACQUIRER_CAPABILITIES: 'none' }, /ACQUIRER=http: it cannot undo a charge whose answer never came/],
      [{ HTTP_ACQUIRER_CAPABILITIES: 'advice, partial-refund' }, /declares partialRefund and no refund/],
      [{ HTTP_ACQUIRER_CAPABILITIES: 'advice, capture' }, /declares capture and no void/],
      [{ HTTP_ACQUIRER_CAPABILITIES: 'advice, partial-capture' }, /declares capture and no void/],
      [{ HTTP_ACQUIRER_CA_FILE: './nothing.pem' }, /HTTP_ACQUIRER_CA_FILE cannot be read: ENOENT/],
    ] as const) {
      const text = await startFault({ ...good, ...change })
      assert.match(text, fault)
      assert.ok(!text.includes(SECRET) && !text.includes('short-and-secret'))
    }
    assert.match(
      await startFault({
        SPEI_BANK: 'http',
        HTTP_SPEI_BANK_URL: 'https://b.example',
        HTTP_SPEI_BANK_SECRET: SECRET,
        HTTP_SPEI_BANK_CAPABILITIES: 'none',
        HTTP_SPEI_BANK_KEY_LIFE: 'a week',
      }),
      /HTTP_SPEI_BANK_KEY_LIFE="a week": `always` or `banking-day`/,
    )
  })
})

describe('signatures', () => {
  const text = fc.string({ minLength: 1, maxLength: 40 })

  test('any other part of a request has another signature', () => {
    fc.assert(
      fc.property(
        fc.record({ secret: text, method: text, path: text, time: text, nonce: text, body: text }),
        fc.constantFrom('secret', 'method', 'path', 'time', 'nonce', 'body'),
        text,
        ({ secret, ...message }, part, other) => {
          const [kind, changed] = ['call' as const, { secret, ...message, [part]: other }]
          const same = { secret, ...message }[part] === other
          const first = requestSignature(secret, { kind, ...message })
          assert.equal(isSame(first, requestSignature(changed.secret, { kind, ...changed })), same)
          assert.ok(!isSame(first, requestSignature(secret, { kind: 'report', ...message })))
        },
      ),
    )
  })

  test('any other part of an answer has another signature', () => {
    fc.assert(
      fc.property(text, text, fc.nat(999), text, text, text, (secret, to, status, time, body, other) => {
        const answer = { kind: 'call' as const, to, status, time, body }
        const first = answerSignature(secret, answer)
        for (const change of [{ to: other }, { time: other }, { body: other }, { status: status + 1 }]) {
          const changed = { ...answer, ...change }
          const same = JSON.stringify(changed) === JSON.stringify(answer)
          assert.equal(isSame(first, answerSignature(secret, changed)), same)
        }
        assert.ok(!isSame(first, answerSignature(secret, { ...answer, kind: 'report' })))
      }),
    )
  })

  test('the example of the guide, in both languages', () => {
    for (const page of ['http.md', 'http.es.md']) {
      const text = readFileSync(`docs/connectors/${page}`, 'utf8')
      const secret = /`([0-9a-f]{32})`/.exec(text)?.[1] ?? ''
      const lines = /```text\n(cobro-http-1\n[\s\S]+?)\n```/.exec(text)?.[1] ?? ''
      const [, , method = '', path = '', time = '', nonce = ''] = lines.split('\n')
      const [wanted, answered] = [...text.matchAll(/`([0-9a-f]{64})`/g)].map(([, hex]) => hex)
      const signature = requestSignature(secret, { kind: 'call', method, path, time, nonce, body: '{}' })
      assert.equal(signature, wanted)
      assert.equal(createHmac('sha256', secret).update(lines).digest('hex'), wanted)
      const body = /`(\{"kind":"capabilities".*?\})`/.exec(text)?.[1] ?? ''
      const answer = { kind: 'call' as const, to: signature, status: 200, time: '1764007201', body }
      assert.equal(answerSignature(secret, answer), answered)
    }
  })

  test('what is no signature is never the same', () => {
    fc.assert(fc.property(fc.string(), (given) => !isSame(given, 'a'.repeat(64)) || given === 'a'.repeat(64)))
  })
})

describe('calls', () => {
  let fake: FakeService
  before(async () => {
    fake = await fakeService()
  })
  after(() => fake.close())
  const open = async () => httpAcquirer.connect(needsOf(fake.settings.acquirer))
  const chargeOf = (operationId: string, card = cards.approved): AuthoriseRequest => ({
    operationId,
    card,
    amountCentavos: 10_000,
    beganAt: '2026-11-24T18:00:00.000Z',
    months: 3,
    initiator: 'customer',
    returnUrl: 'https://pagos.mx/a/1/return',
    trace: {},
  })

  test('whatever is no answer that is signed for the call is unknown, and the charge is made once', async () => {
    const acquirer = await open()
    for (const [at, fault] of FAULTS.entries()) {
      const id = `op-${at}`
      fake.fail('acquirer/authorise', fault)
      // Of a call that is never answered, the caller gives up: once it is taken, or when it is lost.
      const deadline = new AbortController()
      const last = { lost: 'lost', silent: 'after' }[fault as string]
      fake.watch(async (when) => void (when === last && setTimeout(() => deadline.abort())))
      const outcome = await acquirer.authorise(chargeOf(id), deadline.signal)
      fake.watch(async () => {})
      if (fault === 'twice' || fault === 'slow') assert.equal(outcome.kind, 'approved')
      else assert.deepEqual(outcome, { kind: 'unknown', failed: true }, fault)
      const asked = await acquirer.inquire?.({ ...chargeOf(id), cardFirstSix: '', cardLastFour: '' }, patient())
      assert.equal(asked?.kind, ['lost', 'html'].includes(fault) ? 'never-seen' : 'approved', fault)
      assert.equal((await acquirer.authorise(chargeOf(id), patient())).kind, 'approved')
    }
    assert.deepEqual(fake.repeated(), [])
    assert.deepEqual(fake.forged, [])
  })

  test('an `unknown` of the service is an answer, and no failure', async () => {
    const server = createServer(async (request, response) => {
      for await (const _ of request);
      const body = '{"kind":"unknown"}'
      response.writeHead(200, answerHeaders(SECRET, request.headers['cobro-signature'], 200, body)).end(body)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const acquirer = await httpAcquirer.connect(needsOf({ ...fake.settings.acquirer, URL: url }))
    assert.deepEqual(await acquirer.authorise(chargeOf('waits'), patient()), { kind: 'unknown' })
    server.closeAllConnections()
    server.close()
  })

  test('an answer that is too long, redirects or is no object is none', async () => {
    let answer = { status: 200, body: '' }
    const server = createServer(async (request, response) => {
      for await (const _ of request);
      const { status, body } = answer
      const headers = answerHeaders(SECRET, request.headers['cobro-signature'], status, body)
      response.writeHead(status, { ...headers, location: '/elsewhere' }).end(body)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = serviceClient({ url, secret: SECRET })
    for (const [status, body, why] of [
      [200, JSON.stringify({ kind: 'x', more: 'a'.repeat(300_000) }), 'there was no whole answer'],
      [302, '{"kind":"approved"}', 'the status of the answer is 302'],
      [200, '[]', 'the answer is no JSON object'],
      [200, 'null', 'the answer is no JSON object'],
      [200, '{"kind":', 'the answer is no JSON object'],
      [204, '', 'the status of the answer is 204'],
    ] as const) {
      answer = { status, body }
      assert.deepEqual(await client.call('/v1/acquirer/authorise', {}, patient()), {
        kind: 'none',
        why,
        ...(why === 'there was no whole answer' && { isUnsent: false }),
      })
    }
    server.closeAllConnections()
    server.close()
  })

  test('the service gets our ids, the card, the months and who begins it, and no trace; evidence as base64', async () => {
    const acquirer = await open()
    await acquirer.authorise(chargeOf('op-said'), patient())
    const { path, body } = fake.calls.at(-1) ?? {}
    const { trace: _, ...text } = chargeOf('op-said')
    assert.deepEqual([path, body], ['/v1/acquirer/authorise', text])
    const { returnUrl: __, ...withoutPayers } = text
    const { acquirer: set } = fake.settings
    const sendsNobody = await httpAcquirer.connect(needsOf({ ...set, CAPABILITIES: 'inquiry, void' }))
    await sendsNobody.authorise(chargeOf('op-said'), patient())
    assert.deepEqual(fake.calls.at(-1)?.body, withoutPayers)
    const content = Buffer.from('%PDF-1.4\n')
    const file = { kind: 'shipping', name: 'guia.pdf', mediaType: 'application/pdf', content } as const
    const answer = { stage: 'chargeback', answer: 'evidence', texts: { explanation: 'sí' }, attempt: 1 } as const
    const dispute = { operationId: 'op-said', networkDispute: 'case-9', amountCentavos: 1, ...answer, files: [file] }
    assert.deepEqual(await acquirer.answerDispute?.(dispute, patient()), { kind: 'taken' })
    assert.equal(fake.calls.at(-1)?.body.files[0].content, content.toString('base64'))
  })

  test('a service that says other capabilities than the setting is named', async () => {
    const { probe } = httpAcquirer
    assert.ok(probe)
    const { acquirer } = fake.settings
    assert.equal(await probe(needsOf(acquirer), patient()), undefined)
    assert.match(
      (await probe(needsOf({ ...acquirer, CAPABILITIES: 'inquiry, void' }), patient())) ?? '',
      /^the service can do advice, capture, .*, and the setting says inquiry, void$/,
    )
    assert.match(
      (await probe(needsOf({ ...acquirer, SECRET: `${SECRET}1` }), patient())) ?? '',
      /the answer of status 502 is not signed for this call/,
    )
    const bank = { ...fake.settings.speiBank, KEY_LIFE: 'banking-day' }
    assert.match((await httpSpeiBank.probe?.(needsOf(bank), patient())) ?? '', /the key life always, and the setting/)
  })
})

describe('reports', () => {
  const charge = {
    kind: 'charge',
    operationId: 'op-1',
    outcome: { kind: 'approved', authorizationCode: '104233', networkReference: 'net-1' },
  }
  const path = '/v1/networks/http-acquirer/reports'
  const settings = { URL: 'http://127.0.0.1:1', SECRET, CA_FILE: '', CAPABILITIES: 'inquiry,void' }
  const opened = async () => {
    const [call] = (await httpAcquirer.connect(needsOf(settings))).inbound ?? []
    assert.ok(call)
    return call
  }
  const requestFrom = (message: { headers: Record<string, string>; body: string }) =>
    requestOf({ method: 'POST', path: '/reports', ...message })

  test('of one that comes many times at once, one is accepted; signed anew, it is accepted a second time', async () => {
    const call = await opened()
    const message = signedRequest(SECRET, 'report', path, { notices: [charge] })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => call.receive(requestFrom(message), patient())))
    const kinds = outcomes.map(({ kind }) => kind)
    assert.equal(kinds.filter((kind) => kind === 'taken').length, 1)
    assert.equal(kinds.filter((kind) => kind === 'refused').length, 9)
    const replay = await call.receive(requestFrom(message), patient())
    assert.ok(replay.kind === 'refused' && replay.answer?.status === 409)
    const anew = signedRequest(SECRET, 'report', path, { notices: [charge] })
    assert.equal((await call.receive(requestFrom(anew), patient())).kind, 'taken')
  })

  test('the answer is signed for its report alone', async () => {
    const call = await opened()
    const [one, other] = [0, 1].map(() => signedRequest(SECRET, 'report', path, { notices: [charge] }))
    assert.ok(one && other)
    const outcome = await call.receive(requestFrom(one), patient())
    assert.ok(outcome.kind === 'taken')
    const { status, headers = {}, body = '' } = outcome.answer
    assert.ok(isSignedReceipt(SECRET, one, { status, headers, body }))
    assert.ok(!isSignedReceipt(SECRET, other, { status, headers, body }))
    assert.ok(!isSignedReceipt(`${SECRET}0`, one, { status, headers, body }))
  })

  test('a state that cannot be written postpones the report', async () => {
    const needs = needsOf(settings)
    const state = { ...needs.state, keepFirst: () => Promise.reject(new Error('away')) }
    const [call] = (await httpAcquirer.connect({ ...needs, state })).inbound ?? []
    const message = signedRequest(SECRET, 'report', path, { notices: [charge] })
    assert.deepEqual(await call?.receive(requestFrom(message), patient()), { kind: 'unknown' })
  })

  test('any bytes and any headers are refused or unreadable, and never an error', async () => {
    const call = await opened()
    const bytes = fc.uint8Array({ maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(bytes, fc.dictionary(fc.string(), fc.string()), async (body, headers) => {
        const { kind } = await call.receive(
          { ...requestOf({ method: 'POST', path: '/reports' }), headers, body },
          patient(),
        )
        assert.equal(kind, 'refused')
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const outcome = await call.receive(requestFrom(signedRequest(SECRET, 'report', path, body)), patient())
        assert.equal(outcome.kind, 'unreadable')
        assert.equal(outcomeFault('acquirer', outcome), undefined)
      }),
    )
  })

  test('the answer of a connector has no header that means something to HTTP', () => {
    const outcomeWith = (headers: unknown) => ({ kind: 'taken', notices: [], answer: { status: 200, headers } })
    for (const headers of [{ 'x-signature': 'a' }, { 'cobro-time': '1' }, {}, undefined])
      assert.equal(outcomeFault('acquirer', outcomeWith(headers)), undefined)
    for (const headers of [
      { 'set-cookie': 'a=b' },
      { 'content-length': '0' },
      { 'x-a': 'b\r\nset-cookie: a' },
      { 'X-A': 'b' },
      { 'x-a': 1 },
      ['x-a'],
      'x-a',
      null,
      Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x-${at}`, 'a'])),
    ])
      assert.match(outcomeFault('acquirer', outcomeWith(headers)) ?? '', /header/, JSON.stringify(headers))
  })

  test('each port takes the notices of its own alone', async () => {
    const notices = [charge]
    for (const connector of [httpCashNetwork, httpSpeiBank]) {
      const whole = `/v1/networks/${connector.name}/reports`
      const [call] = (await connector.connect(needsOf(settings))).inbound ?? []
      const outcome = await call?.receive(requestFrom(signedRequest(SECRET, 'report', whole, { notices })), patient())
      assert.equal(outcome?.kind, 'unreadable')
    }
  })
})
