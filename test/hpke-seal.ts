// Seals a message under HPKE as our own client does, for the use that a test names.
import { sealFor } from '../client/src/seal.ts'
import type { World } from './world.ts'

export interface HpkeUse {
  call: 'POST /v1/token' | 'POST /v1/payment/card'
  presentedAs: string
  /** How long ago it was sealed; negative: in the future. */
  agoMs?: number
}

export async function hpkeKeyOf(world: World): Promise<{ keyId: string; publicKey: string; timeMs: number }> {
  const { body } = await world.send({ method: 'GET', url: '/v1/public-key' })
  return { keyId: body.result.key_id, publicKey: body.result.hpke.public_key, timeMs: body.result.time_ms }
}

export async function sealHpkeEnvelope(world: World, message: unknown, { call, presentedAs, agoMs = 0 }: HpkeUse) {
  const key = await hpkeKeyOf(world)
  return sealFor(message, key, { call, presentedAs, sealedAtMs: key.timeMs - agoMs })
}
