// The number of a saved card, in every field of every call, in paths, queries and headers, by a program and by a person: it is refused, or it is
// kept nowhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { person } from '../../support/fixtures/console.ts'
import {
  belongingsOf,
  everyCall,
  goodBodies,
  parametersOf,
  pathOf,
  textsIn,
  withText,
} from '../../support/harness/every-call.ts'
import { everyRow } from '../../support/harness/rows.ts'
import { openWorld } from '../../support/harness/world.ts'

const PAN = '4242424242424242'
const SPACED = '4242 4242 4242 4242'
/** Its contents are sealed, or bytes of a file: other stories look at them. */
const OTHERWISE = ['/v1/token', '/v1/payment/card', '/v1/profile/logo', '/v1/disputes/{dispute}/files']
/** These would end what the next call needs. */
const ENDING = ['/v1/auth/logout']

test('the number of a saved card is stored nowhere, whichever field it is sent in', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const world = await openWorld('sqlite', { REQUESTS_KEPT: 'bodies' }, { log })
  t.after(() => world.close())
  const merchant = await world.merchant()
  const has = await belongingsOf(world, merchant)
  await tokenFor(world, merchant, PAN)
  const owner = await person(world, merchant, 'owner')

  let sent = 0
  const leaks = new Set<string>()
  const answered = async (what: string, asking: Promise<{ status: number; text: string }>) => {
    const { status, text } = await asking
    sent += 1
    assert.ok(status < 500, `${what}: ${text}`)
    // A search page says the query in nothing; nor does a refusal.
    if (text.includes(PAN) || text.includes(SPACED)) leaks.add(`the answer to ${what}`)
    if (sent % 60 === 0) await world.work()
  }
  const calls = (await everyCall(world)).filter(({ path }) => !ENDING.includes(path))
  for (const { method, path, body, query, takesFile } of calls) {
    const name = `${method} ${path}`
    const here = pathOf(path, has)
    for (const one of parametersOf(path)) {
      const there = pathOf(path, has, { name: one, value: PAN })
      const good = method === 'GET' ? undefined : {}
      await answered(`${name}, ${one}`, merchant.call(method, there, good))
      await answered(`${name}, ${one}, a person`, owner.call(method, there, good))
    }
    // A page's number is said back; it is a number, and kept nowhere.
    for (const { name: one } of query.filter((parameter) => parameter.name !== 'offset'))
      await answered(
        `${name}?${one}`,
        merchant.call(method, `${here}?${one}=${PAN}`, method === 'GET' ? undefined : {}),
      )
    if (body !== undefined && !takesFile && !OTHERWISE.includes(path)) {
      const base = (await goodBodies[name]?.(world, merchant, has)) ?? {}
      for (const [at, place] of textsIn(body).entries()) {
        const text = at % 2 === 0 ? PAN : `x ${SPACED}`
        const wrong = withText(base, place, text)
        await answered(`${name}, ${place.join('.')}`, merchant.call(method, here, wrong))
      }
      await answered(`${name}, a field’s name`, merchant.call(method, here, { ...base, [PAN]: PAN }))
      if (method !== 'GET')
        await answered(`${name}, the key`, merchant.call(method, here, base, { 'idempotency-key': PAN }))
    }
  }
  for (const method of ['GET', 'POST']) {
    const headers = { 'user-agent': `x/${PAN}`, 'accept-language': PAN, referer: `http://x/${PAN}`, 'x-otro': PAN }
    await answered('headers', merchant.call(method, `/v1/${PAN}`, method === 'GET' ? undefined : {}, headers))
    await answered('headers', merchant.call(method, '/v1/customer', method === 'GET' ? undefined : {}, headers))
    await answered('headers, a person', owner.call(method, '/v1/customer', undefined, headers))
  }
  await world.work()
  for (const [table, rows] of await everyRow(world)) {
    const row = rows.find((one) => one.includes(PAN) || one.includes(SPACED))
    if (row !== undefined) leaks.add(`${table}: ${row.slice(0, 500)}`)
  }
  const found = lines.filter((line) => line.includes(PAN) || line.includes(SPACED))
  assert.deepEqual(found, [], 'the log')
  assert.deepEqual([...leaks], [])
  assert.ok(sent > 500, `${sent} requests`)
})
