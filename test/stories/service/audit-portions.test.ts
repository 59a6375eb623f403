// An audit reads each row once: of one account, too, a portion begins where the last one ended, and not at the account's first row.
import assert from 'node:assert/strict'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fill } from '../../../bench/fill.ts'
import { SANDBOX_ACCOUNT } from '../../../src/accounts/open-account.ts'
import { newDatabaseUrl } from '../../support/harness/engines.ts'
import { basic, openWorld } from '../../support/harness/world.ts'

/** More than two portions. */
const OPERATIONS = 1_200

test('a portion of an audit of one account begins where the last one ended [sqlite]', async (t) => {
  const url = await newDatabaseUrl('sqlite', { migrated: true })
  await fill(url, OPERATIONS, Date.now())
  const world = await openWorld('sqlite', { DATABASE_URL: url })
  t.after(() => world.close())
  const texts = new Set<string>()
  const { all } = StatementSync.prototype
  t.after(() => {
    StatementSync.prototype.all = all
  })
  StatementSync.prototype.all = function (...values) {
    if (/ limit /.test(this.sourceSQL)) texts.add(this.sourceSQL)
    return all.apply(this, values as never)
  }
  const answer = await world.send({
    method: 'GET',
    url: '/v1/sandbox/audit',
    headers: { authorization: basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret) },
  })
  assert.equal(answer.status, 200, answer.text)
  StatementSync.prototype.all = all
  const database = new DatabaseSync(fileURLToPath(url), { readOnly: true })
  t.after(() => database.close())
  const behind = [...texts].filter((text) => /(?:\)|") > \(?\?/.test(text) && / across accounts: audit /.test(text))
  assert.ok(behind.length >= 4, texts.size.toString())
  const plans = behind.map((text) => ({
    text,
    plan: database
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail)),
  }))
  assert.deepEqual(
    plans.filter(({ plan }) => !plan.some((step) => /^SEARCH .*[>]/.test(step) && !/TEMP B-TREE/.test(step))),
    [],
  )
})
