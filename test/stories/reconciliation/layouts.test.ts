// A bank's own file, read by its layout, is the same as the statement in our format: each movement is booked once, whatever is read again,
// in another format, in halves or with lines that nobody can read.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertAudited, balanceOf, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

type Line = Record<'id' | 'day' | 'amount' | 'kind' | 'reference' | 'institution', string>

const layoutOf = (name: string) => JSON.parse(readFileSync(`docs/samples/layouts/${name}.json`, 'utf8'))
const cents = (amount: string) => Math.round(Number(amount) * 100)
const pesos = (centavos: number) => (centavos / 100).toFixed(2)
const isIn = ({ kind }: Line) => kind === 'payment' || kind === 'return'
const sumOf = (lines: Line[]) => lines.reduce((sum, line) => sum + (isIn(line) ? 1 : -1) * cents(line.amount), 0)

/** As a spreadsheet saves a bank's list: the newest first, separated by semicolons, with thousands, accents and line breaks, between its two balances. */
function asTable(lines: Line[]): string {
  let balance = 1_000_000
  const rows = lines.map((line) => {
    balance += sumOf([line])
    const amount = `$${pesos(cents(line.amount)).replace(/\B(?=(\d{3})+\.)/g, ',')}`
    const date = line.day.split('-').reverse().join('/')
    const about =
      line.kind === 'fee' ? 'Comisión por "SPEI"' : `${isIn(line) ? 'Abono' : 'Envío'}; SPEI\nCVE RASTREO ${line.id}`
    const quoted = `"${about.replaceAll('"', '""')}"`
    const cells = [
      date,
      quoted,
      '',
      isIn(line) ? '' : amount,
      isIn(line) ? amount : '',
      pesos(balance),
      line.reference,
      line.institution,
    ]
    return cells.join(';')
  })
  const heading = 'FECHA OPERACIÓN;DESCRIPCIÓN;CLAVE DE RASTREO;CARGO;ABONO;SALDO;CUENTA BENEFICIARIA;BANCO'
  const end = (text: string, centavos: number) => `;${text};;;;${pesos(centavos)};;`
  const [closing, opening] = [end('Saldo final', balance), end('SALDO INICIAL', 1_000_000)]
  return ['Banco de Prueba, S.A.', '', heading, closing, ...rows.reverse(), opening, ''].join('\r\n')
}

function asMt940(lines: Line[]): string {
  const date = (day: string) => day.replaceAll('-', '').slice(2)
  const last = lines.at(-1)?.day ?? ''
  const amount = (centavos: number) => pesos(centavos).replace('.', ',')
  return [
    ':20:COBRO',
    ':25:012180001554321090',
    ':28C:00001/001',
    `:60F:C${date(lines[0]?.day ?? '')}MXN${amount(1_000_000)}`,
    ...lines.flatMap((line) => [
      `:61:${date(line.day)}${date(line.day).slice(2)}${isIn(line) ? 'C' : 'D'}${amount(cents(line.amount))}${line.kind === 'fee' ? 'NCHG' : 'NTRF'}NONREF`,
      `:86:SPEI ${line.kind === 'fee' ? 'COMISION' : `CVE RASTREO ${line.id} BANCO ${line.institution || '-'} CUENTA ${line.reference || '-'}`}`,
    ]),
    `:62F:C${date(last)}MXN${amount(1_000_000 + sumOf(lines))}`,
    '-',
  ].join('\r\n')
}

