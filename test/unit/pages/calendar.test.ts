import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BLANK_OPERATION } from '../../../src/operations/blank.ts'
import { calendarFile } from '../../../src/pages/calendar.ts'
import { payerContent } from '../../../src/pages/content.ts'
import type { Operation } from '../../../src/store/operation.ts'

const now = '2026-11-20T16:00:00.000Z'
const operation = {
  ...BLANK_OPERATION,
  id: '01a1f9ef-bdf7-7000-ba54-454a7833e5d4',
  created_at: now,
  rail: 'store',
  status: 'pending',
  status_at: now,
  total_centavos: 125_050,
  network_reference: '93000012345675',
  chain: 'OXXO',
  expires_at: '2026-11-24T05:59:59.999Z',
} as unknown as Operation

function fileOf(change: Partial<Operation>, merchant = 'Tienda'): string | undefined {
  const row = { ...operation, ...change } as Operation
  const url = `https://pagos.example.mx/p/${row.id}-Udh7-PVQhLj8Lx8beivx`
  return calendarFile(payerContent({ operation: row, merchant, url, sandbox: false, now }, 'es'), row.id, now)
}

test('a slip’s deadline is an event with a reminder a day before; a slip that cannot be paid has none', () => {
  const file = fileOf({}) ?? ''
  for (const line of ['DTSTART:20261124T055959Z', 'TRIGGER:-P1D', 'SUMMARY:Pagar $1\\,250.50 a Tienda'])
    assert.ok(file.includes(`\r\n${line}\r\n`), file)
  assert.equal(fileOf({ status: 'paid' }), undefined)
  assert.equal(fileOf({ status: 'expired' }), undefined)
})

test('no merchant’s name adds a line to the file or makes one too long', () => {
  const lines = (fileOf({}) ?? '').split('\r\n').filter((line) => !line.startsWith(' ')).length
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (merchant) => {
      const file = fileOf({}, merchant) ?? ''
      const parts = file.split('\r\n')
      assert.ok(parts.every((part) => Buffer.byteLength(part) <= 75 && !/[\r\n]/.test(part)))
      assert.equal(parts.filter((part) => !part.startsWith(' ')).length, lines)
    }),
  )
})
