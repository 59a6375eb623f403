// The promise: who pastes the commands of a guide into a shell, in the folder of the project, sees what the guide says.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { AT_ANY_HOUR } from '../../support/harness/listening.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

const run = promisify(execFile)
const root = new URL('../../..', import.meta.url)

/** What each line of JSON of a guide's commands must say, in their order. The clock is moved before webhooks wait to be tried again, since it would try them. */
const WALKS: Record<string, RegExp[]> = {
  'first-payment.md': [
    /"status_code":"pending"/,
    /"status_code":"pending"/,
    /"code":"InvalidParamException".*"description":"total must be at least 1.00"/,
    /"outcome":"settled"/,
    /"status":"N"/,
    /"account":"payable:merchant".*?"amount":"-143.74"/,
  ],
  'cards.md': [
    /"app_key":"pk_dev_/,
    /"status":true,"method":"CARD".*"transaction":"pedido-2001-/,
    /"status":false,"method":"CARD".*"payer_url":"http/,
    /"status":"P".*"payer_url":"http/,
    /"status":"N".*"authorized":{"amount":"100.00"/,
    /"promotions":\[{"months":3/,
    /"monthly_installments":3,"surcharge":{"amount":"52.20"/,
    /"PaymentException".*"code":"51".*"payer_message"/,
    /"method":"Reversal"/,
  ],
  'cash.md': [
    /"short_name":"7ELEVEN"/,
    /"status_code":"pending"/,
    /"outcome":"settled"/,
    /"method":"Reversal".*"status":"C"/,
    /"amount":"50.50".*"waits_for":"details"/,
  ],
  'spei.md': [
    /"bank_account_number":"646/,
    /"outcome":"returned","reason":"amount-differs"/,
    /"outcome":"settled"/,
    /"clabe":"646/,
    /"status_code":"pending"/,
    /"outcome":"settled"/,
    /"amount":"40.00".*"method":"transfer"/,
  ],
  'testing.md': [
    /"status":"N"/,
    /"status":"P"/,
    /"status":"N"/,
    /"frozen":true.*"finished":true/,
    /"status":"N"/,
    /"status":"E"/,
    /"frozen":false/,
    /"PaymentException".*"code":"54"/,
    /"status":"P".*"status":false/,
    /"clean":true/,
  ],
  'webhooks.md': [
    /"secret":"whsec_/,
    /"event":"evt_/,
    /"status_code":"pending"/,
    /"type":"operation.paid".*"status":"N"/,
    /"faults":{"duplicate":2,"wrong_signature":1}/,
    /"status_code":"pending"/,
    /"result":{"id":"whk_(?!.*"faults")/,
    /"outcome":"settled"/,
  ],
  'refunds.md': [/"amount":"50.00".*"method":"transfer"/, /"status":"N".*"refunded":{"amount":"50.00"/],
  'reconciliation.md': [
    /"status_code":"pending"/,
    /"content":"statement,1,sandbox-cash/,
    /"finding":"extra".*"became":"matched/,
  ],
  'disputes.md': [/"status":"needs_response"/, /"explanation"/, /"name":"recibo.png"/, /"status":"under_review"/],
  'moving.md': [
    /"connection":{"token":"/,
    /"operations":\[/,
    /"public_key":"/,
    /"method":"CARD".*"recipe":.*"total":{"amount":"10.50"/,
    /"alias":"avisos-/,
  ],
  'going-live.md': [
    /"app_key":"pk_dev_/,
    /"operations":\[/,
    /"trade_name":"Taller Ñandú"/,
    /"clabe":"/,
    /"payment_method":"OXX"/,
    /"success":true/,
    /"operations":\[/,
  ],
  // Last, because it moves the clock to the next month.
  'books.md': [
    /"entry":"[^"]*:paid".*"account":"payable:merchant","amount":"-143.74"/,
    /"lines":\[{.*"account":"payable:merchant".*"debit":null,"credit":"/,
    /"code":"1107-005","name":"Cobro, por liquidar","default":false/,
    /"account_code":"1107-005".*"debit":"[\d.]+","credit":null/,
    /"finished":true/,
    /"month":"\d{4}-\d\d","status":"clos(ing|ed)"/,
    /"month":"\d{4}-\d\d","status":"clos(ing|ed)"/,
  ],
}

describe('the commands of the guides work when pasted', () => {
  let world: World
  let base = ''
  before(async () => {
    // A charge that is never answered is waited for; ten seconds of it prove no more than one.
    world = await openWorld(ENGINES[0] ?? 'sqlite', { BASE_URL: '', ...AT_ANY_HOUR, ACQUIRER_TIMEOUT_MS: '1000' })
    base = await world.service.listen()
  })
  after(() => world.service.close())

  for (const [guide, says] of Object.entries(WALKS)) {
    test(guide, async () => {
      const text = readFileSync(new URL(`docs/guides/${guide}`, root), 'utf8')
      const blocks = [...text.matchAll(/<!-- walk -->\n```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
      const { stdout } = await run('bash', ['-c', ['set -eo pipefail', ...blocks].join('\n')], {
        cwd: root,
        env: { ...process.env, COBRO: base, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
      })
      const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
      assert.equal(lines.length, says.length, stdout)
      for (const [index, expected] of says.entries()) assert.match(lines[index] ?? '', expected)
    })
  }
})
after(stopPostgres)