function asCamt(lines: Line[]): string {
  const balance = (type: string, centavos: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${pesos(centavos)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = (line: Line) => `
    <Ntry><Amt Ccy="MXN">${line.amount}</Amt><CdtDbtInd>${isIn(line) ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>${line.day}</Dt></BookgDt>
      <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>${line.kind === 'fee' ? 'CHRG' : 'DMCT'}</SubFmlyCd></Fmly></Domn></BkTxCd>
      <NtryDtls><TxDtls>${line.kind === 'fee' ? '' : `<Refs><EndToEndId>${line.id}</EndToEndId></Refs>`}<RltdPties>
        <CdtrAcct><Id><Othr><Id>${line.reference}</Id></Othr></Id></CdtrAcct></RltdPties><RltdAgts><DbtrAgt><FinInstnId>
        <ClrSysMmbId><MmbId>${line.institution}</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt></RltdAgts></TxDtls></NtryDtls></Ntry>`
  const [first, last] = [lines[0]?.day ?? '', lines.at(-1)?.day ?? '']
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
  <Acct><Id><Othr><Id>012180001554321090</Id></Othr></Id></Acct>
  ${balance('OPBD', 1_000_000, first)}${balance('CLBD', 1_000_000 + sumOf(lines), last)}${lines.map(entry).join('')}
</Stmt></BkToCstmrStmt></Document>`
}

const forms: [name: string, layout: string, write: (lines: Line[]) => string][] = [
  ['a table of charges and deposits', 'cargo-abono', asTable],
  ['MT940', 'mt940', asMt940],
  ['camt.053', 'camt-053', asCamt],
  ['camt.053 in one line', 'camt-053', (lines) => asCamt(lines).replace(/\n\s*/g, '')],
]
const ACCOUNTS = ['bank', 'receivable:bank', 'suspense:statements', 'cost:bank-fees']

onBothEngines('a bank’s own file', (world) => {
  const send = (merchant: Merchant, body: object) => merchant.post('/v1/sandbox/reconcile', body)
  const reconcile = async (merchant: Merchant, body: object) => {
    const answer = await send(merchant, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  const books = async (merchant: Merchant) =>
    Object.fromEntries(
      await Promise.all(ACCOUNTS.map(async (name) => [name, await balanceOf(world(), merchant, name)] as const)),
    )
  /** What the bank did for a merchant: payments, a refund's transfer, and two equal fees. */
  const prepared = async () => {
    const merchant = await world().merchant()
    const paid: string[] = []
    for (const total of [1_150, 200, 99.9]) {
      const { transaction } = await speiVoucher(merchant, { total })
      await payBySpei(merchant, { transaction })
      paid.push(transaction)
    }
    assert.equal((await merchant.post(`/v1/operations/${paid[0]}/refunds`, { amount: 150 })).status, 200)
    await world().work()
    const { content } = (await merchant.get('/v1/sandbox/statement?rail=spei')).body.result
    const [names = '', ...rows] = content.trimEnd().split('\r\n').slice(1, -1)
    const lines: Line[] = rows.map((row: string) =>
      Object.fromEntries(names.split(',').map((name: string, at: number) => [name, row.split(',')[at] ?? ''])),
    )
    assert.deepEqual(new Set(lines.map(({ kind }) => kind)), new Set(['payment', 'transfer-out']))
    const day = lines.at(-1)?.day ?? ''
    const fee = { id: '', day, amount: '5.80', kind: 'fee', reference: '', institution: '' }
    return { merchant, content, lines: [...lines, fee, fee].sort((one, other) => (one.day < other.day ? -1 : 0)) }
  }

  for (const [name, layout, write] of forms) {
    test(`${name}: books every movement, and nothing of it twice`, async () => {
      const { merchant, lines, content } = await prepared()
      const body = { content: write(lines), layout: layoutOf(layout) }
      const first = await reconcile(merchant, body)
      assert.deepEqual(first.findings, [])
      assert.deepEqual([first.counts.lines, first.counts.matched, first.counts.stated], [lines.length, 4, 2])
      const after = await books(merchant)
      assert.deepEqual(after, {
        bank: sumOf(lines),
        'receivable:bank': 0,
        'suspense:statements': 0,
        'cost:bank-fees': 1_160,
      })
      const again = await reconcile(merchant, body)
      assert.deepEqual(
        [again.id, again.repeated, again.findings, again.counts.repeated],
        [first.id, true, [], lines.length],
      )
      // The other forms and our own say the same movements.
      for (const [, other, say] of forms) {
        const { findings, counts } = await reconcile(merchant, { content: say(lines), layout: layoutOf(other) })
        assert.deepEqual([findings, counts.repeated], [[], lines.length], other)
      }
      // This bank states its fees as lines of their own.
      const ours = await reconcile(merchant, { content: content.replace(',3.00,', ',0.00,') })
      assert.deepEqual([ours.findings, ours.counts.repeated], [[], lines.length - 2], content)
      assert.deepEqual(await books(merchant), after)
      await assertAudited(world())
    })

    test(`${name}: half of it, another account’s and a foreign network’s record nothing`, async () => {
      const { merchant, lines } = await prepared()
      const [whole, of] = [write(lines), layoutOf(layout)]
      const before = await books(merchant)
      const refused = async (body: object, ...reasons: string[]) => {
        const { status, body: answer, text } = await send(merchant, body)
        assert.equal(status, 400, text)
        assert.ok(reasons.includes(answer.error.reason), text)
        assert.doesNotMatch(text, /\{\w+\}|\^\[/)
        assert.deepEqual(await books(merchant), before)
      }
      const lacking = write(lines).replace(
        pesos(1_000_000 + sumOf(lines)).replace('.', layout === 'mt940' ? ',' : '.'),
        layout === 'mt940' ? '1,00' : '1.00',
      )
      await refused({ content: lacking, layout: of }, 'statement-balance')
      // A table may be cut within a balance.
      const reasons = layout === 'cargo-abono' ? ['statement-cut', 'statement-balance'] : ['statement-cut']
      await refused({ content: whole.slice(0, whole.length / 2), layout: of }, ...reasons)
      if (layout !== 'cargo-abono') {
        await refused({ content: whole, layout: { ...of, own_account: '646180110400000007' } }, 'statement-account')
      }
      await refused({ content: whole, layout: { ...of, network: 'nobody' } }, 'statement-network')
      await refused({ content: 'Fecha\n1', layout: of }, 'statement-heading', 'statement-cut', 'statement-xml')
      await refused({ content: whole, layout: { ...of, format: 'pdf' } }, 'parameters-invalid')
      await refused({ content: whole, start_date: '2027-01-01' }, 'parameters-invalid')
    })
  }

  test('whose balances count a payment twice leaves the second one open, on one line or on several, and pays nothing with it', async () => {
    for (const [name, layout, write] of forms) {
      const { merchant, lines } = await prepared()
      const twice = lines.flatMap((line) => (line.kind === 'payment' ? [line, line] : [line]))
      const { findings, counts } = await reconcile(merchant, { content: write(twice), layout: layoutOf(layout) })
      assert.deepEqual([counts.matched, counts.stated, counts.extra, counts.repeated], [4, 2, 3, 0], name)
      for (const { finding, became, record } of findings)
        assert.deepEqual([finding, became, record], ['extra', null, null])
      assert.equal((await books(merchant)).bank, sumOf(twice), name)
      const again = await reconcile(merchant, { content: `${write(twice)}\n`, layout: layoutOf(layout) })
      assert.deepEqual([again.counts.repeated, again.counts.extra], [9, 3], name)
      assert.equal((await books(merchant)).bank, sumOf(twice), name)
      await assertAudited(world())
    }
  })

  test('half of a table and then the whole table are booked once; a line that cannot be read is reported, and the rest is booked', async () => {
    const { merchant, lines } = await prepared()
    const { opening, closing, ...rest } = layoutOf('cargo-abono')
    const layout = { ...rest, ignore: [opening, closing] }
    const whole = asTable(lines)
    const rows = whole.split('\r\n')
    const half = rows.slice(0, 7).join('\r\n')
    const part = await reconcile(merchant, { content: half, layout })
    const shown = part.ignored.map(({ why, rule, lines, line, text }: Record<string, unknown>) => [
      why,
      rule,
      lines,
      line,
      text,
    ])
    assert.deepEqual(shown.slice(0, 1), [['above-heading', null, 1, 1, 'Banco de Prueba, S.A.']])
    assert.deepEqual(shown[1]?.slice(0, 4), ['ignore', 2, 1, 4])
    assert.equal(part.counts.ignored, 2)
    assert.deepEqual(
      part.ignored.map(({ because }: { because: string }) => /están arriba|el layout/.test(because)),
      [true, true],
    )
    const broken = rows.map((row, at) => (at === 4 ? row.replace(/\d\d\/\d\d\/(\d{4})/, '31/02/$1') : row)).join('\r\n')
    const result = await reconcile(merchant, { content: broken, layout })
    const [bad] = result.findings.filter(({ finding }: { finding: string }) => finding === 'malformed')
    assert.deepEqual([bad.line, bad.faults[0]], [5, 'day'])
    assert.match(bad.details[0].value, /^31\/02\//)
    assert.match(bad.details[0].expected, /^day debe ser una fecha/)
    const done = await reconcile(merchant, { content: whole, layout })
    assert.deepEqual(done.findings, [])
    assert.deepEqual(await books(merchant), {
      bank: sumOf(lines),
      'receivable:bank': 0,
      'suspense:statements': 0,
      'cost:bank-fees': 1_160,
    })
    await assertAudited(world())
  })

  test('that was read with the wrong layout is corrected by the same file with the right one', async () => {
    const { merchant, lines } = await prepared()
    const right = layoutOf('cargo-abono')
    const wrong = {
      ...right,
      kinds: right.kinds.map((one: { kind: string }) => ({
        ...one,
        kind: one.kind === 'fee' ? 'transfer-out' : one.kind,
      })),
    }
    const content = asTable(
      lines.map((line, at) => (line.kind === 'fee' ? { ...line, reference: '', id: `F${at}` } : line)),
    ).replaceAll(/;""?Comisión por ""SPEI"""?/g, ';Comisión')
    const first = await reconcile(merchant, {
      content,
      layout: {
        ...wrong,
        columns: {
          ...wrong.columns,
          id: ['Clave de rastreo', { column: 'Descripción', after: 'CVE RASTREO' }, 'Descripción'],
        },
      },
    })
    const again = await reconcile(merchant, { content, layout: right, corrects: first.id })
    assert.deepEqual([again.corrects, again.findings], [first.id, []])
    assert.deepEqual(await books(merchant), {
      bank: sumOf(lines),
      'receivable:bank': 0,
      'suspense:statements': 0,
      'cost:bank-fees': 1_160,
    })
    await assertAudited(world())
  })
})
