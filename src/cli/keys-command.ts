// `cobro keys`: lists and rotates the keys that clients seal under, and reseals the data at rest.
import type { Config } from '../config.ts'
import { trailWrite } from '../trail/record.ts'
import { NothingRead, UsageError } from './command.ts'
import { note, tell, withDatabase } from './opened-database.ts'
import { atTerminal, counted } from './terminal.ts'

export async function keys(config: Config, [action = 'list']: string[], json: boolean): Promise<void> {
  const [
    { createAtRest },
    { existingAtRestKeys },
    transport,
    { reseal, vaultColumns },
    { sealedSecrets },
    { sealedCodes },
    { sealedParts },
    { sealedTotp },
  ] = await Promise.all([
    import('../vault/at-rest.ts'),
    import('../vault/at-rest-key.ts'),
    import('../vault/transport-key-rows.ts'),
    import('../vault/reseal.ts'),
    import('../webhooks/endpoints.ts'),
    import('../messages/letters.ts'),
    import('../disputes/evidence.ts'),
    import('../console/second-factor.ts'),
  ])
  await withDatabase(config, { writes: action !== 'list' }, async ({ store, clock, name }) => {
    const sealing = () => ({ store, clock, atRest: createAtRest(existingAtRestKeys(config)) })
    switch (action) {
      case 'list': {
        const keys = await transport.listTransportKeys(store)
        if (keys.length === 0)
          throw new NothingRead(
            `There is no key in ${name} yet: look at DATABASE_URL, or start the service, which publishes the first.`,
          )
        for (const key of keys) {
          const state = key.readable_until === null ? 'published' : `readable until ${key.readable_until}`
          tell(json, [key.id, `RSA-${key.bits}`, key.created_at, state].join('\t'), { ...key })
        }
        return note(`Read ${counted(keys.length, 'key')} in ${name}`)
      }
      case 'rotate': {
        const key = await transport.rotateTransportKeys({
          ...sealing(),
          bits: config.rsaBits,
          rotationHours: config.rsaRotationHours,
          by: atTerminal('keys rotate'),
        })
        return tell(json, `published ${key.keyId}\n${key.publicPem}`, {
          published: key.keyId,
          public_key: key.publicPem,
        })
      }
      case 'reseal': {
        const needs = sealing()
        const resealed: Record<string, number> = {}
        for (const column of [...vaultColumns, ...sealedSecrets, ...sealedCodes, ...sealedParts, sealedTotp]) {
          const count = await reseal(needs, column)
          if (count > 0) resealed[`${column.table}.${column.column}`] = count
          const place = `${column.table}.${column.column}`
          tell(json, `${place}\t${count} sealed again`, { column: place, sealed_again: count })
        }
        const key = needs.atRest.currentPrefix.split('.')[1] ?? ''
        const after = { at_rest_key: key, sealed_again: resealed }
        const entry = { accountId: null, action: 'at_rest.resealed', subject: key, after } as const
        await store.commit([trailWrite(clock, atTerminal('keys reseal'), entry)])
        return
      }
      default:
        throw new UsageError(`there is no command keys ${action}`)
    }
  })
}
