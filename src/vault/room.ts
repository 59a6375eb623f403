// The entry point of the vault: keys, sealed cards, and the refusal of card numbers in other texts.
import { availableParallelism } from 'node:os'
import type { Ground, Room } from '../api/room.ts'
import type { Issuer } from '../core/cards/issuers.ts'
import { createAtRest, keyIdOf } from './at-rest.ts'
import { chooseAtRestKeys } from './at-rest-key.ts'
import { createCardVault } from './cards.ts'
import { forgetSecretsTask } from './forget-secrets.ts'
import { knownCardFinder, knownCardRefuser } from './known-cards.ts'
import { identifierMasker } from './mask-known-cards.ts'
import { keyRoutes } from './routes.ts'
import { createTransportKeys } from './transport-keys.ts'

export async function vaultRoom(ground: Ground, { issuerOf }: { issuerOf(digits: string): Readonly<Issuer> }) {
  const { config, store } = ground
  const keys = chooseAtRestKeys(config)
  const atRest = createAtRest(keys)
  const maxAgeMs = config.envelopeMaxAgeMinutes * 60_000
  const transportKeys = await createTransportKeys({
    ...ground,
    atRest,
    bits: config.rsaBits,
    threads: config.rsaThreads || availableParallelism(),
    rotationHours: config.rsaRotationHours,
    slowDown: config.cardLimits !== undefined,
    maxAgeMs,
  })
  const holdsKnownCard = knownCardFinder({ store, atRest })
  const room: Room = {
    addRoutes: (app) => keyRoutes(app, { ...ground, transportKeys, maxAgeMs }),
    tasks: [forgetSecretsTask({ ...ground, cardKeptMonths: config.cardKeptMonths })],
    gauges: [
      { name: 'cobro_rsa_waiting', help: 'Envelopes that wait for RSA', read: () => transportKeys.queueDepth() },
    ],
    close: () => transportKeys.close(),
  }
  return {
    room,
    atRest,
    keyId: keyIdOf(atRest),
    /** The sealing of each key by itself, the present one first. */
    sealings: [keys.current, ...(keys.previous ?? [])].map((key) => createAtRest({ current: key })),
    cardVault: createCardVault({ ...ground, atRest, issuerOf }),
    transportKeys,
    maskIdentifier: identifierMasker(holdsKnownCard),
    refuseKnownCards: knownCardRefuser(holdsKnownCard),
  }
}
