// The commands for integrators against a service that really listens: what they do, print and end with.
import assert from 'node:assert/strict'
import { mkdtempSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { verifyWebhook } from '../../client/src/webhooks.ts'
import { recipes } from '../../src/cli/developer/recipes/all.ts'
import { runCommand } from '../../src/cli/developer/run.ts'
import { eventTypes } from '../../src/event-types.ts'
import { listeningOnBothEngines } from '../support/harness/listening.ts'
import type { Merchant } from '../support/harness/world.ts'

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const cleanups: (() => void)[] = []
after(() => {
  for (const close of cleanups) close()
})

interface Printed {
  exit: number
  out: string
  error: string
}

/** These come last: the sandbox has one clock. */
const MOVES_THE_CLOCK = [
  'operation.expired',
  'checkout.expired',
  'payout.paid',
  'payout.failed',
  'payout.returned',
  'refund.returned',
  'books.head',
  'fees.month_closed',
  'ledger.month_closed',
  'affiliate.payout_paid',
  'affiliate.payout_failed',
  'affiliate.payout_returned',
]

const nothing = (): Printed => ({ exit: -1, out: '', error: '' })

const json = (printed: Printed) =>
  printed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** A receiver that notes what it gets from genuine webhooks, and answers as the test sets it. */
async function receiver(answer: (type: string) => number = () => 200) {
  const received: { id: string; type: string; data: { transaction?: string } }[] = []
  const server = createServer(async (request, response) => {
    const payload = Buffer.concat(await request.toArray())
    const headers = request.headers as Record<string, string>
    const webhook = await verifyWebhook<{ transaction?: string }>({ payload, headers, secret })
    response.statusCode = answer(webhook.type)
    received.push(webhook)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('there is a recipe for every event but the ping, which a webhook’s own test sends, and what takes an outage or an empty account', () => {
  // Nobody stamps invoices in a sandbox.
  const stamped = ['fees.invoice_stamped', 'fees.invoice_refused']
  const withoutRecipe: string[] = [
    'webhook.ping',
    'plan.charge_skipped',
    'operation.reversal_refused',
    'operation.capture_refused',
    'refund.waiting',
    // A debt needs a dispute that is lost after its payment was paid out.
    'claim.opened',
    'claim.reminder',
    'claim.settled',
    ...stamped,
  ]
  assert.deepEqual(Object.keys(recipes).sort(), eventTypes.filter((type) => !withoutRecipe.includes(type)).sort())
})

listeningOnBothEngines(
  'the command line drives the sandbox',
  (world) => {
    const commandOf =
      (merchant: Merchant, cursorFile = join(mkdtempSync(join(tmpdir(), 'cobro-cli-')), 'listen.json')) =>
      async (args: string[], signal = new AbortController().signal, printed = nothing()): Promise<Printed> => {
        const into = (name: 'out' | 'error') =>
          new Writable({
            write: (chunk, _encoding, done) => {
              printed[name] += chunk
              done()
            },
          })
        printed.exit = await runCommand(args, {
          baseUrl: world().baseUrl,
          credential: `${merchant.appKey}:${merchant.secret}`,
          nowMs: Date.now,
          cursorFile,
          screen: { out: into('out'), error: into('error') },
          signal,
        })
        return printed
      }

    /** Runs `listen` until it has printed `last`; what happens `meanwhile` happens once it listens. */
    const listenUntil = async (
      cobro: ReturnType<typeof commandOf>,
      args: string[],
      last: string,
      meanwhile = async () => {},
    ): Promise<Printed> => {
      const ending = new AbortController()
      const printed = nothing()
      const running = cobro(['listen', '--secret', secret, ...args], ending.signal, printed)
      await until(() => printed.out !== '')
      await meanwhile()
      await until(() => printed.out.includes(last))
      ending.abort()
      return running
    }

    test('pay charges a card from end to end, and says why when it is declined', async () => {
      const merchant = await world().merchant()
      const cobro = commandOf(merchant)
      const paid = await cobro(['pay', '4242 4242 4242 4242', '99.90', '--with', 'reference=R-1', '--json'])
      assert.equal(paid.exit, 0)
      assert.equal(paid.error, '', 'nothing but objects')
      const { body } = await merchant.get('/v1/operations/reference/R-1')
      assert.deepEqual(json(paid), [body.result])
      assert.equal(body.result.total.amount, '99.90')

      const declined = await cobro(['pay', '4111111111111111', '10'])
      assert.equal(declined.exit, 1)
      assert.match(declined.out, /declined with 51/)
      assert.doesNotMatch(declined.out, /\p{Cc}\[/u, 'no colours but on a terminal')
      assert.doesNotMatch(paid.out + declined.out + declined.error, /4242424242424242|4111111111111111/)
    })

    for (const type of Object.keys(recipes)) {
      if (MOVES_THE_CLOCK.includes(type)) continue
      test(`trigger makes ${type} happen`, async () => {
        const merchant = await world().merchant()
        const printed = await commandOf(merchant)(['trigger', type, '--json'])
        assert.equal(printed.exit, 0, printed.out)
        const [event] = json(printed)
        assert.equal(event.type, type)
        const { body } = await merchant.get(`/v1/events/${event.id}`)
        assert.equal(body.result.type, type)
      })
    }

    test('trigger accepts the given fields, and names the possible ones', async () => {
      const cobro = commandOf(await world().merchant())
      const [event] = json(
        await cobro(['trigger', 'operation.paid', '--json', '--with', 'method=store', '--with', 'amount=12.50']),
      )
      assert.equal(event.data.payment_method, 'OXX')
      assert.equal(event.data.total.amount, '12.50')
      const wrong = await cobro(['trigger', 'operation.paid', '--with', 'colour=red'])
      assert.equal(wrong.exit, 2)
      assert.match(wrong.out, /the fields are .*amount/)
      assert.equal((await cobro(['trigger', 'nothing.at.all'])).exit, 2)
    })

    test('listen brings events in order, and the next run continues where the last one stopped', async () => {
      const file = join(mkdtempSync(join(tmpdir(), 'cobro-cli-')), 'listen.json')
      const cobro = commandOf(await world().merchant(), file)
      const { url, received } = await receiver()
      await cobro(['trigger', 'customer.created'])
      const first = await listenUntil(cobro, ['--forward-to', url, '--from', 'start'], 'customer.created')
      assert.equal(first.exit, 0)
      assert.equal(statSync(file).mode & 0o777, 0o600, 'it keeps a secret')
      // What happens while nobody listens is not lost.
      await cobro(['trigger', 'operation.cancelled'])
      await listenUntil(cobro, ['--forward-to', url], 'plan.created', async () => {
        await cobro(['trigger', 'plan.created'])
      })
      const types = received.map(({ type }) => type)
      assert.deepEqual(types, ['customer.created', 'operation.paid', 'operation.cancelled', 'plan.created'])
    })

    test('listen from now leaves out earlier events, and forwards only the requested types', async () => {
      const cobro = commandOf(await world().merchant())
      const { url, received } = await receiver()
      await cobro(['trigger', 'operation.paid'])
      const args = ['--forward-to', url, '--events', 'operation.paid,customer.created']
      await listenUntil(cobro, args, 'customer.created', async () => {
        await cobro(['trigger', 'voucher.issued'])
        await cobro(['trigger', 'customer.created'])
      })
      assert.deepEqual(
        received.map(({ type }) => type),
        ['customer.created'],
      )
    })

    test('listen tries a refused event again, then continues', async () => {
      const cobro = commandOf(await world().merchant())
      const { url, received } = await receiver((type) => (type === 'customer.created' ? 500 : 200))
      await cobro(['trigger', 'customer.updated'])
      const printed = await listenUntil(cobro, ['--forward-to', url, '--from', 'start', '--json'], 'customer.updated')
      const outcomes = json(printed).map(({ type, status }) => [type, status])
      assert.deepEqual(outcomes.slice(1), [
        ['customer.created', 500],
        ['customer.updated', 200],
      ])
      assert.equal(received.filter(({ type }) => type === 'customer.created').length, 3)
    })

    test('an unreachable service, a wrong credential and a wrong option each end with their own code', async () => {
      const merchant = await world().merchant()
      const cobro = commandOf({ ...merchant, secret: 'wrong' })
      assert.equal((await cobro(['pay', '4242424242424242', '10'])).exit, 1)
      assert.equal((await cobro(['pay', '4242424242424242'])).exit, 2)
      assert.equal((await cobro(['pay', '--colour'])).exit, 2)
      assert.equal((await cobro(['listen'])).exit, 2)
      assert.equal((await cobro(['doctor', 'http://127.0.0.1/'])).exit, 2)
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      await new Promise((resolve) => server.close(resolve))
      const silent = await cobro(['pay', '4242424242424242', '10', '--json', '--url', `http://127.0.0.1:${port}`])
      assert.equal(silent.exit, 3)
      assert.equal(json(silent)[0].error.code, 'unreachable')
    })

    for (const type of MOVES_THE_CLOCK) {
      test(`trigger lets time pass for ${type}`, async () => {
        const printed = await commandOf(await world().merchant())(['trigger', type, '--json'])
        assert.equal(printed.exit, 0, printed.out)
        assert.equal(json(printed)[0].type, type)
      })
    }
  },
  { ATTACK_LIMITS: 'on' },
)
