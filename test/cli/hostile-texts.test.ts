// What networks, merchants and their customers wrote is shown at a terminal and never obeyed by it, whichever command prints it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { processActor, trailWrite } from '../../src/accounts/trail/record.ts'
import { keepReport } from '../../src/reconciliation/notices/unread.ts'
import { update } from '../../src/store/write.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

/** Clears the screen, writes the clipboard, in the seven-bit and the eight-bit form; deletes, goes back, turns the direction of writing. */
const HOSTILE = 'a\u001b[2J\u001b]52;c;cm0=\u0007\u009b2J\u009d0;t\u009c\u0008\u007f\r\u202e\u200f\u200e\u061c\u2067b'
/** Lines and columns may part what is shown; nothing else may reach a terminal. */
const OBEYED = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

test('no command prints control sequences from others’ texts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-others-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const world = await openWorld('sqlite', { DATABASE_URL: url })
  try {
    const merchant = await world.merchant()
    const { clock, store } = world.service
    const hook = await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/x' })
    const { accountId } = merchant
    await store.commit([
      update('accounts', { name: `${HOSTILE}\nacc_forged\tx` }, { id: accountId }),
      update('webhook_endpoints', { url: HOSTILE, failing_since: clock.now() }, { id: hook.body.result.id }),
      trailWrite(clock, processActor(HOSTILE as never), {
        accountId,
        action: 'person.acted',
        subject: HOSTILE,
        after: { said: HOSTILE },
      }),
    ])
    const hostile = { network: HOSTILE, call: HOSTILE, detail: `${HOSTILE}\nforged\tx`, text: HOSTILE }
    await keepReport(world.service, { ...hostile, why: 'unreadable' })
    const { id } = await store.db.selectFrom('unread_reports').select('id').executeTakeFirstOrThrow()
    const log = join(folder, 'log')
    const entry = {
      level: 30,
      time: HOSTILE,
      msg: 'request',
      method: HOSTILE,
      route: HOSTILE,
      error: HOSTILE,
      account: 'a',
    }
    writeFileSync(log, `${JSON.stringify(entry)}\n${JSON.stringify({ ...entry, level: HOSTILE, msg: HOSTILE })}\n`)

    const cobro = async (...words: string[]) => ({
      words: words.join(' '),
      ...(await runCobro(words, { DATABASE_URL: url, DATA_DIR: folder, NO_COLOR: '1' })),
    })
    const calls = [['held'], ['trail'], ['status'], ['accounts'], ['open'], ['logs', log]]
    for (const words of calls) {
      const [plain, json] = await Promise.all([cobro(...words), cobro(...words, '--json')])
      for (const { words: text, out, error } of [plain, json]) assert.doesNotMatch(`${out}${error}`, OBEYED, text)
      assert.ok(plain.out.includes('2J'), `${plain.words} shows it: ${plain.out}${plain.error}`)
      assert.doesNotMatch(plain.out, /^(acc_)?forged/m, 'no cell begins a line')
      const lines = json.out.trim().split('\n')
      assert.ok(JSON.stringify(lines.map((line) => JSON.parse(line))).includes('2J'), 'and it is JSON')
    }
    const shown = await cobro('held', 'show', id)
    assert.equal(shown.out, `${HOSTILE.replace(/\p{Cc}|[\u061c\u200e\u200f\u202e\u2067]/gu, '�')}\n`)
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
