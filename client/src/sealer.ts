// Seals messages under the service's current public key: fetched once, and anew when the service has changed it.
import type { Call } from './call.ts'
import { CobroError } from './errors.ts'
import { type Sealed, sealCharge } from './seal.ts'

export interface Sealer {
  /** Seals `message` and sends it; when the service cannot open it, once more under the key it has then. */
  send<T>(message: unknown, send: (sealed: Sealed) => Promise<T>): Promise<T>
}

export function createSealer(call: Call): Sealer {
  let key: Promise<string> | undefined
  const publicKey = () => {
    key ??= call('GET /v1/public-key', {}).then(
      (answer) => answer.public_key,
      (error: unknown) => {
        key = undefined
        throw error
      },
    )
    return key
  }
  return {
    send: async (message, send) => {
      const first = await publicKey()
      try {
        return await send(await sealCharge(message, first))
      } catch (error) {
        if (!(error instanceof CobroError) || error.code !== 'InvalidEncryptionException') throw error
        key = undefined
        return send(await sealCharge(message, await publicKey()))
      }
    },
  }
}
