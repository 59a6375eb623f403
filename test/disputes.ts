// Steps of stories about disputes: pay by card, have the bank dispute it, answer, and let the bank decide.
import assert from 'node:assert/strict'
import { payByCard } from './charges.ts'
import type { Answer, Merchant, World } from './world.ts'
import { basic } from './world.ts'

/** Makes a card payment of this number of pesos; answers its transaction. */
export async function paidByCard(
  world: World,
  merchant: Merchant,
  pesos = 500,
  number = '4242424242424242',
): Promise<string> {
  const { status, body, text } = await payByCard(world, merchant, number, { 'payment.total.amount': pesos })
  assert.equal(status, 200, text)
  return body.result.operations[0].transaction
}

/** The bank disputes a payment; answers the dispute. */
// biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely.
export async function disputed(merchant: Merchant, transaction: string, asked: object = {}): Promise<any> {
  const { status, body, text } = await merchant.post('/v1/sandbox/disputes', { transaction, ...asked })
  assert.equal(status, 200, text)
  return body.result.dispute
}

// biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely.
export async function disputeOf(merchant: Merchant, id: string): Promise<any> {
  const { status, body, text } = await merchant.get(`/v1/disputes/${id}`)
  assert.equal(status, 200, text)
  return body.result
}

export async function decided(merchant: Merchant, id: string, outcome: 'won' | 'lost'): Promise<void> {
  const { status, text } = await merchant.post(`/v1/sandbox/disputes/${id}`, { outcome })
  assert.equal(status, 200, text)
}

/** A file's bytes, with the type that the request declares. */
export function upload(
  world: World,
  merchant: Merchant,
  id: string,
  content: Buffer | string,
  {
    type = 'application/octet-stream',
    query = 'kind=shipping',
    headers = {},
  }: {
    type?: string
    query?: string
    headers?: Record<string, string>
  } = {},
): Promise<Answer> {
  return world.send({
    method: 'POST',
    url: `/v1/disputes/${id}/files?${query}`,
    headers: {
      authorization: basic(merchant.appKey, merchant.secret),
      ...(type !== '' && { 'content-type': type }),
      ...headers,
    },
    payload: content,
  })
}

/** The balances of the ledger accounts that disputes move, in pesos; amounts owed to others are positive. */
export async function standing(world: World, merchant: Merchant): Promise<Record<string, number>> {
  const rows = await world.service.store.db
    .selectFrom('balances')
    .select(['ledger_account', 'amount_centavos'])
    .where('account_id', '=', merchant.accountId)
    .execute()
  const sum = (account: string) =>
    rows.filter((row) => row.ledger_account === account).reduce((total, row) => total - row.amount_centavos, 0) / 100
  return {
    merchant: sum('payable:merchant'),
    held: sum('payable:disputes'),
    fees: sum('income:fees'),
    iva: sum('payable:iva'),
    acquirer: 0 - sum('receivable:acquirer'),
  }
}
