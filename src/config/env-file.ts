// Reads `.env` as it was meant, whatever program saved it, or says by line what cannot be read. Nothing in it is ignored in silence.
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'

export interface EnvFile {
  /** The values by name; a name that stands in the file without a value is there too. */
  values: Record<string, string>
  /** The line of each name. */
  lines: Map<string, number>
}

const MAX_BYTES = 1024 * 1024
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** Undefined when there is no such file. Throws one Error that lists the lines that cannot be read, without their values. */
export function readEnvFile(path: string): EnvFile | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) {
    // A secret that is not mounted: without its settings a production service would start as a sandbox.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
    throw new Error(`${path} is a link to a file that is not there: mend the link, or remove it.`)
  }
  if (!found.isFile()) throw new Error(`${path} is no file: rename what stands there, or make it a file of settings.`)
  if (found.size > MAX_BYTES) throw new Error(`${path} is larger than 1 MiB: it is no file of settings.`)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new Error(`${path} may not be read: look at its owner and mode.`)
  }
  return parseEnvFile(path, textOf(path, bytes))
}

const OTHER_NAME = /^\.?env(\.(txt|local|prod|production|sandbox))?$/i

/** Files in the folder that somebody may take for `.env`, as some editors and other programs name theirs; none when there is one. */
export function filesNotRead(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isFile() && OTHER_NAME.test(one.name))
  return names.some(({ name }) => name === '.env') ? [] : names.map(({ name }) => name)
}

/** The text of the bytes: UTF-8, or UTF-16 with a byte order mark, as some editors save files. */
export function textOf(path: string, bytes: Buffer): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  let text: string
  try {
    // The decoder removes the mark.
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${path} is not written in UTF-8: save it as UTF-8.`)
  }
  if (text.includes('\0')) throw new Error(`${path} has zero bytes in it, so it may be UTF-16: save it as UTF-8.`)
  return text
}

/** What the lines say. A value in quotes may go over several lines. */
export function parseEnvFile(path: string, text: string): EnvFile {
  const faults: string[] = []
  const values: Record<string, string> = {}
  const lines = new Map<string, number>()
  const all = text.split(/\r\n|\n|\r/)
  for (let at = 0; at < all.length; at += 1) {
    const number = at + 1
    const line = (all[at] ?? '').trim().replace(/^export\s+/, '')
    if (line === '' || line.startsWith('#')) continue
    const equals = line.indexOf('=')
    const name = line.slice(0, equals).trim()
    if (equals < 0 || !NAME.test(name)) {
      faults.push(`line ${number} is not NAME=value`)
      continue
    }
    let written = line.slice(equals + 1).trim()
    const quote = /^["'`]/.exec(written)?.[0]
    if (quote !== undefined) {
      while (written.indexOf(quote, 1) < 0 && at + 1 < all.length) {
        at += 1
        written += `\n${all[at]}`
      }
      const rest = written.slice(written.indexOf(quote, 1) + 1).trim()
      if (written.indexOf(quote, 1) < 0) {
        faults.push(`line ${number}: the quote of ${name} is not closed`)
        break
      }
      if (rest !== '' && !rest.startsWith('#')) {
        faults.push(`line ${number}: something follows the closing quote of ${name}`)
        continue
      }
    } else if (/[^\s]#/.test(written)) {
      faults.push(`line ${number}: the value of ${name} has a #, which begins a comment: put the value in quotes`)
      continue
    }
    if (quote !== "'" && /\$[({]/.test(written))
      faults.push(
        `line ${number}: the value of ${name} has a $ with a bracket, which is not replaced here: write what it stands for, or put it in single quotes if it is meant so`,
      )
    const value = parseEnv(`X=${written}`).X ?? ''
    const before = values[name]
    if (before !== undefined && before !== value)
      faults.push(`lines ${lines.get(name)} and ${number} set ${name} to different values`)
    values[name] = value
    if (!lines.has(name)) lines.set(name, number)
  }
  if (faults.length > 0) throw new Error(`${path} cannot be read:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return { values, lines }
}
