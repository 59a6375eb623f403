// The promise: the programs beside the commands of a guide, as its page shows them, do what the commands do, when they are run one after another.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe } from 'node:test'
import { promisify } from 'node:util'
import type { Program } from '../../../src/documents/samples/literals.ts'
import { AT_ANY_HOUR } from '../../support/harness/listening.ts'
import { testWith } from '../../support/harness/programs.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

const run = promisify(execFile)
const root = new URL('../../..', import.meta.url)

/** What the programs of a guide print, in their order. */
const SAYS: Record<string, RegExp[]> = {
  'README.md': [
    /"kind":"barcode"/,
    /"kind":"clabe"/,
    /"outcome":"settled"/,
    /"name":"Ana Núñez".*"sources":\[\{/,
    /"name":"Ana Núñez Ortiz"/,
    /^"crd_/,
    /"status":true,"method":"CARD".*"transaction":"pedido-1003-/,
    /"operations":\[\{/,
    /"number":"1003"/,
    /^\{"success":true\}$/,
    /"method":"Reversal".*"status":"C"/,
    /"plans":\[/,
  ],
  'first-payment.md': [
    /"status_code":"pending"/,
    /"status_code":"pending"/,
    /"code":"InvalidParamException"/,
    /"outcome":"settled"/,
    /"status":"N"/,
    /"account":"payable:merchant".*?"amount":"-\d+\.\d\d"/,
  ],
  'cards.md': [
    /"app_key":"pk_dev_/,
    /^"tok_/,
    /"status":true,"method":"CARD".*"transaction":"pedido-2001-/,
    /"status":false,"method":"CARD".*"payer_url":"http/,
    /"status":"P".*"payer_url":"http/,
    /"status":"N".*"total":{"amount":"60.00".*"authorized":{"amount":"100.00"/,
    /^"crd_/,
    /"promotions":\[{"months":3/,
    /"monthly_installments":3,"surcharge":{"amount":"52.20"/,
    /"PaymentException".*"code":"51"/,
    /"method":"Reversal".*"status":"C"/,
  ],
  'checkout.md': [
    /"id":"chk_.*"status":"open"/,
    /"id":"chk_.*"status":"open"/,
    /"checkouts":\[{"id":"chk_/,
    /"status":"cancelled"/,
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
  'webhooks.md': [
    /"secret":"whsec_/,
    /"event":"evt_/,
    /"status_code":"pending"/,
    /"type":"operation.paid"/,
    /"faults":\{"duplicate":2,"wrong_signature":1\}/,
    /"status_code":"pending"/,
    /"result":\{"id":"whk_(?!.*"faults":\{")/,
    /"outcome":"settled"/,
  ],
  'refunds.md': [/"amount":"50.00".*"method":"transfer"/, /"status":"N".*"refunded":{"amount":"50.00"/],
  'moving.md': [
    /"connection":{"token":"/,
    /"operations":\[/,
    /"public_key":"/,
    /"method":"CARD".*"total":{"amount":"10.50"/,
    /"alias":"avisos-/,
  ],
  'going-live.md': [
    /"app_key":"pk_dev_/,
    /"operations":\[/,
    /"trade_name":"Taller Ñandú"|"trade_name":"Taller \\u00d1and\\u00fa"/,
    /"clabe":"/,
    /"payment_method":"OXX"/,
    /"date":"\d{4}-\d\d-\d\d"/,
    /"operations":\[/,
  ],
  'disputes.md': [/"status":"needs_response"/, /"explanation"/, /"name":"recibo.png"/, /"status":"under_review"/],
  'vouchers-and-the-clock.md': [
    /"status_code":"pending"/,
    /"outcome":"suspended"/,
    /"outcome":"settled"/,
    /"status":"N"/,
    /"frozen":true/,
    /"status":"E"/,
    /"outcome":"returned","reason":"expired"/,
    /"events":\[/,
    /"frozen":false/,
  ],
  'testing.md': [
    /"status":"N"/,
    /"status":"P"/,
    /"status":"N"/,
    /"frozen":true/,
    /"status":"N"/,
    /"status":"E"/,
    /"frozen":false/,
    /"PaymentException".*"code":"54"/,
    /"status":"P".*"status":false/,
    /"clean":true/,
  ],
  'books.md': [
    /"entry":"[^"]*:paid".*"account":"payable:merchant"/,
    /"lines":\[{.*"account":"payable:merchant"/,
    /"code":"1107-005","name":"Cobro, por liquidar"/,
    /"account_code":"1107-005"/,
    /"finished":true/,
    /"month":"\d{4}-\d\d","status":"clos(ing|ed)"/,
    /"month":"\d{4}-\d\d","status":"clos(ing|ed)"/,
  ],
}

/** Each of these has a world of its own: what other guides have left would fall due when it moves the clock, and a call moves it for some seconds only. */
const MOVING_THE_CLOCK = ['vouchers-and-the-clock.md', 'testing.md', 'books.md']

interface Run {
  command: string
  file: string
  begin: string
}

/** How a program is run, and what its output becomes, so that each printed value is a line of JSON. */
const RUNS: Record<Program, Run> = {
  node: {
    command: process.execPath,
    file: 'guide.mjs',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program.
    begin: 'console.log = (value) => process.stdout.write(`${JSON.stringify(value)}\\n`)\n',
  },
  python: {
    command: 'python3',
    file: 'guide.py',
    begin:
      'import sys as _sys, json as _json\nprint = lambda value: _sys.stdout.write(_json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\\n")\n',
  },
  php: {
    command: 'php',
    file: 'guide.php',
    begin:
      '<?php\nnamespace Guide;\nfunction print_r($value) { echo json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), "\\n"; }\n',
  },
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&#34;': '"',
  '&#39;': "'",
  '&#60;': '<',
  '&#62;': '>',
  '&#38;': '&',
}

const others = Object.keys(SAYS).filter((guide) => !MOVING_THE_CLOCK.includes(guide))
for (const guides of [others, ...MOVING_THE_CLOCK.map((guide) => [guide])])
  describe(`the programs of ${guides.length > 1 ? 'the guides' : guides[0]} work when they are run`, () =>
    ofGuides(guides))

function ofGuides(guides: string[]): void {
  let world: World
  let base = ''
  const folder = mkdtempSync(join(tmpdir(), 'cobro-programs-'))
  before(async () => {
    // A charge that is never answered is waited for; ten seconds of it prove no more than one.
    world = await openWorld('sqlite', { BASE_URL: '', ...AT_ANY_HOUR, ACQUIRER_TIMEOUT_MS: '1000' })
    base = await world.service.listen()
  })
  after(async () => {
    await world.service.close()
    rmSync(folder, { recursive: true })
  })

  /** The samples of one language on the page of a guide, and how many samples the page has in any language. */
  const samplesOf = async (guide: string, program: Program | 'curl', lang: string) => {
    const path = guide === 'README.md' ? guide : `docs/guides/${guide}`
    const page = await (await fetch(`${base}/docs/pages/${path}?lang=${lang}`)).text()
    const texts = [...page.matchAll(new RegExp(`<pre[^>]* data-program="${program}"[^>]*><code>([^<]*)</code>`, 'g'))]
    return texts.map(([, text = '']) => text.replace(/&#\d+;/g, (one) => CHARACTERS[one] ?? one))
  }

  for (const guide of guides) {
    const says = SAYS[guide] ?? []
    for (const [language, { command, file, begin }] of Object.entries(RUNS)) {
      testWith(language === 'node' ? [] : [command], `${guide} in ${language}`, async () => {
        const parts = await samplesOf(guide, language as Program, 'en')
        assert.deepEqual(await samplesOf(guide, language as Program, 'es'), parts, 'the Spanish page has the same')
        const place = join(folder, file)
        writeFileSync(place, begin + parts.join('\n'))
        const { COBRO: _, ...env } = process.env
        const { stdout } = await run(command, [place], {
          cwd: root,
          env: { ...env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
        })
        const lines = stdout.trimEnd().split('\n')
        assert.equal(lines.length, says.length, stdout)
        for (const [index, expected] of says.entries()) assert.match(lines[index] ?? '', expected)
      })
    }
  }
}
