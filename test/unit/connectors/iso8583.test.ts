// Messages of ISO 8583: what is packed is what is unpacked, here and by somebody else's library; and nothing that comes from outside breaks the
// reader.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { needsOf } from '../../../src/connectors/connect.ts'
import { answerTypeOf, isAbout } from '../../../src/connectors/iso8583/answers.ts'
import { outcomeOf } from '../../../src/connectors/iso8583/charges.ts'
import { CodecFault, codecOf } from '../../../src/connectors/iso8583/codec.ts'
import { iso8583 } from '../../../src/connectors/iso8583/connector.ts'
import {
  framed,
  frameReader,
  type LengthHeader,
  lengthHeaders,
  MAX_BYTES,
} from '../../../src/connectors/iso8583/frames.ts'
import type { FieldFormat, Fields, IsoHost, Message } from '../../../src/connectors/iso8583/host.ts'
import { host as ascii } from '../../../src/connectors/iso8583/hosts/ascii-1987.ts'
import { host as bcd } from '../../../src/connectors/iso8583/hosts/bcd-1987.ts'
import { identityIn, newIdentity, referenceOf } from '../../../src/connectors/iso8583/identity.ts'
import { meaningOf, reversalMeaningOf, wordsOf } from '../../../src/connectors/iso8583/responses.ts'
import { hostFault, tableNamed } from '../../../src/connectors/iso8583/table.ts'
import { passingState } from '../../../src/connectors/state.ts'
import { declines } from '../../../src/core/cards/decline-codes.ts'
import { isoDefaults } from '../../iso8583/fake-host.ts'
import { judgePacks, judgeUnpacks } from '../../iso8583/judge.ts'

/** Every way of packing that a table can have. */
const hosts: IsoHost[] = [
  ascii,
  bcd,
  { ...ascii, name: 'hex', bitmap: 'hex', prefix: '49534F303236303030303730', lengths: 'bcd' },
  {
    ...bcd,
    name: 'f-after',
    filler: 'f-after',
    prefix: '6000010000',
    fields: { ...bcd.fields, 2: { format: 'n..19', digits: 'ascii' } },
  },
]

const alphabets = {
  n: '0123456789',
  an: 'ABCXYZabcxyz0189 ',
  ans: 'ABCxyz0189 !"#$%&/()=?*+-.,:;_<>@[]{}~|^',
  b: '0123456789ABCDEF',
} as const

function valueFor(format: FieldFormat): fc.Arbitrary<string> {
  const [, content, dots, size] = /^(n|an|ans|b)(\.*)(\d+)$/.exec(format) as unknown as [string, 'n', string, string]
  const unit = fc.constantFrom(...alphabets[content])
  const most = (content as string) === 'b' ? Number(size) / 4 : Number(size)
  return fc.string({ unit, minLength: dots === '' ? most : 0, maxLength: most })
}

/** Any message that a table has room for. */
function messageOf(host: IsoHost): fc.Arbitrary<Message> {
  const formats = Object.entries(host.fields).map(([number, given]) => [
    number,
    valueFor(typeof given === 'string' ? given : given.format),
  ])
  const fields = fc.record(Object.fromEntries(formats), { requiredKeys: [] }) as fc.Arbitrary<Fields>
  return fc.record({ type: fc.string({ unit: fc.constantFrom(...alphabets.n), minLength: 4, maxLength: 4 }), fields })
}

