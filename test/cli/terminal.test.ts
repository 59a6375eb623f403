// The terminal helps: every command explains itself, a typo gets the nearest word, shells complete, a log is readable, the status is shown.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { readArguments } from '../../src/cli/arguments.ts'
import { manual, optionsOf } from '../../src/cli/manual/commands.ts'
import { completionText } from '../../src/cli/manual/completion.ts'
import { helpText, pageText } from '../../src/cli/manual/help.ts'
import { optionMeaning } from '../../src/cli/manual/options.ts'
import { aligned, withMexicoCityTimes } from '../../src/cli/terminal/columns.ts'
import { chooseLanguage } from '../../src/cli/terminal/speech.ts'
import { nearest } from '../../src/core/language/nearest-word.ts'
import { writeClockState } from '../../src/store/clock-state.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import { PROGRAM, runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

function cobro(args: string[], env: Record<string, string> = {}, input = '') {
  const run = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    input,
    env: { ...process.env, ...env },
  })
  return { exit: run.status, out: run.stdout, error: run.stderr }
}

test('every command has a page with its options and a valid example', () => {
  for (const [name, { examples, options = [] }] of Object.entries(manual)) {
    const text = pageText(name)
    for (const option of optionsOf(name)) assert.ok(text.includes(`--${option}`) && optionMeaning(option) !== '', name)
    assert.ok(examples.length > 0, name)
    for (const example of examples.filter((one) => /^cobro [^|>"]*$/.test(one))) {
      assert.doesNotThrow(() => readArguments(example.split(' ').slice(1)), example)
    }
    assert.ok(options.includes('json') || ['serve', 'completion'].includes(name), `${name} does not take --json`)
    if (manual[name]?.summary !== 'the same') assert.ok(helpText().includes(`cobro ${name}`), name)
  }
})

test('the terminal speaks Spanish where the machine does or --lang says so, and English elsewhere', () => {
  for (const [argv, locale, language] of [
    [['status'], '', 'en'],
    [['status'], 'C.UTF-8', 'en'],
    [['status'], 'es_MX.UTF-8', 'es'],
    [['status'], 'est_EE', 'en'],
    [['status', '--lang', 'en'], 'es_MX', 'en'],
    [['status', '--lang=es'], 'en_US', 'es'],
  ] as const) {
    assert.equal(chooseLanguage(argv, locale), language, `${argv.join(' ')} ${locale}`)
  }
  chooseLanguage([], 'es_MX')
  for (const [name, { es }] of Object.entries(manual)) {
    const text = pageText(name)
    assert.ok(text.includes(es) && text.includes('Opciones:') && text.includes('Ejemplos:'), name)
    for (const option of optionsOf(name)) assert.ok(text.includes(optionMeaning(option)), `${name} --${option}`)
  }
  const spanish = new Set(Object.keys(manual).flatMap((name) => optionsOf(name).map(optionMeaning)))
  assert.match(helpText(), /^Uso: cobro/)
  chooseLanguage([], 'en_US')
  for (const name of Object.keys(manual))
    for (const option of optionsOf(name)) assert.ok(!spanish.has(optionMeaning(option)), `--${option} has no Spanish`)

  const typed = cobro(['adit', '--lang', 'es'])
  assert.equal(typed.exit, 2)
  assert.match(typed.error, /^no hay un comando adit: ¿quisiste decir audit\?\nVe cobro help/)
  const seen = cobro(['help', 'seed'], { LC_ALL: '', LC_MESSAGES: '', LANG: 'es_MX.UTF-8' })
  assert.match(seen.out, /llena el sandbox/)
  assert.match(cobro(['help', '--lang', 'fr']).error, /--lang is es or en/)
  const lacking = cobro(['audit', '--lang', 'es'], { DATABASE_URL: 'file:/none/cobro.db' })
  assert.equal(lacking.exit, 2)
  assert.equal(
    lacking.error,
    'No hay una base de datos en file:/none/cobro.db: mira DATABASE_URL y DATA_DIR, o haz una con cobro migrate.\n',
  )
})

test('a terminal shows aligned columns and times of Mexico City, and loses nothing of a cell', () => {
  assert.deepEqual(aligned(['a\tbb\tc', 'aaaa\tb\tccc', 'a line']), ['a     bb  c', 'aaaa  b   ccc', 'a line'])
  assert.equal(withMexicoCityTimes('since 2026-11-26T14:20:19.123Z, until'), 'since 2026-11-26 08:20:19, until')
  assert.equal(withMexicoCityTimes('at 2026-99-99T99:99:99Z'), 'at 2026-99-99 99:99:99')
  fc.assert(
    fc.property(
      fc.array(
        fc.array(
          fc.string({ maxLength: 60 }).map((text) => text.replace(/\s/g, '_')),
          { minLength: 1, maxLength: 5 },
        ),
      ),
      (rows) => {
        const shown = aligned(rows.map((cells) => cells.join('\t')))
        for (const [at, cells] of rows.entries()) {
          let from = 0
          for (const cell of cells) {
            const place = shown[at]?.indexOf(cell, from) ?? -1
            assert.ok(place >= 0, cell)
            from = place + cell.length
          }
        }
      },
    ),
  )
})

test('a typo gets the likely command, and a text far from every command gets no guess', () => {
  for (const [typed, meant] of [
    [['adit'], /no command adit: did you mean audit\?/],
    [['keys', 'rotat'], /does not take rotat: did you mean rotate\?/],
    [['audit', '--jsn'], /no option --jsn: did you mean --json\?/],
    [['listen', '--forwrd', 'x'], /no option --forwrd: did you mean --forward-to\?/],
    [['xylophone'], /no command xylophone$/],
  ] as const) {
    assert.throws(() => readArguments(typed), { message: meant })
  }
  assert.equal(nearest('atduiaaa', ['audit']), undefined)
})

test('a missing word is named, with all that the command takes', () => {
  for (const [typed, missing] of [
    [['reconcile'], /^FILE is missing: cobro reconcile FILE$/],
    [
      ['accounts', 'fee', 'acc_1', 'POS'],
      /^PERCENT is missing: cobro accounts fee ACCOUNT METHOD PERCENT \[FIXED \[DISPUTE\]\]$/,
    ],
    [['pay', '4242424242424242'], /^AMOUNT is missing: cobro pay CARD AMOUNT$/],
  ] as const) {
    assert.throws(() => readArguments(typed), { message: missing })
  }
  for (const typed of [[], ['logs'], ['help'], ['accounts', 'fee', 'acc_1', 'POS', '3.6']]) readArguments(typed)
  const unknown = cobro(['trigger', 'operation.pad'])
  assert.equal(unknown.exit, 2)
  assert.match(
    `${unknown.out}${unknown.error}`,
    /no event operation\.pad: did you mean operation\.paid\?\n.*See cobro help trigger/,
  )
  assert.match(cobro(['audit', '--jsn']).error, /\nSee cobro help audit\n$/)
})

test('an option that is given empty is refused, instead of taken as left out', () => {
  for (const [option, typed] of [
    ['expires', ['accounts', 'key', 'acc_1', 'ana@example.mx', '--expires', '']],
    ['scopes', ['accounts', 'key', 'acc_1', 'ana@example.mx', '--scopes=']],
    ['account', ['audit', '--account', '']],
    ['events', ['listen', '--forward-to', 'http://127.0.0.1:9/x', '--events', '']],
  ] as const)
    assert.throws(() => readArguments(typed), { message: `--${option} is empty` })
})

test('shells accept the printed completions', () => {
  const bash = completionText('bash')
  assert.equal(spawnSync('bash', ['-n'], { input: bash }).status, 0)
  for (const [words, offered] of [
    ['keys r', 'rotate reseal'],
    ['help au', 'audit'],
    ['completion z', 'zsh'],
    ['trigger operation.pai', 'operation.paid'],
  ]) {
    const asked = `${bash}\nCOMP_WORDS=(cobro ${words}); COMP_CWORD=2; _cobro; echo "\${COMPREPLY[@]}"`
    assert.equal(spawnSync('bash', ['-c', asked], { encoding: 'utf8' }).stdout.trim(), offered)
  }
  assert.doesNotMatch(completionText('fish'), /'the same'/)
  for (const shell of ['zsh', 'fish']) {
    for (const name of Object.keys(manual)) assert.ok(completionText(shell).includes(name.split(' ')[0] ?? ''))
  }
})

test('exit codes: 0 for help and version, 2 for an unknown command; no colours without a terminal', () => {
  assert.match(cobro(['--version']).out, /^cobro \d+\.\d+\.\d+\n$/)
  const help = cobro(['help', 'accounts', 'key', '--json'])
  assert.equal(help.exit, 0)
  assert.equal(JSON.parse(help.out).command, 'accounts key')
  const wrong = cobro(['help', 'payy'])
  assert.equal(wrong.exit, 2)
  assert.match(wrong.error, /did you mean pay\?/)
  assert.ok(!`${help.out}${wrong.error}`.includes('\u001b['))
})

test('a log is shown: requests are lines with the reason of a refusal, and only the failed ones on request', () => {
  const entry = (more: object) =>
    JSON.stringify({
      level: 30,
      time: '2026-11-20T10:00:00.000Z',
      msg: 'request',
      method: 'GET',
      route: '/v1/plan',
      ms: 3,
      ...more,
    })
  const log = [
    'Cobro serves on https://pay.example.mx',
    entry({ status: 200, account: 'acc_1' }),
    entry({ status: 409, account: 'acc_2', error: 'SwitchException', reason: 'external-transaction-taken' }),
  ].join('\n')
  assert.match(
    cobro(['logs'], {}, log).out,
    /GET \/v1\/plan 200 3 ms acc_1\n.*409 3 ms acc_2 SwitchException external-transaction-taken\n$/,
  )
  const file = join(mkdtempSync(join(tmpdir(), 'cobro-log-')), 'cobro.log')
  writeFileSync(file, log)
  const failed = cobro(['logs', file, '--failed', '--json'])
  assert.deepEqual(JSON.parse(failed.out).status, 409)
  assert.equal(cobro(['logs', file, '--account', 'acc_1']).out.split('\n').length, 2)
  assert.equal(cobro(['logs', `${file}.none`]).exit, 2)
})

for (const engine of ENGINES) {
  test(`the status names waiting work, the keys and a failing webhook, and ends with 1 for it [${engine}]`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-status-'))
    const world = await openWorld(
      engine,
      engine === 'sqlite' ? { DATABASE_URL: `file:${join(folder, 'cobro.db')}` } : {},
    )
    try {
      const merchant = await world.merchant()
      await merchant.get('/v1/public-key')
      const asked = () => runCobro(['status', '--json'], world.environment)
      const calm = await asked()
      assert.equal(calm.code, 0, calm.error)
      const { id } = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })).body.result
      await merchant.post(`/v1/webhook/${id}/test`, {})
      await world.work()
      const status = await asked()
      const lines = status.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      assert.ok(lines.some((line) => line.rsa_key !== undefined && Number.isInteger(line.days)))
      assert.ok(lines.some((line) => line.webhook === id && line.failing_since !== null))
      assert.ok(lines.some((line) => line.waiting === 'webhooks' && line.count > 0))
      assert.equal(status.code, 1)
      assert.match(status.error, new RegExp(`Look at: .*webhook ${id}`))
    } finally {
      await world.close()
    }
  })
}

