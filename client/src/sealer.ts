// Seals messages under the service's current public key: fetched once, and again when the service has changed it.
import type { Call, CobroSettings } from './call.ts'
import { CobroError } from './errors.ts'
import { presentedToken, type Sealed, sealCharge, sealFor } from './seal.ts'
import type { Calls } from './types.ts'

export interface Sealer {
  /**
   * Seals `message` for one call and sends it: under HPKE, or under RSA where the service has no HPKE key. When the service cannot open it,
   * once more under the RSA key that it has then, which needs no clock.
   */
  send<T>(callName: SealedCall, message: unknown, send: (sealed: Sealed) => Promise<T>): Promise<T>
}

/** The last is that of the service's own page, whose sender is the checkout. */
export type SealedCall = 'POST /v1/token' | 'POST /v1/payment/card' | 'POST /c/pay'

type Published = Omit<Calls['GET /v1/public-key']['result'], 'hpke' | 'time_ms'> &
  // A service from before HPKE answers neither.
  Partial<Pick<Calls['GET /v1/public-key']['result'], 'hpke' | 'time_ms'>>

export function createSealer(call: Call, { appKey, token }: Pick<CobroSettings, 'appKey' | 'token'>): Sealer {
  let key: Promise<Published & { aheadMs: number }> | undefined
  const published = () => {
    key ??= call('GET /v1/public-key', {}).then(
      (answer: Published) => ({ ...answer, aheadMs: (answer.time_ms ?? 0) - Date.now() }),
      (error: unknown) => {
        key = undefined
        throw error
      },
    )
    return key
  }
  const first = async (callName: SealedCall, message: unknown): Promise<Sealed> => {
    const { key_id, public_key, hpke, aheadMs } = await published()
    const presentedAs = token === undefined ? appKey : await presentedToken(token)
    if (!hpke || presentedAs === undefined) return sealCharge(message, public_key)
    const sealedAtMs = Date.now() + aheadMs
    return sealFor(message, { keyId: key_id, publicKey: hpke.public_key }, { call: callName, presentedAs, sealedAtMs })
  }
  return {
    send: async (callName, message, send) => {
      try {
        return await send(await first(callName, message))
      } catch (error) {
        if (!(error instanceof CobroError) || error.code !== 'InvalidEncryptionException') throw error
        key = undefined
        return send(await sealCharge(message, (await published()).public_key))
      }
    },
  }
}
