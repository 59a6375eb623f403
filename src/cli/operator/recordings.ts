// `cobro connectors record`, `play` and `check --against`: records what a network says, and plays the file as its fake.
import type { Config } from '../../config.ts'
import { ownPorts, recordedConnectors } from '../../connectors/by-name.ts'
import { playRecording } from '../../connectors/recordings/player.ts'
import { isAddressSetting, openRecorder } from '../../connectors/recordings/recorder.ts'
import { type Recorded, readRecording } from '../../connectors/recordings/recording.ts'
import { connectorSettingName, type DeclaredSetting } from '../../core/declared-settings.ts'
import { Refused, UsageError } from '../developer/command.ts'
import { shownText } from '../terminal/shown-text.ts'
import { checkNamed, type Settings } from './connectors.ts'
import { note, tell } from './opened-database.ts'

/** The calls of `check`, with all their traffic. A duty that the network does not keep is recorded too. Throws `Refused` then. */
export async function recordNamed(
  config: Config,
  name: string,
  { file, asJson }: { file: string; asJson: boolean },
): Promise<void> {
  if (ownPorts(name).length === 0 || name.startsWith('sandbox'))
    throw new UsageError(`${name} is not recorded: http, openpay and stp are`)
  const wallMs = () => Temporal.Now.instant().epochMilliseconds
  const recorder = recorderIn(file, wallMs)
  try {
    await checkNamed(config, name, asJson, recorder)
  } finally {
    recorder.close()
    note(`Recorded in ${file}`)
  }
}

function recorderIn(file: string, wallMs: () => number) {
  try {
    return openRecorder({ file, forMs: 3_600_000, wallMs })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(code === 'EEXIST' ? `${file} is there already` : `${file} cannot be made (${code})`)
  }
}

/** The calls of `check`, answered by the recording. Throws `Refused` when a duty is not kept, or when something is asked that is not in it. */
export async function checkAgainst(
  config: Config,
  name: string,
  { file, asJson }: { file: string; asJson: boolean },
): Promise<void> {
  if (ownPorts(name).length === 0) throw new UsageError(`${name} is none of Cobro’s own connectors`)
  const recorded = await entriesOf(file)
  const player = await playRecording(recorded, await settingsOf(config))
  try {
    await checkNamed(over(config, player.addresses), name, asJson)
  } finally {
    await player.close()
    for (const { connector, what } of player.deviations) note(shownText(`${connector}: ${what}`))
  }
  if (player.deviations.length > 0) throw new Refused(`${file} does not have all that was asked: look above`)
}

/** Until the process is asked to end. Throws `Refused` when something deviated. */
export async function playFile(
  config: Config,
  file: string,
  options: { port: string | undefined; reportsTo: string | undefined; asJson: boolean },
): Promise<void> {
  const { port = '0', reportsTo, asJson } = options
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError('--port: a number from 0 to 65535')
  const url = reportsTo === undefined ? undefined : URL.parse(reportsTo)
  if (url === null) throw new UsageError('--forward-to: the address of Cobro, such as http://127.0.0.1:8080')
  const recorded = await entriesOf(file)
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const player = await playRecording(recorded, {
    ...(await settingsOf(config)),
    port: Number(port),
    onDeviation: ({ connector, what }) =>
      tell(asJson, shownText(`${connector}: ${what}`), { connector, deviation: what }),
  })
  const count = (kind: Recorded['kind']) => recorded.filter((entry) => entry.kind === kind).length
  note(`${file}: ${count('call')} calls, ${count('report')} reports, ${count('gap')} left out`)
  for (const [name, address] of Object.entries(player.addresses))
    tell(asJson, `${name}=${address}`, { setting: name, address })
  if (url) player.reportTo(url.href)
  await ended
  await player.close()
  const { deviations, answered } = player
  note(`Answered ${answered}`)
  if (deviations.length > 0) throw new Refused(`${deviations.length} deviated: look above`)
}

async function entriesOf(file: string): Promise<Recorded[]> {
  try {
    return await readRecording(file)
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The settings of connectors alone: a recording names no other. */
async function settingsOf(config: Config): Promise<Pick<Parameters<typeof playRecording>[1], 'setting' | 'ownName'>> {
  const values = new Map<string, string>()
  const names = new Map<string, string>()
  for (const { name, of, settings } of await recordedConnectors(config)) {
    names.set(name, of)
    for (const [key, value] of Object.entries(config.connectorSettings(name, settings).values))
      if (value !== '') values.set(connectorSettingName(name, key), value)
  }
  return { setting: (name) => values.get(name), ownName: (connector) => names.get(connector) }
}

/** The settings with the addresses of the player; a certificate authority is then none. */
function over(config: Settings, addresses: Readonly<Record<string, string>>): Settings {
  return {
    connectorSettings: (connector: string, declared: Readonly<Record<string, DeclaredSetting>>) => {
      const { values, faults } = config.connectorSettings(connector, declared)
      const names = Object.keys(declared).filter((key) => isAddressSetting(key) || key === 'CA_FILE')
      const replaced = names.map((key) => [key, addresses[connectorSettingName(connector, key)] ?? ''] as const)
      const isReplaced = (fault: string) =>
        names.some((key) => fault.startsWith(connectorSettingName(connector, key)) && key !== 'CA_FILE')
      return {
        values: { ...values, ...Object.fromEntries(replaced) },
        faults: faults.filter((one) => !isReplaced(one)),
      }
    },
  }
}
