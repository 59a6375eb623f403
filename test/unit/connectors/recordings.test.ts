// What a recording keeps of any traffic, when it ends, and which request of a playing is which of the recording.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { fitOf, played } from '../../../src/connectors/recordings/fit.ts'
import { mapLeaves, textOfTree, treeOf } from '../../../src/connectors/recordings/json-tree.ts'
import { maskerOf } from '../../../src/connectors/recordings/masker.ts'
import { openRecorder } from '../../../src/connectors/recordings/recorder.ts'
import { type RecordedCall, readRecording } from '../../../src/connectors/recordings/recording.ts'
import { isValidClabe } from '../../../src/core/banks/clabe.ts'

const SECRET = 'sk_e568c42a6c384b7ab02cd47d2e407cab'
const settings = {
  URL: { meaning: 'address' },
  PRIVATE_KEY: { meaning: 'key', secret: true },
  COMPANY: { meaning: 'name' },
}
const values = { URL: 'https://api.example.mx', PRIVATE_KEY: SECRET, COMPANY: 'TALLER_N1' }
const mask = maskerOf({ connector: 'banco', settings, values })
const CARDS = ['4111111111111111', '5555555555554444', '378282246310005']
const CLABE = '012180001554321090'

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    ...CARDS,
    CLABE,
    SECRET,
    `Bearer ${SECRET}`,
    `paga con ${CARDS[0]} hoy`,
    `${CLABE} de Ana`,
    'ana@ejemplo.mx',
  ),
)
const tree = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string({ maxLength: 10 }), fc.constantFrom('number', 'name', 'cuentaBeneficiario')),
      tie('any'),
      {
        maxKeys: 4,
      },
    ),
  ),
})).any

describe('masking a recording', () => {
  test('no card, account, secret or e-mail is left of any body, path or query, and a body stays JSON', () => {
    fc.assert(
      fc.property(tree, text, (value, part) => {
        const body = mask.body(JSON.stringify(value))
        JSON.parse(body)
        const all = [
          body,
          mask.body(`<html>${part}</html>`),
          mask.path(`/v1/${encodeURIComponent(part.toWellFormed())}`),
          JSON.stringify(mask.query(`a=${encodeURIComponent(part.toWellFormed())}`)),
        ]
        for (const one of all)
          for (const canary of [...CARDS, CLABE, SECRET, 'ana@ejemplo.mx']) assert.ok(!one.includes(canary), one)
      }),
    )
  })

  test('of a card only the first six and last four are kept; codes, dates, names and signatures are gone', () => {
    const card = { card_number: CARDS[0], cvv2: '123', expiration_year: '30', holder_name: 'Ana', firma: 'QUJD' }
    assert.deepEqual(JSON.parse(mask.body(JSON.stringify({ card, amount: 10.5, n: 7 }))), {
      card: { card_number: '411111******1111', cvv2: '***', expiration_year: '***', holder_name: '***', firma: '***' },
      amount: 10.5,
      n: 7,
    })
    assert.equal(mask.body('{"monto":12.30}'), '{"monto":12.30}')
  })

  test('a CLABE becomes another valid one of its bank, always the same; values of settings become their names', () => {
    const {
      clabe,
      empresa,
      text: answer,
    } = JSON.parse(mask.body(JSON.stringify({ clabe: CLABE, empresa: 'TALLER_N1', text: `key ${SECRET}` })))
    assert.ok(isValidClabe(clabe) && clabe.startsWith('012') && clabe !== CLABE)
    assert.equal(mask.body(JSON.stringify([CLABE])), JSON.stringify([clabe]))
    assert.deepEqual([empresa, answer], ['{{BANCO_COMPANY}}', 'key {{BANCO_PRIVATE_KEY}}'])
  })
})

