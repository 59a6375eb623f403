// Payments and health checks do not wait while many payers ask for PDFs.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openWorld } from '../support/harness/world.ts'
import { type Child, startChild } from './child.ts'

const SLIPS = 16

test('payments and health checks are answered while sixteen slips are drawn for forty-eight payers', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-pdf-'))
  const child = await startChild({ DATA_DIR: folder })
  t.after(async () => {
    await child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const slips: string[] = []
  for (let count = 0; count < SLIPS; count++) slips.push(await slip(child))
  await pdf(await slip(child))

  let drawn = false
  const startedMs = performance.now()
  const drawing = Promise.all([...slips, ...slips, ...slips].map(pdf)).finally(() => {
    drawn = true
  })
  let longestMs = 0
  while (!drawn) {
    const askedMs = performance.now()
    assert.equal((await child.call('GET', '/healthz')).status, 200)
    await slip(child)
    longestMs = Math.max(longestMs, performance.now() - askedMs)
  }
  await drawing
  const allMs = performance.now() - startedMs
  t.diagnostic(`the longest pair of calls took ${Math.round(longestMs)} ms, all PDFs ${Math.round(allMs)} ms`)
  assert.ok(longestMs < allMs / 2, `a pair of calls took ${longestMs} ms of the ${allMs} ms for all PDFs`)
})

test('a stopping service begins no new PDF: the client is asked to come back', async () => {
  const world = await openWorld('sqlite', { BASE_URL: '' })
  await world.service.listen()
  const merchant = await world.merchant()
  const slips: string[] = []
  for (let count = 0; count < 2 * SLIPS; count++) {
    slips.push((await merchant.post('/v1/payment/spei', { total: 150 })).body.result.url)
  }
  const answers = slips.map((url) => fetch(`${url}.pdf`))
  assert.equal((await answers[0])?.status, 200)
  await world.close()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  assert.ok(statuses.includes(503), `${statuses}`)
  for (const status of statuses) assert.ok(status === 200 || status === 503, `${statuses}`)
})

async function slip(child: Child): Promise<string> {
  const { status, body } = await child.call('POST', '/v1/payment/convenience-store', { total: 150, store: 'OXXO' })
  assert.equal(status, 200)
  return body.result.url
}

/** Asks again when it is told to, as a browser's user would. */
async function pdf(url: string): Promise<void> {
  const answer = await fetch(`${url}.pdf`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status === 503) {
    await pause(Number(answer.headers.get('retry-after')) * 1_000)
    return pdf(url)
  }
  assert.equal(answer.status, 200)
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
}
