// What an event is about at the console: every kind of event has a text, and leads to the page of its subject where there is one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from '../../../web/src/webhook/subject.ts'

const kinds: [title: string, event: { operation: string | null; data: object }, expected: object | undefined][] = [
  [
    'a payment, by the shop’s own number',
    { operation: '01a2-x', data: { transaction: '01a2-x', reference: { number: 'P-7', description: 'Café' } } },
    { path: '/operations/01a2-x', text: 'P-7' },
  ],
  [
    'a payment without one, by what it is for',
    { operation: '01a2-x', data: { transaction: '01a2-x', reference: { number: '', description: 'Café' } } },
    { path: '/operations/01a2-x', text: 'Café' },
  ],
  [
    'a payment with nothing of its shop, by what it is and its amount',
    {
      operation: '01a2-x',
      data: { transaction: '01a2-x', reference: { number: '' }, total: { amount: '1250.00', currency: 'MXN' } },
    },
    { path: '/operations/01a2-x', text: ['Pago de $1,250.00', 'Payment of $1,250.00'] },
  ],
  [
    'the failed charge of a plan',
    { operation: '01a2-x', data: { id: 'sub_1', customer: 'cus_1', transaction: '01a2-x' } },
    { path: '/operations/01a2-x', text: ['Cobro de un plan', 'Charge of a plan'] },
  ],
  [
    'the charge of a plan, by what it is for',
    {
      operation: '01a2-x',
      data: { transaction: '01a2-x', reference: { number: 'sub_06f2k3xqv1n8r4t7w0y5z9abcd', description: 'Club' } },
    },
    { path: '/operations/01a2-x', text: 'Club' },
  ],
  ['a checkout', { operation: null, data: { id: 'chk_1', reference: 'MESA-4' } }, { path: '/links', text: 'MESA-4' }],
  [
    'a checkout without a reference',
    { operation: null, data: { id: 'chk_1', reference: '' } },
    { path: '/links', text: ['Link de pago', 'Payment link'] },
  ],
  [
    'a checkout that says what for',
    { operation: null, data: { id: 'chk_1', reference: '', description: 'Pedido 7' } },
    { path: '/links', text: 'Pedido 7' },
  ],
  [
    'a subscription leads to its customer',
    { operation: null, data: { id: 'sub_1', customer: 'cus_1', plan: 'pln_1' } },
    { path: '/customers/cus_1', text: ['Suscripción', 'Subscription'] },
  ],
  ['a customer', { operation: null, data: { id: 'cus_1', name: 'Ana' } }, { path: '/customers/cus_1', text: 'Ana' }],
  [
    'a payout',
    { operation: null, data: { id: 'po_1', date: '2026-12-24' } },
    { path: '/payouts/2026-12-24', text: ['24 dic 2026', 'Dec 24, 2026'] },
  ],
  [
    'a dispute',
    { operation: null, data: { id: 'dsp_1', transaction: '01a2', amount: '950.00' } },
    { path: '/disputes/dsp_1', text: ['Aclaración de $950.00', 'Dispute of $950.00'] },
  ],
  [
    'a refund leads to its payment',
    { operation: null, data: { id: 'ref_1', transaction: '01a2', amount: { amount: '90.00', currency: 'MXN' } } },
    { path: '/operations/01a2', text: ['Devolución de $90.00', 'Refund of $90.00'] },
  ],
  ['a month', { operation: null, data: { month: '2026-10' } }, { text: ['octubre de 2026', 'October 2026'] }],
  ['a day of the books', { operation: null, data: { day: '2026-12-29' } }, { text: ['29 dic 2026', 'Dec 29, 2026'] }],
  ['nothing', { operation: null, data: {} }, undefined],
]

for (const [title, event, expected] of kinds)
  test(title, () => {
    assert.deepEqual(subjectOf(event as Parameters<typeof subjectOf>[0]), expected)
  })