/** Every way in which a body may hold a card, and the card in it. */
const notations: Record<string, (card: Record<string, string>) => string> = {
  json: (card) => JSON.stringify({ card }),
  'json that is not whole': (card) => JSON.stringify({ n: 1, card }).slice(0, -1),
  'json in a text': (card) => JSON.stringify({ data: JSON.stringify({ data: JSON.stringify({ card }) }) }),
  'a value with a value in it': (card) =>
    JSON.stringify(Object.fromEntries(Object.entries(card).map(([name, value]) => [name, { value: [value] }]))),
  base64: (card) => JSON.stringify({ data: Buffer.from(JSON.stringify({ card })).toString('base64') }),
  'base64 alone': (card) => Buffer.from(JSON.stringify(card)).toString('base64url'),
  'base64 in lines': (card) =>
    JSON.stringify({ data: Buffer.from(JSON.stringify(card)).toString('base64').replace(/.{60}/g, '$&\r\n') }),
  hexadecimal: (card) => `data=${Buffer.from(JSON.stringify(card)).toString('hex')}`,
  'a form': (card) => new URLSearchParams(card).toString(),
  'a form of a record': (card) =>
    Object.entries(card)
      .map(([name, value]) => `card[${name}]=${encodeURIComponent(value)}`)
      .join('&'),
  'json in a form': (card) => `data=${encodeURIComponent(JSON.stringify({ card }))}`,
  xml: (card) =>
    `<a:card>${Object.entries(card)
      .map(([name, value]) => `<a:${name} type="text"><v>${value}</v></a:${name}>`)
      .join('')}</a:card>`,
  attributes: (card) =>
    `<card ${Object.entries(card)
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ')}/>`,
}
const decodings = (text: string): string[] => [
  text,
  decodeURIComponent(text.replaceAll(/%(?![0-9A-F]{2})/g, '%25')),
  ...(text.match(/[\w+/=-]{16,}/g) ?? []).flatMap((run) => [
    Buffer.from(run, 'base64').toString('latin1'),
    Buffer.from(run, 'hex').toString('latin1'),
  ]),
]

describe('masking a card, a person and a secret', () => {
  for (const [name, written] of Object.entries(notations)) {
    test(`in ${name}`, () => {
      for (const [code, expiration, holder, password] of [
        ['cvv2', 'expiration_year', 'holder_name', 'password'],
        ['cardSecurityCode', 'cardExpMonth', 'cardholder', 'clientSecret'],
        ['card_cvv', 'exp_date', 'titular', 'access_token'],
      ] as const) {
        const card = {
          number: '4111111111111111',
          [code]: '987',
          [expiration]: '3112',
          [holder]: 'Zutano Paz',
          [password]: 'hunter2',
        }
        const body = written(card)
        const asked = mask.query(`body=${encodeURIComponent(body)}`).map(([, value]) => value)
        for (const one of [mask.body(body), mask.text(body), ...asked])
          for (const text of decodings(one.replaceAll(/\\r\\n/g, '')))
            for (const canary of ['4111111111111111', '987', '3112', 'Zutano', 'hunter2'])
              assert.ok(!text.includes(canary), `${canary} is in ${text} of ${body}`)
      }
    })
  }

  test('what must not be masked stays as it was written', () => {
    for (const body of [
      'amount=10.00&order=a%20b+c&empty=&flag',
      '<a><amount currency="MXN">10.00</amount></a>',
      '{"data":"{ \\"amount\\": 10.00 }","id":"trzjaozcik8msyqshka4","at":"2026-11-20T18:00:00Z","n":41111111111}',
      Buffer.from('{"amount":10.00}').toString('base64'),
    ])
      assert.equal(mask.body(body), body)
  })
})

describe('a recording', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-recorder-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const asked = { method: 'GET', url: `${values.URL}/v1/charges?order_id=op-1234567` } as const
  const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('[]') }

  test('ends when its time is over, and when it is full, and says so', async () => {
    for (const [name, limits, why] of [
      ['late', { forMs: 1_000, maxBytes: 100_000 }, 'the time is over'],
      ['full', { forMs: 1e9, maxBytes: 300 }, 'the file is full'],
    ] as const) {
      const file = join(folder, `${name}.jsonl`)
      let now = 0
      const recorder = openRecorder({ file, wallMs: () => now, ...limits })
      const { exchanged } = recorder.of({ name: 'banco', settings }, values)
      for (let each = 0; each < 5; each += 1) {
        exchanged(asked, answer)
        now += 400
      }
      recorder.close()
      const entries = await readRecording(file)
      const last = entries.at(-1)
      assert.ok(entries.length > 1 && entries.length < 5, `${entries.length}`)
      assert.ok(last?.kind === 'gap' && last.why === why)
      assert.ok(readFileSync(file).length < 1_500)
    }
  })

  test('leaves out what is too long and what goes elsewhere, without a word of it', async () => {
    const file = join(folder, 'gaps.jsonl')
    const recorder = openRecorder({ file, forMs: 1e9, wallMs: () => 0 })
    const { exchanged } = recorder.of({ name: 'banco', settings }, values)
    exchanged(asked, { ...answer, body: Buffer.alloc(600_000, 'x') })
    exchanged({ method: 'GET', url: `https://elsewhere.example.mx/${SECRET}` }, answer)
    exchanged(asked, { status: undefined, isUnsent: true })
    recorder.close()
    const entries = await readRecording(file)
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['gap', 'gap', 'call'],
    )
    assert.ok(!readFileSync(file, 'utf8').includes(SECRET))
    assert.ok(entries[2]?.kind === 'call' && entries[2].answer === null)
  })
})

