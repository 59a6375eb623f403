// Why something is open, in both languages, with its values.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyKept } from '../../../src/reconciliation/notices/why-kept.ts'
import { whyOpen } from '../../../src/reconciliation/open.ts'
import { stateAndReason } from '../../../src/transfers/held.ts'

test('a line of a statement says what it is and what differs', () => {
  const line = { kind: 'return', movement: 'ab-{}', network: 'stp', day: '2026-11-26' } as const
  assert.deepEqual(whyOpen({ ...line, differs: 'amount day' }), [
    'transferencia que volvió ab-{} de stp del 2026-11-26: otro monto y otro día',
    'return ab-{} of stp on 2026-11-26: other amount day',
  ])
})

test('a kept report says why nobody could act on it', () => {
  assert.deepEqual(whyKept({ why: 'contradiction', notice: 'dispute', detail: '' }), [
    'contradice lo que se registró sobre la aclaración',
    'it contradicts what is on record of the dispute',
  ])
  assert.deepEqual(whyKept({ why: 'refused', notice: 'statement', detail: 'statement-cut' }), [
    'se rechaza el estado de cuenta: statement-cut',
    'the statement is refused: statement-cut',
  ])
  assert.deepEqual(whyKept({ why: 'unreadable', notice: '', detail: 'no JSON' }), ['no JSON', 'no JSON'])
})

test('a failed transfer says the reason of its bank, as far as there is one', () => {
  assert.deepEqual(stateAndReason({ state: 'rejected', reason: 'the account is closed' }), [
    'rechazada: la cuenta está cerrada',
    'rejected: the account is closed',
  ])
  assert.deepEqual(stateAndReason({ state: 'returned', reason: 'Cta bloqueada' }), [
    'regresó: la red dice: «Cta bloqueada»',
    'returned: Cta bloqueada',
  ])
  assert.deepEqual(stateAndReason({ state: 'returned', reason: '' }), ['regresó', 'returned'])
})