describe('messages of ISO 8583', () => {
  for (const host of hosts) {
    const codec = codecOf(host)

    test(`a message is packed and unpacked to itself: ${host.name}`, () => {
      fc.assert(
        fc.property(messageOf(host), (message) => {
          const read = codec.unpack(codec.pack(message))
          assert.ok(read.kind === 'message')
          assert.deepEqual({ ...read.message.fields }, { ...message.fields })
          assert.equal(read.message.type, message.type)
        }),
      )
    })

    test(`no bytes make the reader throw, and a fault quotes no value: ${host.name}`, () => {
      const anything = fc.oneof(
        fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
        // One byte of a message is another, or its end is missing.
        fc.tuple(messageOf(host), fc.nat(), fc.nat(255), fc.nat()).map(([message, at, byte, end]) => {
          const bytes = codec.pack(message)
          bytes[at % bytes.length] = byte
          return bytes.subarray(0, end % 3 === 0 ? end % bytes.length : bytes.length)
        }),
      )
      fc.assert(
        fc.property(anything, (bytes) => {
          const read = codec.unpack(bytes)
          if (read.kind === 'unreadable') assert.match(read.fault, /^[^\d]*\d{0,3}[^\d]*$/, 'a value is in the fault')
          else assert.ok(Object.keys(read.message.fields).every((number) => Number(number) in host.fields))
        }),
      )
    })
  }

  test('the library iso_8583 reads what we pack, and we read what it packs', () => {
    const codec = codecOf(ascii)
    // It wants text in every field that is there, has no space in `an`, and no # and @ in `ans`.
    const readable = messageOf(ascii).map(({ fields }) => ({
      type: '0200',
      fields: Object.fromEntries(
        Object.entries(fields)
          .map(([number, value]) => [number, legible(number, value)] as const)
          .filter(([number, value]) => judged.includes(Number(number)) && value !== ''),
      ) as Fields,
    }))
    fc.assert(
      fc.property(readable, (message) => {
        assert.deepEqual(judgeUnpacks(codec.pack(message)), message)
        assert.deepEqual(codec.unpack(judgePacks(message)), { kind: 'message', message })
      }),
    )
  })

  test('digits are packed two in a byte as a worked example has them', () => {
    const fields = { 2: '4242424242424242', 3: '000000', 4: '000000012345', 11: '000042', 22: '012', 41: 'TERM0001' }
    const bytes = codecOf(bcd).pack({ type: '0200', fields })
    assert.equal(
      bytes.toString('hex').toUpperCase(),
      `0200${'7020040000800000'}${'16' + '4242424242424242'}000000000000012345000042${'0012'}${Buffer.from('TERM0001').toString('hex')}`.toUpperCase(),
    )
    const odd = codecOf(hosts[3] as IsoHost).pack({ type: '0200', fields: { 22: '012', 32: '12345' } })
    assert.equal(odd.toString('hex').toUpperCase(), `6000010000${'0200'}${'0000040100000000'}012F${'05'}12345F`)
  })

  test('a value that does not fit is refused without being quoted', () => {
    const codec = codecOf(ascii)
    for (const fields of [
      { 2: '42424242424242424242' },
      { 2: '4242x42424242424' },
      { 3: '00000' },
      { 43: 'ñ'.padEnd(40) },
      { 99: '1' },
    ]) {
      assert.throws(
        () => codec.pack({ type: '0200', fields }),
        (error: unknown) => error instanceof CodecFault && !/4242|ñ/.test(error.message),
      )
    }
  })

  test('a stream is cut into its messages, however it arrives, and a length that cannot be ends it', () => {
    for (const header of Object.keys(lengthHeaders) as LengthHeader[]) {
      fc.assert(
        fc.property(
          fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }),
          fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 40 }),
          (messages, cuts) => {
            const stream = Buffer.concat(messages.map((message) => framed(header, Buffer.from(message))))
            const reader = frameReader(header)
            const found: Buffer[] = []
            for (let at = 0, cut = 0; at < stream.length; cut += 1) {
              const next = at + (cuts[cut % cuts.length] ?? 1)
              const { messages: some, isBroken } = reader.take(stream.subarray(at, next))
              assert.ok(!isBroken)
              found.push(...some)
              at = next
            }
            assert.deepEqual(
              found.map((one) => one.toString('hex')),
              messages.filter(({ length }) => length > 0).map((one) => Buffer.from(one).toString('hex')),
            )
          },
        ),
      )
      const tooLong = frameReader(header)
      const length = framed(header, Buffer.alloc(MAX_BYTES + 1)).subarray(0, lengthHeaders[header].bytes)
      assert.ok(tooLong.take(length).isBroken)
      assert.deepEqual(tooLong.take(framed(header, Buffer.from('x'))), { messages: [], isBroken: true })
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => void frameReader(header).take(Buffer.from(bytes))),
      )
    }
    assert.ok(frameReader('4-digits').take(Buffer.from('GET / HTTP')).isBroken)
  })
})

