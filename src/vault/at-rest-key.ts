// The source of the at-rest key: a setting, or a file that the first start creates.
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, statSync, unlinkSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BilingualError } from '../core/language/bilingual-error.ts'
import { makeFolder } from '../store/folder.ts'
import type { AtRestKeys } from './at-rest.ts'

interface KeySettings {
  atRestKey: string
  atRestKeysPrevious: readonly string[]
  dataDir: string
}

/** The keys of the settings; without any, the sandbox's key in its folder, which its first start creates. */
export function chooseAtRestKeys(settings: KeySettings): AtRestKeys {
  return keysWith(settings, loadOrCreateKeyFile)
}

/** The keys for a command beside a service, which must use the service's key: throws if there is no key yet. */
export function existingAtRestKeys(settings: KeySettings): AtRestKeys {
  return keysWith(settings, (path) => {
    try {
      return readKeyFile(path)
    } catch (cause) {
      if (!hasCode(cause, 'ENOENT')) throw cause
      throw new BilingualError(
        [
          `No hay llave de reposo en ${path}: pon AT_REST_KEY, o mira DATA_DIR.`,
          `There is no at-rest key at ${path}: set AT_REST_KEY, or look at DATA_DIR.`,
        ],
        { cause },
      )
    }
  })
}

function keysWith(
  { atRestKey, atRestKeysPrevious, dataDir }: KeySettings,
  ofFile: (path: string) => Buffer,
): AtRestKeys {
  const previous = atRestKeysPrevious.map(parseKey)
  return { current: atRestKey === '' ? ofFile(join(dataDir, 'at-rest.key')) : parseKey(atRestKey), previous }
}

/** The 32 bytes of a key written as 64 hex digits or as base64 (either alphabet). An Error with the remedy otherwise; it never repeats the text. */
export function parseKey(text: string): Buffer {
  const trimmed = text.trim()
  if (/^[0-9a-fA-F]{64}$/.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64')
  throw new BilingualError([
    'Una llave de reposo tiene 32 bytes, en 64 dígitos hexadecimales o en base64: haz una con "openssl rand -hex 32"',
    'An at-rest key is 32 bytes, as 64 hex digits or in base64: make one with "openssl rand -hex 32"',
  ])
}

/**
 * Reads the key at `path`, or makes the file first: 32 random bytes in hex, readable by its owner only. Of several processes that
 * start at once, all get the key of the one that came first. An Error with the remedy when others may read the file or it holds no key.
 */
export function loadOrCreateKeyFile(path: string): Buffer {
  try {
    return readKeyFile(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  makeFolder(dirname(path))
  createKeyFile(path)
  return readKeyFile(path)
}

function readKeyFile(path: string): Buffer {
  const { mode, text } = keyFileAt(path)
  // Windows has no such bits: it reports every file as readable by all.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    const bits = mode.toString(8)
    throw new BilingualError([
      `Otros pueden leer la llave de reposo ${path} (modo ${bits}): ejecuta "chmod 600 ${path}", y reemplaza la llave si alguien pudo leerla`,
      `The at-rest key ${path} is open to others (mode ${bits}): run "chmod 600 ${path}", and replace the key if others may have read it`,
    ])
  }
  try {
    return parseKey(text)
  } catch (cause) {
    throw new BilingualError(
      [
        `La llave de reposo ${path} no sirve: recupérala de un respaldo; lo que cifró no se abre con otra`,
        `The at-rest key ${path} cannot be used: restore it from a backup; what it sealed opens with no other`,
      ],
      { cause },
    )
  }
}

/** What it holds is not at fault when it cannot be read: another user runs the program, or the process may open no more files. */
function keyFileAt(path: string): { mode: number; text: string } {
  try {
    return { mode: statSync(path).mode & 0o777, text: readFileSync(path, 'utf8') }
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) throw cause
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    throw new BilingualError(
      [
        `No se puede leer la llave de reposo ${path} (${code}): mira de quién es y su disco, y ejecuta esto como el usuario del servicio`,
        `The at-rest key ${path} cannot be read (${code}): look at its owner and its disk, and run this as the user of the service`,
      ],
      { cause },
    )
  }
}

// The file gets its name only when it is complete: `link` refuses an existing name, so one writer wins, and a reader never
// sees half a key.
function createKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('hex')}\n`)
    fsyncSync(file)
    linkSync(draft, path)
    syncFolder(dirname(path))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    closeSync(file)
    unlinkSync(draft)
  }
}

// Without this a power failure could lose the file's name after rows were sealed. Windows cannot open a folder and does not
// need this.
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
