// The ceiling of the HTTP layer: the same framework and schemas as the service, and no work at all.
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'

const voucher = {
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    result: {
      type: 'object',
      properties: {
        transaction: { type: 'string' },
        store: { type: 'object', properties: { name: { type: 'string' }, short_name: { type: 'string' } } },
        bank_account_number: { type: 'string' },
        bank_name: { type: 'string' },
        payment_id: { type: 'string' },
        short_id: { type: 'string' },
        reference: { type: 'object', properties: { description: { type: 'string' } } },
        total: { type: 'object', properties: { amount: { type: 'string' }, currency: { type: 'string' } } },
        url: { type: 'string' },
        timestamp: { type: 'string' },
        expiration_date: { type: 'string' },
        status: { type: 'integer' },
        status_code: { type: 'string' },
      },
    },
  },
} as const

const body = {
  type: 'object',
  required: ['total'],
  properties: {
    total: { type: 'number' },
    store: { type: 'string', maxLength: 40 },
    payment: {
      type: 'object',
      properties: { reference: { type: 'object', properties: { description: { type: 'string', maxLength: 250 } } } },
    },
  },
} as const

const app = Fastify({ logger: false })
const answer = (total: number, description: string) => ({
  success: true,
  result: {
    transaction: '01a1f9bc-a369-7000-8e3f-b7aed9784204',
    store: { name: 'OXXO', short_name: 'OXXO' },
    bank_account_number: '93000000000001',
    bank_name: 'OXXO',
    payment_id: '930000000001',
    short_id: '00000001',
    reference: { description },
    total: { amount: total.toFixed(2), currency: 'MXN' },
    url: 'http://127.0.0.1/p/01a1f9bc-a369-7000-8e3f-b7aed9784204-aaaaaaaaaaaaaaaaaaaa',
    timestamp: '2026-11-20T10:11:28-06:00',
    expiration_date: '2026-11-23T23:59:59-06:00',
    status: 2,
    status_code: 'pending',
  },
})
app.post('/voucher', { schema: { body, response: { 200: voucher } } }, async (request) => {
  const { total, payment } = request.body as { total: number; payment?: { reference?: { description?: string } } }
  return answer(total, payment?.reference?.description ?? '')
})
app.get('/voucher', { schema: { response: { 200: voucher } } }, async () => answer(150, 'Pedido 1'))

if (process.argv[1] === fileURLToPath(import.meta.url))
  await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
