// The samples of docs/samples keep the contract of each port as `cobro connectors test` checks it, and report until Cobro has taken it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
    // The first answer is lost on its way, the second is of somebody else.
    if (kinds.length === 1) return void response.destroy()
    const answer = outcome?.kind === 'taken' ? outcome.answer : { status: 500 }
    response.writeHead(answer.status, kinds.length === 2 ? { 'cobro-signature': '0'.repeat(64) } : answer.headers)
    response.end(answer.body)
    if (kinds.length === 3) resolve()
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
    assert.deepEqual(kinds, ['taken', 'taken', 'taken'])
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
testWith(['python3'], 'the sample in Python keeps the contract of each port', () => keepsAll('gateway.py'))
testWith(['python3'], 'the sample in Python reports until it is taken', () => reportsUntilTaken('gateway.py'))

test('each sample is shorter than 200 lines', () => {
  for (const file of ['gateway.ts', 'gateway.py'])
    assert.ok(readFileSync(`docs/samples/${file}`, 'utf8').trimEnd().split('\n').length < MAX_LINES, file)
})
