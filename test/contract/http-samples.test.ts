// The samples of docs/samples keep the contract of each port as `cobro connectors test` checks it, and report until Cobro has taken it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { serviceClient } from '../../src/connectors/http/client.ts'
import { httpSpeiBank } from '../../src/connectors/http/connectors.ts'
import { reportCalls } from '../../src/connectors/http/reports.ts'
import { passingState } from '../../src/connectors/state.ts'
import { SECRET } from '../http/fake-service.ts'
import { startSample } from '../http/samples.ts'
import { patient } from '../support/harness/ports.ts'
import { runCobro, testWith } from '../support/harness/programs.ts'

const MAX_LINES = 200
const PATIENCE_MS = 90_000
const secrets = {
  HTTP_ACQUIRER_SECRET: SECRET,
  HTTP_CASH_NETWORK_SECRET: SECRET,
  HTTP_SPEI_BANK_SECRET: SECRET,
}

async function keepsAll(file: 'gateway.ts' | 'gateway.py'): Promise<void> {
  const sample = await startSample(file)
  try {
    const { code, out, error } = await runCobro(['connectors', 'test', sample.url], secrets)
    assert.equal(code, 0, out + error)
    const [, kept = '0', missed, unchecked] = /^(\d+) kept, (\d+) missed, (\d+) not checked$/m.exec(out) ?? []
    assert.deepEqual([missed, unchecked], ['0', '0'], out)
    assert.ok(Number(kept) > 45)
  } finally {
    await sample.close()
  }
}

/** Anybody who reaches it may break off; so does Cobro, when it has waited long enough. */
async function outlives(file: 'gateway.ts' | 'gateway.py'): Promise<void> {
  const sample = await startSample(file)
  try {
    const { hostname, port } = new URL(sample.url)
    for (const broken of ['content-length: 100\r\n\r\n{', 'content-length: 2\r\ncobro-time: ²\r\n\r\n{}']) {
      const socket = connect(Number(port), hostname)
      socket.write(`POST /v1/acquirer/authorise HTTP/1.1\r\nhost: x\r\n${broken}`)
      await sleep(300)
      socket.resetAndDestroy()
    }
    await sleep(300)
    const client = serviceClient({ url: sample.url, secret: SECRET })
    assert.equal((await client.call('/v1/acquirer/capabilities', {}, patient())).kind, 'answered')
  } finally {
    await sample.close()
  }
}

/** A transfer is reported as settled, again until an answer is signed for the report. */
async function reportsUntilTaken(file: 'gateway.ts' | 'gateway.py'): Promise<void> {
  const { name } = httpSpeiBank
  const [call] = reportCalls({ port: 'speiBank', name, secret: SECRET, state: passingState() })
  const kinds: string[] = []
  const { promise: taken, resolve } = Promise.withResolvers<void>()
  const cobro = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { method = '', headers } = request
    const outcome = await call?.receive({ method, path: '/reports', query: '', headers, body, address: '' }, patient())
    kinds.push(outcome?.kind ?? 'none')
    // The first answer is lost on its way, of the second a half arrives, the third is none, and the fourth is of somebody else.
    if (kinds.length === 1) return void response.destroy()
    if (kinds.length === 2) return void request.socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{')
    if (kinds.length === 3) return void request.socket.end('nonsense\r\n\r\n')
    const answer = outcome?.kind === 'taken' ? outcome.answer : { status: 500 }
    response.writeHead(answer.status, kinds.length === 4 ? { 'cobro-signature': 'é'.repeat(64) } : answer.headers)
    response.end(answer.body)
    if (kinds.length === 5) resolve()
  })
  await new Promise<void>((listening) => void cobro.listen(0, '127.0.0.1', listening))
  const sample = await startSample(file, `http://127.0.0.1:${(cobro.address() as AddressInfo).port}`)
  try {
    const transfer = { trackingKey: 'KEY1', destination: '032180000118359719', amountCentavos: 1 }
    const client = serviceClient({ url: sample.url, secret: SECRET })
    const answer = await client.call('/v1/spei-bank/transfer', transfer, patient())
    assert.deepEqual(answer, { kind: 'answered', body: { kind: 'accepted' } })
    const late = sleep(PATIENCE_MS, undefined, { ref: false }).then((): never => assert.fail(`${file}: ${kinds}`))
    await Promise.race([taken, late])
    assert.deepEqual(kinds, Array(5).fill('taken'))
    const found = await client.call('/v1/spei-bank/find-transfer', { trackingKey: 'KEY1' }, patient())
    assert.deepEqual(found, { kind: 'answered', body: { kind: 'settled' } })
  } finally {
    await sample.close()
    cobro.closeAllConnections()
    cobro.close()
  }
}

test('the sample in TypeScript keeps the contract of each port', () => keepsAll('gateway.ts'))
test('the sample in TypeScript reports until it is taken', () => reportsUntilTaken('gateway.ts'))
test('the sample in TypeScript outlives a client that breaks off', () => outlives('gateway.ts'))
testWith(['python3'], 'the sample in Python outlives a client that breaks off', () => outlives('gateway.py'))
testWith(['python3'], 'the sample in Python keeps the contract of each port', () => keepsAll('gateway.py'))
testWith(['python3'], 'the sample in Python reports until it is taken', () => reportsUntilTaken('gateway.py'))

test('each sample is shorter than 200 lines', () => {
  for (const file of ['gateway.ts', 'gateway.py'])
    assert.ok(readFileSync(`docs/samples/${file}`, 'utf8').trimEnd().split('\n').length < MAX_LINES, file)
})
