// Writes the examples of the API's description: makes every call on a service of its own, and keeps the request and the answer.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CallExamples } from '../src/api/description/examples.ts'
import { EXAMPLES_FILE } from '../src/api/description/examples.ts'
import { tokenFor } from '../test/support/fixtures/cards.ts'
import { chargeOf } from '../test/support/fixtures/charges.ts'
import { sealEnvelope } from '../test/support/fixtures/envelope-seal.ts'
import { everyCall, goodBodies, pathOf } from '../test/support/harness/every-call.ts'
import { type Merchant, openWorld, type World } from '../test/support/harness/world.ts'
import { castOf, queryOf, sendFile, takesDays } from './example-scenes.ts'

/** Longer answers, such as an e-mail's HTML, are no useful examples. */
const LONGEST = 8_000

interface Outcome {
  request?: unknown
  answer: unknown
}

/** The examples by operation id, for the present service. */
async function examples(): Promise<Record<string, CallExamples>> {
  // Days pass in a world of its own, which has no other data.
  const [world, later] = [await openWorld('sqlite'), await openWorld('sqlite')]
  try {
    const ids = idsOf((await world.send({ method: 'GET', url: '/openapi.json' })).body)
    const kept: Record<string, CallExamples> = {}
    const keep = (name: string, call: string, { request, answer }: Outcome) => {
      const id = ids.get(call) ?? call
      kept[id] ??= {}
      const about = kept[id]
      const value = (example: unknown) => ({ [name]: { summary: SUMMARIES[name] ?? name, value: example } })
      if (request !== undefined) about.request = { ...about.request, ...value(request) }
      if (JSON.stringify(answer).length <= LONGEST) about.answer = { ...about.answer, ...value(answer) }
    }
    await playEveryCall(later, keep, takesDays)
    await playEveryCall(world, keep, (name) => !takesDays(name))
    await playRails(world, keep)
    return Object.fromEntries(Object.entries(kept).sort(([one], [other]) => (one < other ? -1 : 1)))
  } finally {
    await world.close()
    await later.close()
  }
}

const SUMMARIES: Record<string, string> = {
  usual: 'As usual',
  card: 'Paid by card',
  store: 'Cash at a store, paid',
  spei: 'By SPEI, not paid yet',
  refundToCard: 'Of a card payment: it goes back to the card',
  refundToAccount: 'Of cash, to an account',
  refundAsked: 'Of cash: the payer is asked for the account',
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read as it comes.
function idsOf(document: any): Map<string, string> {
  return new Map(
    Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [`${method.toUpperCase()} ${path}`, operationId]),
    ),
  )
}

type Keep = (name: string, call: string, outcome: Outcome) => void

async function playEveryCall(world: World, keep: Keep, isWanted: (name: string) => boolean): Promise<void> {
  for (const { method, path, query, takesFile } of await everyCall(world)) {
    const name = `${method} ${path}`
    if (!path.startsWith('/v1/') || !isWanted(name)) continue
    let body: object | undefined
    const { merchant, has } = await castOf(name, world, async (cast) => {
      body = await goodBodies[name]?.(world, cast.merchant, cast.has)
    })
    const answer = takesFile
      ? await sendFile(world, merchant, has)
      : await merchant.call(method, pathOf(path, has) + queryOf(name, query, has), body)
    const isJson = answer.body !== undefined
    if (answer.status === 200 && isJson) keep('usual', name, { request: body, answer: answer.body })
    else if (isJson) process.stderr.write(`no example of ${name}: ${answer.text}\n`)
  }
}

/** The same calls once for each rail. */
async function playRails(world: World, keep: Keep): Promise<void> {
  const merchant = await world.merchant('Mi Tienda')
  const key = (await world.send({ method: 'GET', url: '/v1/public-key' })).body.result.public_key
  const reference = (number: string) => ({ reference: { number, description: `Pedido ${number}` } })
  const charge = chargeOf(await tokenFor(world, merchant, '4242424242424242'))
  const card = await merchant.post('/v1/payment/card', sealEnvelope(charge, key))
  const atStore = { total: 150, store: 'OXXO', payment: reference('1001') }
  const store = await merchant.post('/v1/payment/convenience-store', atStore)
  const bySpei = { total: 99.9, payment: reference('1002') }
  const spei = await merchant.post('/v1/payment/spei', bySpei)
  await merchant.post('/v1/sandbox/pay/store', { transaction: store.body.result.transaction })
  const made = {
    card: card.body.result.token,
    store: store.body.result.transaction,
    spei: spei.body.result.transaction,
  }
  for (const [rail, id] of Object.entries(made)) {
    keep(rail, 'GET /v1/operations/{id}', { answer: (await merchant.get(`/v1/operations/${id}`)).body })
  }
  keep('usual', 'POST /v1/payment/convenience-store', { request: atStore, answer: store.body })
  keep('usual', 'POST /v1/payment/spei', { request: bySpei, answer: spei.body })
  await playRefunds(merchant, keep, { card: made.card, store: made.store })
  keep('usual', 'GET /v1/operations', { answer: (await merchant.get('/v1/operations?limit=3')).body })
}

/** A refund by each way: to the card, to a given account, and to one that the payer enters. */
async function playRefunds(merchant: Merchant, keep: Keep, made: { card: string; store: string }): Promise<void> {
  const bodies = {
    refundToCard: [made.card, { amount: '25.00', reason: 'Talla equivocada' }],
    refundToAccount: [
      made.store,
      { amount: '50.00', destination: { clabe: '002010077777777771', name: 'Ana Núñez', email: 'ana@example.mx' } },
    ],
    refundAsked: [made.store, { amount: '20.00', destination: { email: 'ana@example.mx' } }],
  } as const
  for (const [name, [operation, request]] of Object.entries(bodies)) {
    const answer = await merchant.post(`/v1/operations/${operation}/refunds`, request)
    if (answer.status !== 200) throw new Error(`no refund: ${answer.text}`)
    keep(name, 'POST /v1/operations/{id}/refunds', { request, answer: answer.body })
  }
}

const written = JSON.stringify(await examples())
const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url))
const run = spawnSync(process.execPath, [biome, 'format', '--stdin-file-path=examples.json'], {
  input: written,
  encoding: 'utf8',
})
if (run.status !== 0) throw new Error(`the examples could not be formatted: ${run.stderr}`)
writeFileSync(EXAMPLES_FILE, run.stdout)
process.exit(0)
