// A statement is read as it was written, however its bytes arrive; whatever is wrong is named by its line, and half a file is refused.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatAmount } from '../../../src/core/money.ts'
import { Failure } from '../../../src/failures.ts'
import { type LineChecks, type Piece, readStatement } from '../../../src/reconciliation/read-statement.ts'
import { type StatedMovement, statementText } from '../../../src/reconciliation/write-statement.ts'
import { countedTurns } from '../../support/harness/counted-turns.ts'

const header = { network: 'bank', firstDay: '2026-11-01', lastDay: '2026-11-30' }
const today = '2026-11-20'
const checks: LineChecks = {
  today: { card: today, store: today, spei: '2026-11-23' },
  railsOf: (network) => (network === 'bank' ? ['spei', 'store'] : undefined),
  hasAccount: (account) => account === 'acc_1',
}

async function* chunks(bytes: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function read(text: string, sizes = [1_000]): Promise<Piece[]> {
  return Array.fromAsync(readStatement(chunks(Buffer.from(text), sizes), checks))
}

async function refusal(text: string): Promise<string> {
  try {
    await read(text)
  } catch (error) {
    assert.ok(error instanceof Failure)
    return error.reason
  }
  return 'none'
}

const printable = (most: number) =>
  fc.string({ maxLength: most, unit: fc.constantFrom(...'abcXYZ019 ,"\'=+-@ñé|;:/') }).map((text) => text.trim())
const movements = fc.array(
  fc.record(
    {
      rail: fc.constantFrom('spei', 'store'),
      id: printable(30).map((text) => `K${text}`),
      kind: fc.constantFrom('payment', 'transfer-out', 'settlement'),
      day: fc.constantFrom('2026-11-01', '2026-11-20'),
      amountCentavos: fc.integer({ min: 1, max: 9_999_999_999_999 }),
      feeCentavos: fc.integer({ min: 0, max: 100_000 }),
      reference: printable(40),
      institution: fc.constantFrom('', '012', 'OXX'),
      payerClabe: fc.constantFrom('', '012180001554321090'),
      paidAt: fc.constantFrom('', '2026-11-20T10:00:00-06:00', '2026-11-20T16:00:00.000Z'),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 20 },
) as fc.Arbitrary<StatedMovement[]>

/** A payment whose bank is not written down is of the bank of its payer's CLABE. */
const institutionOf = ({ rail, kind, institution, payerClabe }: StatedMovement): string =>
  institution === '' && rail === 'spei' && kind === 'payment' ? payerClabe.slice(0, 3) : institution

const asJson = (stated: readonly StatedMovement[]): string => {
  const sum = stated.reduce((total, one) => total + one.amountCentavos, 0)
  const lines = stated.map((one) => ({
    network: header.network,
    rail: one.rail,
    id: one.id,
    kind: one.kind,
    day: one.day,
    amount: formatAmount(one.amountCentavos),
    fee: formatAmount(one.feeCentavos),
    reference: one.reference,
    institution: one.institution,
    payer_clabe: one.payerClabe,
    paid_at: one.paidAt,
  }))
  const first = { statement: 1, network: header.network, first_day: header.firstDay, last_day: header.lastDay }
  const trailer = { trailer: { lines: stated.length, sum: formatAmount(sum) } }
  return [first, ...lines, trailer].map((line) => `${JSON.stringify(line)}\n`).join('')
}

describe('a statement', () => {
  for (const [format, write] of [
    ['CSV', (stated: StatedMovement[]) => statementText(header, stated)],
    ['JSON', asJson],
  ] as const) {
    test(`in ${format} is read as written, in pieces of any size`, async () => {
      const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(movements, sizes, async (stated, pieces) => {
          const found = await read(write(stated), pieces)
          assert.deepEqual(found[0], { kind: 'header', header })
          assert.deepEqual(
            found.slice(1, -1).map((piece) => {
              assert.equal(piece.kind, 'movement', JSON.stringify(piece))
              const { number: _, nth: _nth, ...movement } = (piece as Extract<Piece, { kind: 'movement' }>).movement
              return movement
            }),
            stated.map((one) => ({ ...one, institution: institutionOf(one) })),
          )
          const sumCentavos = stated.reduce((total, one) => total + one.amountCentavos, 0)
          assert.deepEqual(found.at(-1), { kind: 'trailer', lines: stated.length, sumCentavos })
        }),
      )
    })

    test(`in ${format} that is cut off anywhere is refused`, async () => {
      await fc.assert(
        fc.asyncProperty(movements, fc.nat(), async (stated, at) => {
          const whole = write(stated).trimEnd()
          const trailerAt = whole.lastIndexOf(format === 'CSV' ? '\r\ntrailer' : '\n{"trailer"')
          const half = whole.slice(0, at % (trailerAt + 1))
          assert.ok(['statement-half', 'statement-unreadable', 'statement-columns'].includes(await refusal(half)))
        }),
      )
    })
  }

  test('names lines with amounts below zero, whatever their trailer sums up', async () => {
    const csv = ['statement,1,bank,2026-11-01,2026-11-30', 'network,rail,id,day,amount,kind']
    const lines = [...csv, 'bank,spei,K1,2026-11-20,-10.50,payment', 'trailer,1,-10.50']
    const [, line, trailer] = await read(lines.join('\n'))
    assert.ok(line?.kind === 'malformed' && trailer?.kind === 'trailer', JSON.stringify([line, trailer]))
    assert.deepEqual([line.faults, trailer.sumCentavos], [['amount'], -1_050])
  })

  test('names each malformed line with its number, and reads the others', async () => {
    const lines = [
      'statement,1,bank,2026-11-01,2026-11-30',
      'network,rail,id,day,amount,kind,fee,reference,institution,payer_clabe,paid_at,account',
      'bank,spei,K1,2026-11-20,10.00,payment',
      'other,spei,K2,2026-11-20,10.00,payment',
      'bank,card,K3,2026-11-20,10.00,payment',
      'bank,spei,K4,2026-11-20,10.00,reversal',
      'bank,spei,,2026-11-20,10.00,payment',
      'bank,spei,K5,2026-12-01,10.00,payment',
      'bank,spei,K6,2026-11-24,10.00,payment',
      'bank,store,K7,2026-11-21,10.00,payment',
      'bank,spei,K8,2026-11-20,0,payment',
      'bank,spei,K9,2026-11-20,ten,payment',
      'bank,spei,K10,2026-11-20,10.001,payment',
      'bank,spei,K11,2026-11-20,10.00,payment,-1',
      'bank,spei,K12,2026-11-20,10.00,fee,1.00',
      'bank,spei,K13,2026-11-20,10.00,payment,,,,123',
      'bank,spei,K14,2026-11-20,10.00,payment,,,,,yesterday',
      'bank,spei,K15,2026-11-20,10.00,payment,,,,,,acc_2',
      'bank,spei,"K16,2026-11-20,10.00,payment',
      `bank,spei,K17${'x'.repeat(5_000)},2026-11-20,10.00,payment`,
      'nonsense',
      '',
      'bank,spei,K18,2026-11-23,10.00,payment,,,,,,acc_1',
      'trailer,20,200.00',
    ]
    const found = await read(lines.join('\n'))
    const malformed = found.flatMap((piece) => (piece.kind === 'malformed' ? [[piece.number, ...piece.faults]] : []))
    assert.deepEqual(malformed, [
      [4, 'network'],
      [5, 'rail'],
      [6, 'kind'],
      [7, 'id'],
      [8, 'day'],
      [9, 'day-future'],
      [10, 'day-future'],
      [11, 'amount'],
      [12, 'amount'],
      [13, 'amount'],
      [14, 'fee'],
      [15, 'fee'],
      [16, 'payer_clabe'],
      [17, 'paid_at'],
      [18, 'account'],
      [19, 'unreadable'],
      [20, 'too-long'],
      [21, 'unreadable'],
    ])
    const ids = found.flatMap((piece) => (piece.kind === 'movement' ? [piece.movement.id] : []))
    assert.deepEqual(ids, ['K1', 'K18'])
  })

  test('without a header, without columns, or with lines after its trailer is refused', async () => {
    assert.equal(await refusal(''), 'statement-unreadable')
    assert.equal(await refusal('network,rail\n'), 'statement-unreadable')
    assert.equal(await refusal('statement,2,bank,2026-11-01,2026-11-30\n'), 'statement-unreadable')
    assert.equal(await refusal('statement,1,bank,2026-11-30,2026-11-01\n'), 'statement-unreadable')
    assert.equal(await refusal('statement,1,bank,2026-11-01,2026-11-30\nnetwork,rail\n'), 'statement-columns')
    assert.equal(await refusal('statement,1,bank,2026-11-01,2026-11-30\nrail;id;day\n'), 'statement-columns')
    assert.equal(await refusal('{"statement":"1"}\n'), 'statement-unreadable')
    const whole = statementText(header, [])
    assert.equal(await refusal(whole), 'none')
    assert.equal(await refusal(`${whole}${whole}`), 'statement-half')
    assert.equal(await refusal(whole.replace('trailer,0', 'trailer,x')), 'statement-half')
  })

  test('is read whatever the case of its column names', async () => {
    const whole = statementText(header, [])
    const [first = '', columns = '', ...rest] = whole.split('\n')
    const shouted = [first, columns.toUpperCase().replaceAll(',', ' , '), ...rest].join('\n')
    assert.deepEqual(await read(shouted), await read(whole))
  })

  test('in another encoding is refused as such', async () => {
    const text = statementText({ ...header, network: 'próspero' }, [])
    for (const [encoding, mark] of [
      ['latin1', ''],
      ['utf16le', ''],
      ['utf16le', '\ufeff'],
    ] as const) {
      const bytes = Buffer.from(`${mark}${text}`, encoding)
      for (const sizes of [[1], [1_000]])
        await assert.rejects(
          Array.fromAsync(readStatement(chunks(bytes, sizes), checks)),
          (error) => error instanceof Failure && error.reason === 'statement-encoding',
          `${encoding} ${mark}`,
        )
    }
    assert.equal(await refusal(`\ufeff${statementText(header, [])}`), 'none')
  })

  test('of a million bytes without a line end is never held whole', async () => {
    const bytes = Buffer.from(`${'x'.repeat(1_000_000)}`)
    const text = statementText(header, []).replace('trailer', `${bytes.toString()}\r\ntrailer`)
    const found = await read(text, [4_096])
    assert.deepEqual(
      found.map((piece) => piece.kind),
      ['header', 'malformed', 'trailer'],
    )
  })
})

test('a statement that arrives whole is read in portions, a turn of the event loop for each two hundred lines at least', async () => {
  const line = (nth: number): StatedMovement => ({
    rail: 'spei',
    id: `K${nth}`,
    kind: 'payment',
    day: '2026-11-01',
    amountCentavos: 100,
    feeCentavos: 0,
    reference: '',
    institution: '',
    payerClabe: '',
    paidAt: '',
  })
  const stated = Array.from({ length: 2_000 }, (_, nth) => line(nth))
  const text = statementText(header, stated)
  const { turns, result } = await countedTurns(() => read(text, [text.length]))
  assert.equal(result.length, 2_002)
  assert.ok(turns >= 9, `${turns} turns`)
})

test('lines may end as on any system, wherever the pieces are cut', async () => {
  const lines = [
    'statement,1,bank,2026-11-01,2026-11-30',
    'network,rail,id,day,amount,kind',
    'bank,spei,"a",2026-11-10,1.00,payment',
    'trailer,1,1.00',
    '',
  ]
  const whole = await read(lines.join('\n'))
  assert.equal(whole.length, 3)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('\r', '\n', '\r\n'),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      async (end, sizes) => {
        assert.deepEqual(await read(lines.join(end), sizes), whole)
      },
    ),
  )
})