for (const engine of ENGINES) {
  test(`the status of production names e-mails and SMS that wait because a setting is empty [${engine}]`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-waits-'))
    const world = await openWorld(
      engine,
      engine === 'sqlite' ? { DATABASE_URL: `file:${join(folder, 'cobro.db')}` } : {},
    )
    try {
      const merchant = await world.merchant()
      const { transaction: id } = (
        await merchant.post('/v1/payment/convenience-store', {
          total: 150,
          store: 'OXXO',
          payment: { reference: { description: 'Pedido', number: '1' } },
        })
      ).body.result
      await merchant.post('/v1/operations/send', { id, email: 'ana@example.mx', phone: '5512345678' })
      const production = {
        ...world.environment,
        COBRO_MODE: 'production',
        AT_REST_KEY: randomBytes(32).toString('hex'),
        TRUST_PROXY: '127.0.0.1',
        ACQUIRER: './none.mjs',
        CASH_NETWORK: './none.mjs',
        SPEI_BANK: './none.mjs',
      }
      const { code, out, error } = await runCobro(['status'], production)
      assert.equal(code, 1, error)
      assert.match(out, /^SMTP_URL\tnot set: 1 e-mails wait for it$/m)
      assert.match(out, /^SMS_URL\tnot set: 1 SMS wait for it$/m)
      assert.match(error, /Look at: .*SMTP_URL is not set, SMS_URL is not set/)
      const set = { SMTP_URL: 'smtps://u:p@mail.example', SMS_URL: 'https://sms.example' }
      assert.doesNotMatch((await runCobro(['status'], { ...production, ...set })).out, /not set/)
      // Only a sandbox's clock is moved: in production the hours before a new payout account is valid, for one, would pass at once.
      const { store, clock } = world.service
      for (const [setting, said] of [
        [{ offsetMs: 36_000_000, frozenMs: null }, /^clock\tthe clock is 36000 s ahead: somebody has altered/m],
        [{ offsetMs: 0, frozenMs: 1 }, /^clock\tthe clock stands still: somebody has altered/m],
      ] as const) {
        clock.follow(await writeClockState(store, setting))
        const moved = await runCobro(['status'], production)
        assert.equal(moved.code, 1, moved.error)
        assert.match(moved.out, said)
        assert.match(moved.error, /Look at: .*the clock of the service/)
        assert.doesNotMatch((await runCobro(['status'], world.environment)).out, /^clock/m)
      }
      clock.follow(await writeClockState(store, { offsetMs: 0, frozenMs: null }))
      assert.doesNotMatch((await runCobro(['status'], production)).out, /^clock/m)
      // In the sandbox they land in the mailbox.
      assert.doesNotMatch((await runCobro(['status'], world.environment)).out, /not set/)
    } finally {
      await world.close()
    }
  })
}
after(stopPostgres)
