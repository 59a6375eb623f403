// The operator reconciles a network's file with everybody's books, sees what is open, and writes off what nobody will explain.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAudited, operationOf, payAtStore, storeVoucher } from '../support/fixtures/payers.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

test('cobro reconcile, cobro open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-reconcile-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const world = await openWorld('sqlite', { DATABASE_URL: url })
  try {
    const cobro = async (...words: string[]) => {
      const { code, out, error } = await runCobro(words, {
        DATABASE_URL: url,
        DATA_DIR: world.environment.DATA_DIR ?? '',
      })
      return { code, text: out + error }
    }
    const [one, other] = [await world.merchant(), await world.merchant()]
    const paid = await storeVoucher(one, { total: 100 })
    await payAtStore(one, { transaction: paid.transaction })
    const lost = await storeVoucher(other, { total: 80 })
    const parts = await Promise.all(
      [one, other].map(async (merchant) => {
        const answer = await merchant.get('/v1/sandbox/statement?rail=store&extra=1&settled=false')
        return answer.body.result.content.trimEnd().split('\r\n') as string[]
      }),
    )
    const head = parts[0]?.slice(0, 2) ?? []
    const lines = parts.flatMap((part) => part.slice(2, -1))
    const unknown = lines[0]
      ?.replace(/store,[^,]*/, 'store,NOBODYS')
      .replace('100.00', '7.00')
      .replace(/payment,5.00,\d*/, 'payment,0.00,')
    const file = join(folder, 'statement.csv')
    writeFileSync(file, [...head, ...lines, unknown, 'nonsense', 'trailer,4,187.00', ''].join('\n'))

    const half = join(folder, 'half.csv')
    writeFileSync(half, [...head, ...lines].join('\n'))
    const refused = await cobro('reconcile', half)
    assert.deepEqual([refused.code, /incomplete/.test(refused.text)], [1, true], refused.text)
    assert.equal((await cobro('reconcile', join(folder, 'none.csv'))).code, 2)

    const layout = join(folder, 'layout.json')
    writeFileSync(layout, '{')
    assert.match((await cobro('reconcile', file, '--layout', layout)).text, /is no JSON/)
    writeFileSync(layout, JSON.stringify({ layout: 1, format: 'csv' }))
    const none = await cobro('reconcile', file, '--layout', layout)
    assert.deepEqual([none.code, /network is required/.test(none.text)], [1, true], none.text)
    assert.equal((await cobro('reconcile', file, '--first-day', '2027-01-01')).code, 2)
    const written = {
      ...{ layout: 1, format: 'csv', network: 'sandbox-cash', rail: 'store', dates: 'DMY' },
      columns: {
        id: 'Folio',
        day: 'Fecha',
        amount: 'Importe',
        reference: 'Código',
        institution: 'Cadena',
        fee: 'Comisión',
      },
      kinds: [{ kind: 'payment' }],
      ignore: [{ has: ['promedio'] }, { column: 'Folio', has: ['total'] }],
    }
    writeFileSync(layout, JSON.stringify(written))
    const bank = join(folder, 'bank.csv')
    const [cash = '', , rest = ''] = lines[0]?.match(/^sandbox-cash,store,([^,]*),(.*)$/) ?? []
    const [day = '', amount = '', , fee = '', code = '', chain = ''] = rest.split(',')
    const row = [day.split('-').reverse().join('/'), `"$${amount}"`, `-${fee}`, code, chain, cash.split(',')[2]].join(
      '\t',
    )
    writeFileSync(
      bank,
      `FECHA\tIMPORTE\tCOMISION\tCODIGO\tCADENA\tFOLIO\r\n${row}\r\n99/99/2027\t1.00\r\n\t1.00\t\t\t\tTOTAL\r\n`,
    )
    const laidOut = await cobro('reconcile', bank, '--layout', layout)
    assert.match(laidOut.text, /malformed\tline 3\t.*day must be a date.*: "99\/99\/2027"/)
    assert.match(laidOut.text, /lines 2\tmatched 1\t.*\tnot read 1$/m)
    assert.match(laidOut.text, /^not read\tline 4\t1 in all\tthe layout says so \(ignore\): 2\t1\.00 · TOTAL$/m)

    const first = await cobro('reconcile', file)
    assert.equal(first.code, 1, first.text)
    assert.match(first.text, /malformed\tline 6\t/)
    assert.match(first.text, /extra\tline 4\t.*matched: voucher-paid/)
    assert.match(first.text, /extra\tline 5\t.*suspended: reference-unknown/)
    assert.equal((await operationOf(other, lost.transaction)).status, 'N')
    const repeated = await cobro('reconcile', file, '--json')
    const last = JSON.parse(repeated.text.trim().split('\n').at(-1) ?? '')
    assert.equal(last.repeated, true)
    assert.deepEqual([last.counts.repeated, last.counts.extra, last.counts.malformed], [3, 0, 1])

    const strange = join(folder, 'strange.csv')
    const changed = lines[0]?.replace('store,', 'store,X').replace('payment', 'transfer-out')
    writeFileSync(strange, [...head, changed, 'trailer,1,100.00'].join('\n'))
    assert.equal((await cobro('reconcile', strange)).code, 1)
    const open = await cobro('open')
    assert.equal(open.code, 0, open.text)
    assert.match(open.text, /^held\tpay_/m)
    assert.match(open.text, /^receivable\treceivable:cash-network\t/m)
    // Money went out that the books do not have.
    const line = /^line\t(stl_\w+)\t\S+\t-100\.00\t.*extra$/m.exec(open.text)?.[1] ?? ''
    assert.equal((await cobro('reconcile', 'close', line, '--because', ' ')).code, 2)
    assert.equal((await cobro('reconcile', 'close', line, '--because', 'nobody knows it')).code, 0)
    assert.equal((await cobro('reconcile', 'close', line)).code, 1, 'only once')
    assert.equal((await cobro('reconcile', 'close', 'stl_none')).code, 1)
    assert.doesNotMatch((await cobro('open')).text, /^line\t/m)
    assert.equal((await cobro('reconcile', strange)).code, 0, 'what is written off is settled')
    const trail = (await cobro('trail')).text
    assert.match(
      trail,
      new RegExp(`operator \\S+ cobro reconcile close\\tstatement_line\\.closed\\t${line}\\t.*nobody knows it`),
    )
    assert.match(trail, /"written_off_centavos":-10000/)

    const wrongId = JSON.parse((await cobro('reconcile', strange, '--json')).text.trim().split('\n').at(-1) ?? '').id
    const right = join(folder, 'right.csv')
    writeFileSync(right, [...head, 'trailer,0,0.00'].join('\n'))
    assert.equal((await cobro('reconcile', right, '--corrects', 'stm_none')).code, 1)
    const corrected = await cobro('reconcile', right, '--corrects', wrongId, '--json')
    const result = JSON.parse(corrected.text.trim().split('\n').at(-1) ?? '')
    assert.deepEqual([result.corrects, result.counts.superseded], [wrongId, 1], corrected.text)
    const again = await cobro('reconcile', strange)
    assert.deepEqual([again.code, again.text.includes(result.id)], [1, true], again.text)
    const list = (await cobro('reconcile', 'list')).text
    assert.match(list, new RegExp(`^${wrongId}\t.*\tcorrected\t$`, 'm'))
    assert.match(list, new RegExp(`^${result.id}\t.*\tdone\tcorrects ${wrongId}$`, 'm'))
    const shown = (await cobro('reconcile', 'show', wrongId)).text
    assert.match(shown, new RegExp(`\ttransfer-out\t.*\tsuperseded by ${result.id}$`, 'm'))
    assert.equal((await cobro('reconcile', 'show', 'stm_none')).code, 2)
    assert.match((await cobro('trail')).text, new RegExp(`cobro reconcile\tstatement\\.corrected\t${wrongId}\t`))
    assert.equal((await cobro('audit')).code, 0)
    await assertAudited(world)
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
