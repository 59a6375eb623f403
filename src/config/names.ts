// Names of settings that stand in `.env` or in the environment and that no setting has: a mistyped one would be ignored in silence.
import { nearest } from '../core/language/nearest-word.ts'
import type { EnvFile } from './env-file.ts'
import { settings } from './settings.ts'

/** Names of our own that are no settings: of the tests, and of the command line. */
const OURS = /^COBRO_(TEST_|OPERATOR$)/
/** What a container platform sets for a service called `cobro`. */
const OF_PLATFORMS = /^COBRO_(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_.*)?)$/

export interface Misnamed {
  /** Sentences for which nothing starts: a setting was clearly meant. */
  faults: string[]
  /** Names that are no settings of ours; a connector may know them. */
  unknown: { name: string; text: string }[]
  /** Other things that somebody may have meant otherwise, a sentence each. */
  doubts: string[]
}

/** Looks at all names of the file, and at those in the environment that look like ours. */
export function misnamed(
  file: EnvFile | undefined,
  environment: Record<string, string | undefined>,
  notRead: readonly string[] = [],
): Misnamed {
  const faults: string[] = []
  const unknown: Misnamed['unknown'] = []
  for (const [name, line] of file?.lines ?? []) {
    if (Object.hasOwn(settings, name) || OURS.test(name)) continue
    const spelt = settingSpelt(name)
    const near = spelt ?? nearest(name, Object.keys(settings))
    const text = `.env, line ${line}: ${name} is no setting${near === undefined ? '' : `: did you mean ${near}?`}`
    if (spelt !== undefined || name.startsWith('COBRO_')) faults.push(text)
    else unknown.push({ name, text })
  }
  for (const name of Object.keys(environment)) {
    if (Object.hasOwn(settings, name) || file?.lines.has(name)) continue
    const spelt = settingSpelt(name)
    // A program may set a name in small letters for itself; one with a byte order mark or a blank was read from a file.
    if (spelt !== undefined && !/^\w+$/.test(name)) {
      faults.push(
        `the environment has the name ${JSON.stringify(name)}, with other characters around it: it should be ${spelt}`,
      )
    } else if (/^COBRO_/i.test(name) && !OURS.test(name) && !OF_PLATFORMS.test(name)) {
      const near = spelt ?? nearest(name, Object.keys(settings))
      unknown.push({
        name,
        text: `the environment has ${name}, which is no setting${near === undefined ? '' : `: did you mean ${near}?`}`,
      })
    }
  }
  const doubts = notRead.map((name) => `${name} is not read: settings are read from .env`)
  // What a deployment leaves empty by mistake must not turn a production service into a sandbox unseen.
  if (environment.COBRO_MODE?.trim() === '') doubts.push('COBRO_MODE is set and empty: this is a sandbox')
  return { faults, unknown, doubts }
}

/** The setting of these letters, whatever their case and whatever characters stand around them. */
function settingSpelt(name: string): string | undefined {
  const letters = name.replace(/^[^A-Za-z_]+|[^A-Za-z0-9_]+$/g, '').toUpperCase()
  return Object.hasOwn(settings, letters) ? letters : undefined
}
