// The transport key that worlds start with, like a service that was started before: to make an RSA key takes longer than most stories.
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClock } from '../../../src/core/clock.ts'
import type { Store } from '../../../src/store/store.ts'
import { createAtRest } from '../../../src/vault/at-rest.ts'
import { publishKey } from '../../../src/vault/transport-key-rows.ts'

/** Looks random, which production demands. */
const AT_REST_KEY = hash('sha256', 'cobro-tests', 'buffer')
/** The same as a setting. */
export const AT_REST_SETTING = AT_REST_KEY.toString('hex')

/** Settings of a world that makes its own first key: it is sealed under another key, has another size or another database. */
const OF_ITS_OWN = ['DATABASE_URL', 'DATA_DIR', 'AT_REST_KEY', 'RSA_BITS']

export function startsWithKey(settings: Record<string, string>): boolean {
  return OF_ITS_OWN.every((name) => settings[name] === undefined)
}

/** Publishes the key, sealed under the at-rest key of `writeAtRestKey`. */
export async function publishFirstKey(store: Store): Promise<void> {
  const atRest = createAtRest({ current: AT_REST_KEY })
  await publishKey({ store, clock: createClock(), atRest, bits: 2048, rotationHours: 24 }, undefined)
}

/** Makes the file of the at-rest key in a service's folder. */
export function writeAtRestKey(folder: string): void {
  writeFileSync(join(folder, 'at-rest.key'), AT_REST_SETTING, { mode: 0o600 })
}
