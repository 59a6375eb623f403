// A file in another encoding than its layout says is refused as a whole, and none of its accents is taken for two other letters.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../src/failures.ts'
import { readLayout } from '../../../src/reconciliation/formats/layout.ts'
import { laidOut } from '../../../src/reconciliation/formats/read-by-layout.ts'

const checks = {
  today: { card: '2027-02-20', store: '2027-02-20', spei: '2027-02-22' },
  railsOf: () => ['spei' as const],
  hasAccount: () => false,
}
const kinds = [{ kind: 'fee', column: 'Concepto', has: ['Comisión'] }, { kind: 'payment' }]
const columns = { day: 'Fecha', id: 'Rastreo', amount: 'Importe' }

/** The kinds of the movements; of a refused file the reason. The bytes come in pieces that cut characters. */
async function read(content: Buffer, encoding: string): Promise<unknown> {
  const layout = readLayout({ layout: 1, format: 'csv', network: 'bank', rail: 'spei', encoding, columns, kinds })
  const source = async function* () {
    for (let at = 0; at < content.length; at += 7) yield content.subarray(at, at + 7)
  }
  try {
    const reader = await laidOut(source, layout, { firstDay: undefined, lastDay: undefined }, checks)
    const pieces = await Array.fromAsync(reader(source()))
    return pieces.flatMap((piece) => (piece.kind === 'movement' ? [piece.movement.kind] : []))
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return error.reason
  }
}

const table = (concept: string) => `Fecha,Rastreo,Importe,Concepto\n2027-01-27,K1,5.80,${concept}`

test('UTF-8 that a layout takes for an encoding of one byte a character is refused', async () => {
  for (const encoding of ['windows-1252', 'iso-8859-1']) {
    for (const text of [table('Comisión'), table('año'), `\ufeff${table('Pago')}`, table('Comisión 5 €')])
      assert.equal(await read(Buffer.from(text), encoding), 'statement-encoding', text)
    // Accents of one byte, at the end too, and plain letters, which are the same in all of them.
    assert.deepEqual(await read(Buffer.from(table('Comisión'), 'latin1'), encoding), ['fee'])
    assert.deepEqual(await read(Buffer.from(table('Comisión por año é'), 'latin1'), encoding), ['fee'])
    assert.deepEqual(await read(Buffer.from(table('Pago é'), 'latin1'), encoding), ['payment'])
    assert.deepEqual(await read(Buffer.from(table('Pago')), encoding), ['payment'])
  }
})

test('a text of one byte or two a character is refused as UTF-8', async () => {
  assert.deepEqual(await read(Buffer.from(table('Comisión')), 'utf-8'), ['fee'])
  assert.equal(await read(Buffer.from(table('Comisión'), 'latin1'), 'utf-8'), 'statement-encoding')
  assert.equal(await read(Buffer.from(`\ufeff${table('Comisión')}`, 'utf16le'), 'utf-8'), 'statement-encoding')
})
