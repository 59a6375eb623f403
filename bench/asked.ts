// The requests to each contestant, and the data that they need.
import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'

export const credential = `Basic ${Buffer.from('sk_dev_00000000000000000000000000000000:sandbox').toString('base64')}`
export const json = { authorization: credential, 'content-type': 'application/json' }
export const voucher = JSON.stringify({
  total: 150,
  store: 'OXXO',
  payment: { reference: { description: 'Pedido 1' } },
})

export const askVoucher = async () => ({
  method: 'POST' as const,
  path: '/v1/payment/convenience-store',
  headers: json,
  body: voucher,
})

/** A charge of a saved card, sealed anew for each request: the same envelope twice would be one payment. */
export async function askCardPayment(url: string) {
  const call = async (path: string, body: unknown): Promise<{ result: { token: string; id: string } }> => {
    const response = await fetch(url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as never
  }
  const pem = await (await fetch(`${url}/v1/public-key.pem`)).text()
  const card = { cardholder_name: 'Ana', number: '4242424242424242', expiration: '3012', cvv: '123' }
  const token = (await call('/v1/token', seal(card, pem))).result.token
  const customer = (await call('/v1/customer', { name: 'Ana', email: 'ana@example.mx' })).result.id
  const saved = (await call(`/v1/customer/${customer}/cards`, { token })).result.token
  const charge = {
    recurrent: saved,
    payment: {
      external: { transaction: '' },
      total: { amount: 100, currency: 'MXN' },
      reference: { number: '', description: 'Pedido 1' },
    },
  }
  const freshBody = () => JSON.stringify(seal(charge, pem))
  return { method: 'POST' as const, path: '/v1/payment/card', headers: json, freshBody }
}

/** One operation by id, after some were made. */
export async function askOperation(url: string) {
  const made = await makeVouchers(url, 100)
  return { method: 'GET' as const, path: `/v1/operations/${made}`, headers: { authorization: credential } }
}

/** The first page of fifty with its totals. */
export async function askList(url: string) {
  await makeVouchers(url, 200)
  return { method: 'GET' as const, path: '/v1/operations', headers: { authorization: credential } }
}

async function makeVouchers(url: string, count: number): Promise<string> {
  let id = ''
  for (let i = 0; i < count; i += 1) {
    const response = await fetch(`${url}/v1/payment/convenience-store`, {
      method: 'POST',
      headers: json,
      body: voucher,
    })
    if (!response.ok) throw new Error(await response.text())
    id = ((await response.json()) as { result: { transaction: string } }).result.transaction
  }
  return id
}

function seal(message: unknown, pem: string): { key: string; data: string } {
  const key = Buffer.from(randomBytes(16).toString('hex'))
  const cipher = createCipheriv('aes-256-ecb', key, null)
  const data = Buffer.concat([cipher.update(JSON.stringify(message), 'utf8'), cipher.final()])
  const sealed = publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, key)
  return { key: sealed.toString('base64'), data: data.toString('base64') }
}
