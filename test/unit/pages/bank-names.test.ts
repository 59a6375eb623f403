import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClabe } from '../../../src/core/banks/clabe.ts'
import { bankCodes } from '../../../src/core/banks/institutions.ts'
import { payerBankName } from '../../../src/pages/refund-page.ts'

test('a payer sees the usual name of the bank', () => {
  const nameAt = (bank: string) => payerBankName(makeClabe({ bank, place: '180', account: '00123456789' }))
  assert.equal(nameAt('012'), 'BBVA México')
  assert.equal(nameAt('638'), 'Nu México')
  assert.equal(nameAt('072'), 'Banorte')
  for (const bank of Object.keys(bankCodes)) assert.doesNotMatch(nameAt(bank) ?? '', /Mexico|MEXICO|Bajio|Uala/)
})
