// An account with the rule of two people, for stories: its owners, and their payments, requests, approvals and refusals.
import assert from 'node:assert/strict'
import { APPROVED, payByCard } from './charges.ts'
import { person, type SignedIn } from './console.ts'
import type { Answer, Merchant, World } from './world.ts'

export function inTwos(world: () => World) {
  /** A shop whose rule begins above 100.00, with two owners. */
  const shop = async (above: string | null = '100.00') => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const luis = await person(world(), merchant, 'owner')
    if (above !== null) await rule(ana, above)
    return { merchant, ana, luis }
  }
  const rule = async (one: SignedIn, above: string | null) => {
    const set = await one.call('PUT', '/v1/console/second-person', { above })
    assert.equal(set.status, 200, set.text)
  }
  const paid = async (merchant: Merchant, amount = 500) => {
    const answer = await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': amount })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result.operations[0].transaction as string
  }
  const refusedAlone = (answer: Answer) => {
    assert.equal(answer.status, 403, answer.text)
    assert.equal(answer.body.error?.code, 'SecondPersonException')
  }
  const ask = async (one: SignedIn, path: string, body: unknown = {}) => {
    const answer = await one.call('POST', `/v1/console/ask${path}`, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result.approval as string
  }
  const approve = (one: SignedIn, id: string) => one.call('POST', `/v1/console/approvals/${id}/approve`, {})
  const seen = async (one: SignedIn, id: string) =>
    (await one.call('GET', '/v1/console/approvals')).body.result.approvals.find((row: { id: string }) => row.id === id)
  const refundsOf = async (merchant: Merchant, id: string) =>
    (await merchant.get(`/v1/operations/${id}/refunds`)).body.result.refunds
  return { shop, rule, paid, refusedAlone, ask, approve, seen, refundsOf }
}
