// `cobro seed`: the sandbox gets a shop with history, the same one each time, and every audit of it holds.
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { runCommand } from '../../src/cli/developer/run.ts'
import { listeningOnBothEngines } from '../support/harness/listening.ts'
import { basic } from '../support/harness/world.ts'

const credential = `${SANDBOX_ACCOUNT.appKey}:${SANDBOX_ACCOUNT.secret}`

listeningOnBothEngines('the seeded shop', (world) => {
  const run = async (args: string[]) => {
    let out = ''
    const screen = new Writable({
      write: (chunk, _encoding, done) => {
        out += chunk
        done()
      },
    })
    const exit = await runCommand(args, {
      baseUrl: world().baseUrl,
      credential,
      nowMs: Date.now,
      cursorFile: '',
      screen: { out: screen, error: screen },
      signal: new AbortController().signal,
    })
    return { exit, out }
  }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
  const read = async (path: string): Promise<any> => {
    const headers = { authorization: basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret) }
    return ((await (await fetch(`${world().baseUrl}${path}`, { headers })).json()) as { result: object }).result
  }

  test('seed refuses a number of days that is none', async () => {
    for (const days of ['0', '91', '-3', '1.5', 'many', '1e1']) {
      const { exit, out } = await run(['seed', `--days=${days}`])
      assert.equal(exit, 2, days)
      assert.match(out, /from 1 to 90/)
    }
  })

  test('seed makes a month of payments, refunds, disputes, payouts and trouble, whose books are right', async () => {
    const { exit, out } = await run(['seed', '--days', '30', '--json'])
    assert.equal(exit, 0, out)
    for (const [state, least] of [
      ['N', 150],
      ['D', 5],
      ['P', 1],
      ['E', 5],
    ] as const) {
      const { total } = await read(`/v1/operations?status=${state}&limit=1`)
      assert.ok(total >= least, `${total} operations of state ${state}`)
    }
    const { disputes } = await read('/v1/disputes')
    assert.deepEqual(disputes.map(({ status }: { status: string }) => status).sort(), [
      'lost',
      'needs_response',
      'needs_response',
      'won',
    ])
    const { payouts } = await read('/v1/payouts')
    assert.equal(payouts.filter(({ status }: { status: string }) => status === 'returned').length, 1)
    assert.ok(payouts.length >= 15, `${payouts.length} payouts`)
    assert.equal((await read('/v1/refunds')).refunds.length, 3)
    const { payments } = await read('/v1/received-payments?outcome=suspended')
    assert.equal(payments.length, 1)
    const { webhooks } = await read('/v1/webhook')
    assert.equal(webhooks.length, 1)
    assert.equal((await read('/v1/sandbox/clock')).frozen, false, 'the clock goes on')
    assert.equal((await read('/v1/sandbox/audit')).clean, true)
  })
})