const legible = (number: string, value: string) =>
  ['37', '38', '39'].includes(number) ? value.replaceAll(' ', 'S') : value.replaceAll(/[#@]/g, 'A')

/** Fields that both know alike: the library wants other lengths of the rest. */
const judged = [2, 3, 4, 7, 11, 12, 13, 14, 18, 19, 22, 23, 25, 32, 37, 38, 39, 41, 42, 43, 48, 49, 70, 90]

describe('a charge at the host', () => {
  test('a trace number and a reference are six and twelve digits, and of no other charge', async () => {
    const state = passingState()
    const beganAt = '2026-11-20T23:59:00.000Z'
    const made = await Promise.all(Array.from({ length: 200 }, () => newIdentity(state, 'T 1/ñ', beganAt)))
    assert.equal(new Set(made.map(({ reference }) => reference)).size, 200)
    assert.deepEqual(made[41], { trace: '000042', reference: '632423000042' })
    assert.equal(referenceOf('2030-01-01T00:00:00.000Z', '999999'), '000100999999')
    assert.deepEqual(identityIn({ trace: { ...made[41] } }), made[41])
    assert.equal(identityIn({ trace: {} }), undefined)
  })

  test('every decline of the service has a meaning, and an unknown response is not clear', () => {
    for (const code of Object.keys(declines)) assert.notEqual(meaningOf(code), 'approved', code)
    fc.assert(
      fc.property(fc.string({ maxLength: 3 }), (code) => {
        if (code === '00') return
        assert.notEqual(meaningOf(code), 'approved')
        assert.ok(code === '00' || reversalMeaningOf(code) !== 'undone')
      }),
    )
    for (const code of ['', '0', '000', 'Z9', 'toString', '__proto__']) {
      assert.equal(meaningOf(code), 'unclear')
      assert.equal(reversalMeaningOf(code), 'unclear')
      assert.ok(wordsOf(code).endsWith('not in the table'))
    }
    assert.equal(answerTypeOf('0421'), '0430')
  })

  test('an answer without a code, of a part, or of another card, kind, amount, merchant or currency is unknown', () => {
    const identity = { trace: '000042', reference: '632423000042' }
    const sent = { 2: '4242424242424242', 3: '000000', 4: '000000012345', 42: 'COMERCIO1      ', 49: '484' }
    const approved = { kind: 'approved', authorizationCode: 'A1B2C3', networkReference: '632423000042' }
    const said = (answer: Fields) => outcomeOf(identity, sent, answer)
    assert.deepEqual(said({ 38: 'a1b2c3', 39: '00', 4: '000000012345' }), approved)
    assert.deepEqual(said({ 38: 'A1B2C3', 39: '00' }), approved)
    assert.deepEqual(said({ ...sent, 2: '424242******4242', 3: '003000', 38: 'A1B2C3', 39: '00' }), approved)
    assert.deepEqual(said({ ...sent, 42: 'COMERCIO1', 38: 'A1B2C3', 39: '00' }), approved)
    const others: Fields[] = [
      { 2: '4000000000000002' },
      { 3: '200000' },
      { 4: '000000000100' },
      { 4: '000001234500' },
      { 42: 'COMERCIO2' },
      { 49: '840' },
    ]
    for (const other of others)
      for (const code of ['00', '51', '14'])
        assert.deepEqual(
          said({ ...sent, ...other, 38: 'A1B2C3', 39: code }),
          { kind: 'unknown' },
          JSON.stringify(other),
        )
    for (const answer of [{ 39: '00' }, { 38: '      ', 39: '00' }, { 38: 'A1B2C3', 39: '10' }, { 38: 'A1B2C3' }, {}])
      assert.deepEqual(said(answer as Fields), { kind: 'unknown' })
  })

  test('the answer to a reversal is about its original', () => {
    const sent = { 4: '000000012345', 90: '0200000042112023590000000012345'.padEnd(42, '0') }
    assert.ok(isAbout(sent, {}))
    assert.ok(isAbout(sent, { 4: '000000012345', 90: `${sent[90].slice(0, 20)}${'9'.repeat(22)}` }))
    assert.ok(!isAbout(sent, { 90: `0200000043${sent[90].slice(10)}` }))
    assert.ok(!isAbout(sent, { 4: '000000000000' }))
  })
})

describe('the settings of a host', () => {
  const merchant = { terminal: 'T', id: 'M', nameAndPlace: 'N', type: '5999', acquirer: '1' }
  const given = {
    ...isoDefaults,
    HOST: '127.0.0.1',
    PORT: '1',
    TERMINAL: 'T',
    MERCHANT: 'M',
    MERCHANT_NAME: 'N',
    MERCHANT_TYPE: '5999',
  }

  test('each setting says what it wants', () => {
    const faults: [string, string][] = [
      ['HOST', 'host:1 x'],
      ['PORT', '70000'],
      ['LENGTH_HEADER', '3-byte'],
      ['TLS', 'true'],
      ['TERMINAL', 'NINECHARS'],
      ['MERCHANT', 'ñ'],
      ['MERCHANT_NAME', 'N'.repeat(41)],
      ['MERCHANT_TYPE', '599'],
      ['ACQUIRER_ID', '123456789012'],
      ['ECHO_SECONDS', '0'],
    ]
    for (const [key, value] of faults) {
      const check = iso8583.settings?.[key]?.check
      assert.ok(check?.(value), key)
      if (isoDefaults[key]) assert.equal(check?.(isoDefaults[key]), undefined, key)
    }
  })

  test('a start says which table and which files do not fit', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cobro-iso-'))
    try {
      const broken = join(folder, 'host.mjs')
      writeFileSync(broken, 'export const host = { name: "x" }')
      writeFileSync(join(folder, 'key.pem'), 'no key')
      const faults: [Record<string, string>, RegExp][] = [
        [{ TABLE: 'iso' }, /TABLE is ascii-1987, bcd-1987 or a path/],
        [{ TABLE: broken }, /TABLE: type is one of ascii, bcd/],
        [{ TABLE: join(folder, 'none.ts') }, /there is no such file/],
        [{ TLS: 'no', CERT_FILE: 'x' }, /CERT_FILE are of TLS/],
        [{ TLS: 'yes', CERT_FILE: 'x' }, /CERT_FILE and KEY_FILE go together/],
        [{ TLS: 'yes', CA_FILE: join(folder, 'none') }, /CA_FILE cannot be read: ENOENT/],
        [
          { TLS: 'yes', CERT_FILE: join(folder, 'key.pem'), KEY_FILE: join(folder, 'key.pem') },
          /the files of TLS do not fit/,
        ],
      ]
      for (const [settings, pattern] of faults)
        await assert.rejects(async () => iso8583.connect(needsOf({ ...given, ...settings })), pattern)
      const own = join(folder, 'own.mjs')
      const text = JSON.stringify({ ...ascii, name: 'own', months: false })
      writeFileSync(own, `export const host = { ...${text}, privateFields: () => ({ 60: 'OWN' }) }`)
      assert.equal((await tableNamed(own, merchant)).host.name, 'own')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('a table of an operator is refused in words', async () => {
    const wrong: [Partial<Record<keyof IsoHost, unknown>>, RegExp][] = [
      [{ bitmap: 'ebcdic' }, /bitmap is one of binary, hex/],
      [{ prefix: '6' }, /prefix is hexadecimal/],
      [{ name: 'Mi Host' }, /name is small letters/],
      [{ sale: { ...ascii.sale, fields: [2, 3] } }, /sale.fields lacks 4, 7, 11, 37, 41/],
      [{ sale: { ...ascii.sale, type: '0210' } }, /sale.type is a message type/],
      [{ reversal: { ...ascii.reversal, fields: [2, ...ascii.reversal.fields] } }, /the number of a card is not kept/],
      [{ reversal: { ...ascii.reversal, trace: 'none' } }, /reversal.trace/],
      [{ privateFields: undefined }, /privateFields is a function/],
      [{ reversalReason: { noAnswer: '68' } }, /reversalReason has noAnswer and cancelled/],
      [{ network: { ...ascii.network, echo: 301 } }, /network has echo/],
      [{ entryMode: undefined }, /entryMode has customer and merchant/],
    ]
    for (const [part, pattern] of wrong) assert.match(hostFault({ ...ascii, ...part } as IsoHost) ?? '', pattern)
    for (const host of hosts) assert.equal(hostFault(host), undefined)
    for (const fields of [
      { ...ascii.fields, 65: 'n1' },
      { ...ascii.fields, 48: 'x10' },
      { ...ascii.fields, 64: 'b63' },
      { ...ascii.fields, 32: 'n..111' },
    ])
      assert.throws(() => codecOf({ ...ascii, fields } as IsoHost), CodecFault)
  })
})
