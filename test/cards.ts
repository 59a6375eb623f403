// Cards as a story's payer types them: sealed under the service's published key, as a client does it.
import assert from 'node:assert/strict'
import { sealEnvelope } from './envelope-seal.ts'
import type { Merchant, World } from './world.ts'

export type TypedFields = Record<string, unknown>

/** A holder, a future month and a code; a story adds the number and other fields. */
const TYPED = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123' }

export async function publicKeyOf(world: World): Promise<string> {
  const { body } = await world.send({ method: 'GET', url: '/v1/public-key' })
  return body.result.public_key
}

/** `{key, data}` of a card's fields, or of an exact text. */
export async function sealedCard(world: World, fields: TypedFields | string): Promise<{ key: string; data: string }> {
  const message = typeof fields === 'string' ? fields : 'card' in fields ? fields : { ...TYPED, ...fields }
  return sealEnvelope(message, await publicKeyOf(world))
}

/** A new `tok_` of a merchant's. */
export async function tokenFor(world: World, merchant: Merchant, number: string): Promise<string> {
  const cvv = number.startsWith('3') ? '1234' : '123'
  const { status, body, text } = await merchant.post('/v1/token', await sealedCard(world, { number, cvv }))
  assert.equal(status, 200, text)
  return body.result.token
}
