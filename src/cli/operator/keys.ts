// `cobro keys`: lists and rotates the keys that clients seal under, and reseals the data at rest.
import { trailWrite } from '../../accounts/trail/record.ts'
import type { Config } from '../../config.ts'
import { runningProcesses } from '../../store/processes.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { NothingRead, Refused, UsageError } from '../developer/command.ts'
import { say } from '../terminal/speech.ts'
import { atTerminal, counted } from '../terminal/typed.ts'
import { note, tell, withDatabase } from './opened-database.ts'

export async function keys(config: Config, [action = 'list']: string[], json: boolean): Promise<void> {
  const [{ createAtRest, keyIdOf }, { existingAtRestKeys }, transport, { reseal }, { sealedColumns }] =
    await Promise.all([
      import('../../vault/at-rest.ts'),
      import('../../vault/at-rest-key.ts'),
      import('../../vault/transport-key-rows.ts'),
      import('../../vault/reseal.ts'),
      import('../../service/sealed-columns.ts'),
    ])
  await withDatabase(config, { writes: action !== 'list' }, async ({ store, clock, name }) => {
    const sealing = () => ({ store, clock, atRest: createAtRest(existingAtRestKeys(config)) })
    switch (action) {
      case 'list': {
        const keys = await transport.listTransportKeys(store)
        if (keys.length === 0)
          throw new NothingRead(
            say(
              [
                'Todavía no hay una llave en {name}: mira DATABASE_URL, o inicia el servicio, que publica la primera.',
                'There is no key in {name} yet: look at DATABASE_URL, or start the service, which publishes the first.',
              ],
              { name },
            ),
          )
        for (const key of keys) {
          const state =
            key.readable_until === null
              ? say(['publicada', 'published'])
              : say(['se lee hasta {until}', 'readable until {until}'], { until: key.readable_until })
          tell(json, [key.id, `RSA-${key.bits}`, key.created_at, state].join('\t'), { ...key })
        }
        return note(
          say(
            [
              keys.length === 1 ? 'Se leyó 1 llave en {name}' : 'Se leyeron {count} llaves en {name}',
              'Read {keys} in {name}',
            ],
            { count: keys.length, keys: counted(keys.length, 'key'), name },
          ),
        )
      }
      case 'rotate': {
        const key = await transport.rotateTransportKeys({
          ...sealing(),
          bits: config.rsaBits,
          rotationHours: config.rsaRotationHours,
          by: atTerminal('keys rotate'),
        })
        return tell(json, `${say(['publicada', 'published'])} ${key.keyId}\n${key.publicPem}`, {
          published: key.keyId,
          public_key: key.publicPem,
        })
      }
      case 'reseal': {
        const needs = sealing()
        const key = keyIdOf(needs.atRest)
        // Such a process may not know the key: it could open nothing that is sealed under it.
        await refuseOtherKeys({ store, clock }, key)
        const resealed: Record<string, number> = {}
        for (const column of sealedColumns) {
          const count = await reseal(needs, column)
          if (count > 0) resealed[`${column.table}.${column.column}`] = count
          const place = `${column.table}.${column.column}`
          tell(json, `${place}\t${say(['{count} cifrados otra vez', '{count} sealed again'], { count })}`, {
            column: place,
            sealed_again: count,
          })
        }
        const after = { at_rest_key: key, sealed_again: resealed }
        const entry = { accountId: null, action: 'at_rest.resealed', subject: key, after } as const
        await store.commit([trailWrite(clock, atTerminal('keys reseal'), entry)])
        // One may have started meanwhile.
        await refuseOtherKeys({ store, clock }, key)
        let again = 0
        for (const column of sealedColumns) again += await reseal(needs, column)
        if (again > 0) throw sealedMeanwhile(again)
        return
      }
      default:
        throw new UsageError(say(['no hay un comando keys {action}', 'there is no command keys {action}'], { action }))
    }
  })
}

/** Fails while a process seals under another key. */
async function refuseOtherKeys(needs: StoreAndClock, key: string): Promise<void> {
  const others = (await runningProcesses(needs)).filter(({ at_rest_key }) => at_rest_key !== key)
  if (others.length === 0) return
  const named = others
    .map(({ id, host, at_rest_key: key }) =>
      say(['{id} en {host} (llave {key})', '{id} on {host} (key {key})'], { id, host, key }),
    )
    .join(', ')
  throw new Refused(
    say(
      [
        'Siguen cifrando con otra llave: {named}. Conserva esa llave, reinicia estos procesos con la AT_REST_KEY de ahora y ejecuta otra vez cobro keys reseal. Un proceso que murió cuenta un minuto.',
        'Still sealing under another key: {named}. Keep that key, restart these processes with AT_REST_KEY of now, and run cobro keys reseal again. A process that was killed counts for a minute.',
      ],
      { named },
    ),
  )
}

/** The second pass has found new rows under another key. */
function sealedMeanwhile(count: number): Refused {
  return new Refused(
    say(
      [
        'Un proceso cifró mientras tanto con otra llave ({count}): conserva esa llave, reinicia todos los procesos y ejecuta otra vez cobro keys reseal.',
        'A process has sealed {texts} under another key meanwhile: keep that key, restart every process, and run cobro keys reseal again.',
      ],
      { count, texts: counted(count, 'text') },
    ),
  )
}
