import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { settings } from '../../../src/config/settings.ts'
import { Faults } from '../../../src/events/webhooks/faults.ts'
import { type Arrival, openReceiver } from '../../support/fixtures/receiver.ts'
import { listeningOnBothEngines } from '../../support/harness/listening.ts'
import { testWith } from '../../support/harness/programs.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const run = promisify(execFile)
const read = (name: string) => readFileSync(new URL(`../../../docs/guides/${name}`, import.meta.url), 'utf8')

/** The code blocks of a guide that follow `before`. */
const blocksOf = (name: string, before: string) => [
  ...read(name).matchAll(new RegExp(`${before}\\n([\\s\\S]*?)\`\`\``, 'g')),
]

/** Writes the one block of a language into a file of its own. */
function sample(language: string, fileName: string): string {
  const [only, ...others] = blocksOf('webhooks.md', `\`\`\`${language}`)
  assert.ok(only && others.length === 0)
  const file = join(mkdtempSync(join(tmpdir(), 'cobro-guide-')), fileName)
  writeFileSync(file, only[1] ?? '')
  return file
}

/** A webhook as it came, and the same altered in every way that matters. */
function variants(arrival: Arrival): { headers: Record<string, string>; body: string; genuine: boolean }[] {
  const { headers, body } = arrival
  const changed = (change: Record<string, string>) => ({ headers: { ...headers, ...change }, body, genuine: false })
  const old = String(Number(headers['webhook-timestamp']) - 301)
  return [
    { headers, body, genuine: true },
    changed({ 'webhook-id': 'evt_other' }),
    changed({ 'webhook-timestamp': old }),
    changed({ 'webhook-timestamp': 'soon' }),
    changed({ 'webhook-signature': 'v1,AAAA' }),
    changed({ 'webhook-signature': '' }),
    // What raises errors in one language or the other.
    changed({ 'webhook-signature': 'v1,é' }),
    changed({ 'webhook-signature': `v1,${'ñ'.repeat(44)}` }),
    changed({ 'webhook-timestamp': '²' }),
    changed({ 'webhook-timestamp': '9'.repeat(5_000) }),
    { headers, body: body.replace('100.00', '900.00'), genuine: false },
    { headers: { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }, body, genuine: true },
  ]
}

onBothEngines('the guides are true', (world) => {
  const delivered = async (merchant: Merchant) => {
    const receiver = await openReceiver()
    const made = await merchant.post('/v1/webhook', { url: receiver.url })
    await merchant.post('/v1/payment/spei', { total: 100, payment: { reference: { description: 'Ñandú' } } })
    await world().work()
    await receiver.close()
    const [arrival] = receiver.arrivals
    assert.ok(arrival)
    return { secret: made.body.result.secret as string, arrival }
  }

  test('webhooks.md: its Node code verifies genuine webhooks, and refuses all others', async () => {
    const { secret, arrival } = await delivered(await world().merchant())
    const { isGenuine } = await import(pathToFileURL(sample('js', 'verify.mjs')).href)
    for (const { headers, body, genuine } of variants(arrival)) {
      assert.equal(isGenuine(secret, headers, body), genuine, JSON.stringify(headers))
      assert.equal(isGenuine(secret, headers, Buffer.from(body)), genuine)
    }
    assert.equal(isGenuine(secret, {}, '{}'), false)
  })

  testWith(['python3'], 'webhooks.md: its Python verifies what comes, and nothing else', async () => {
    const { secret, arrival } = await delivered(await world().merchant())
    const code = `${readFileSync(sample('py', 'verify.py'), 'utf8')}
import json, sys
for one in json.loads(sys.argv[2]):
    print(is_genuine(sys.argv[1], one["headers"], one["body"].encode()))
print(is_genuine(sys.argv[1], {}, b"{}"))`
    const tried = variants(arrival)
    const { stdout } = await run('python3', ['-c', code, secret, JSON.stringify(tried)])
    const wanted = [...tried.map(({ genuine }) => genuine), false].map((genuine) => (genuine ? 'True' : 'False'))
    assert.deepEqual(stdout.trim().split('\n'), wanted)
  })

  testWith(['php'], 'webhooks.md: its PHP verifies what comes, and nothing else', async () => {
    const { secret, arrival } = await delivered(await world().merchant())
    const code = `${readFileSync(sample('php', 'verify.php'), 'utf8')}
foreach (json_decode($argv[2], true) as $one) echo is_genuine($argv[1], $one['headers'], $one['body']) ? 'yes' : 'no', "\\n";
echo is_genuine($argv[1], [], '{}') ? 'yes' : 'no';`
    const tried = variants(arrival)
    const { stdout } = await run('php', ['-r', code, '--', secret, JSON.stringify(tried)])
    const wanted = [...tried.map(({ genuine }) => genuine), false].map((genuine) => (genuine ? 'yes' : 'no'))
    assert.deepEqual(stdout.trim().split('\n'), wanted)
  })

  test('webhooks.md: its table has every fault', () => {
    const named = [...read('webhooks.md').matchAll(/^\| `(\w+)` \| /gm)].map((match) => match[1])
    for (const fault of Object.keys(Faults.properties)) assert.ok(named.includes(fault), fault)
  })

  test('set-up.md and operate.md: their metrics and their settings exist', async () => {
    const guide = read('set-up.md') + read('operate.md')
    const metrics = [...guide.matchAll(/`(cobro_\w+)`/g)].map((match) => match[1] ?? '')
    assert.ok(metrics.length >= 20)
    const { text } = await world().send({ method: 'GET', url: '/metrics' })
    for (const metric of metrics) assert.ok(text.includes(`# HELP ${metric} `), metric)
    const named = [...guide.matchAll(/^([A-Z_]+)=|`([A-Z]+(?:_[A-Z]+)+)=?`/gm)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
    assert.ok(named.length >= 20)
    for (const name of named) assert.ok(Object.hasOwn(settings, name), name)
  })
})

listeningOnBothEngines('the guide to a voucher’s life works when pasted', (world) => {
  test('vouchers-and-the-clock.md: every step gives the result that the page shows', async () => {
    const blocks = blocksOf('vouchers-and-the-clock.md', '<!-- walk -->\\n```sh').map((match) => match[1] ?? '')
    const script = ['set -eo pipefail', ...blocks].join('\n')
    const { stdout } = await run('bash', ['-c', script], { env: { ...process.env, COBRO: world().baseUrl } })
    const answers = stdout.split('\n').filter((line) => line.startsWith('{'))
    const [issued, short, paid, settled, moved, expired, late, events, resumed, ...more] = answers.map(
      (line) => JSON.parse(line).result,
    )
    assert.equal(more.length, 0)
    assert.deepEqual([issued.status, issued.status_code], [2, 'pending'])
    assert.deepEqual([short.outcome, short.reason, short.operation.status], ['suspended', 'amount-differs', 'P'])
    assert.deepEqual([paid.outcome, paid.operation.status, settled.status], ['settled', 'N', 'N'])
    assert.ok(moved.frozen && moved.finished && moved.steps >= 1)
    assert.equal(expired.status, 'E')
    assert.deepEqual([late.outcome, late.reason, late.return.amount.amount], ['returned', 'expired', '99.90'])
    // The bank may have the return already.
    const types = events.events.map((event: { type: string }) => event.type)
    assert.deepEqual(
      types.filter((type: string) => type !== 'refund.sent'),
      ['payment.returned', 'operation.expired', 'voucher.issued'],
    )
    assert.equal(resumed.frozen, false)
  })
})
