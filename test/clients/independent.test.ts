// An integration in another language, written from the published contract alone, against a service that listens.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { listeningOnBothEngines } from '../support/harness/listening.ts'
import { testWith } from '../support/harness/programs.ts'

const CLIENT = fileURLToPath(new URL('independent.py', import.meta.url))

listeningOnBothEngines('Python and openssl make every call of the contract', (world) => {
  testWith(
    ['python3', 'openssl'],
    'login, token, customer, saved card, payment, list, reference, send, reversal, vouchers, plans',
    async () => {
      const merchant = await world().merchant()
      const run = promisify(execFile)
      const arguments_ = [CLIENT, world().baseUrl, merchant.appKey, merchant.secret]
      const { stdout } = await run('python3', arguments_, { env: { ...process.env, PYTHONIOENCODING: 'utf-8' } })

      assert.match(stdout, /All of it works\.\s*$/)
      assert.doesNotMatch(stdout, /4242424242424242/)
      const { body } = await merchant.get('/v1/operations')
      const methods = body.result.operations.map((one: Record<string, string>) => [one.payment_method, one.status])
      assert.deepEqual(methods.sort(), [
        ['OXX', 'P'],
        ['POS', 'C'],
        ['SPE', 'P'],
      ])
      await world().work()
      const { db } = world().service.store
      const sent = await db
        .selectFrom('messages')
        .select('state')
        .where('account_id', '=', merchant.accountId)
        .execute()
      assert.equal(sent.length, 2)
    },
  )
})