const callOf = (id: string, amount: number, more: object = {}): RecordedCall => ({
  kind: 'call',
  at: '',
  connector: 'banco',
  method: 'POST',
  to: 'BANCO_URL',
  path: `/v1/charges/${id}`,
  query: [['order_id', id]],
  body: JSON.stringify({ order_id: id, amount, method: 'card', at: '2026-11-26T18:00:00Z', ...more }),
  answer: { status: 200, contentType: '', body: JSON.stringify({ order_id: id, amount, url: `https://x/${id}/y` }) },
})

describe('playing a recording', () => {
  const id = fc.uuid()
  const amount = fc.integer({ min: 1, max: 10_000_000 })

  test('any call fits itself under other ids and times, and its answer has them', () => {
    fc.assert(
      fc.property(id, id, amount, (recorded, given, pesos) => {
        const call = callOf(recorded, pesos)
        const asked = callOf(given, pesos, { at: '2027-01-01T00:00:00Z' })
        const fit = fitOf(call, asked, new Map())
        assert.ok(fit)
        assert.equal(played(call.answer?.body ?? '', fit.ids, fit.times), asked.answer?.body)
      }),
    )
  })

  test('another amount, method, member or card is another call', () => {
    fc.assert(
      fc.property(id, amount, amount, (one, pesos, others) => {
        fc.pre(pesos !== others)
        const call = callOf(one, pesos, { card: { card_number: '411111******1111' } })
        const card = { card_number: CARDS[0] }
        assert.ok(fitOf(call, callOf(one, pesos, { card }), new Map()))
        assert.equal(fitOf(call, callOf(one, others, { card }), new Map()), undefined)
        assert.equal(fitOf(call, callOf(one, pesos, { card, method: 'store' }), new Map()), undefined)
        assert.equal(fitOf(call, callOf(one, pesos, { card, capture: false }), new Map()), undefined)
        assert.equal(fitOf(call, callOf(one, pesos, { card: { card_number: CARDS[1] } }), new Map()), undefined)
        assert.equal(fitOf(call, { ...callOf(one, pesos, { card }), path: '/v1/charges' }, new Map()), undefined)
      }),
    )
  })

  test('one id stands for one alone, in both directions', () => {
    fc.assert(
      fc.property(id, id, id, id, amount, (a, b, given, other, pesos) => {
        fc.pre(new Set([a, b, given, other]).size === 4)
        const bound = fitOf(callOf(a, pesos), callOf(given, pesos), new Map())?.ids ?? new Map()
        assert.ok(fitOf(callOf(a, pesos), callOf(given, pesos), bound))
        assert.equal(fitOf(callOf(a, pesos), callOf(other, pesos), bound), undefined)
        assert.equal(fitOf(callOf(b, pesos), callOf(given, pesos), bound), undefined)
        assert.ok(fitOf(callOf(b, pesos), callOf(other, pesos), bound))
      }),
    )
  })

  test('JSON whose leaves stay is the same, with its numbers as they are written', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value = treeOf(json)
        assert.ok(value)
        assert.deepEqual(JSON.parse(textOfTree(mapLeaves(value.value, (leaf) => leaf.text))), JSON.parse(json))
      }),
    )
    const exact = '{"id":12345678901234567890,"monto":350.10}'
    assert.equal(textOfTree(treeOf(exact)?.value), exact)
  })
})
