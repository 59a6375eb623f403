// The position of `cobro listen`: a small file, so that the next run continues from there and signs with the same secret.
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../../store/folder.ts'
import { UsageError } from './command.ts'

export interface Cursor {
  /** The secret that signs forwarded events, unless the command names another. */
  secret: string
  /** The time of the newest forwarded event, in the service's format; undefined before the first. */
  newestAt: string | undefined
  /** Ids of the latest forwarded events, each with its time. */
  forwarded: Record<string, string>
}

/** Two processes may write events in another order than that of their times; the command reads again this far back. */
export const OVERLAP_MS = 30_000

/** A fresh cursor when there is no file yet. Throws for a file that is no cursor. */
export function readCursor(file: string): Cursor {
  const text = readIfThere(file)
  if (text === undefined) {
    return { secret: `whsec_${randomBytes(32).toString('base64')}`, newestAt: undefined, forwarded: {} }
  }
  const cursor = cursorIn(text)
  if (cursor === undefined) throw new UsageError(`${file} is not a file of cobro listen: name another with --cursor`)
  return cursor
}

function cursorIn(text: string): Cursor | undefined {
  try {
    const cursor = JSON.parse(text) as Cursor | null
    const fits = typeof cursor?.secret === 'string' && typeof cursor.forwarded === 'object' && cursor.forwarded !== null
    return fits ? cursor : undefined
  } catch {
    return undefined
  }
}

/** Notes one more forwarded event, and removes those that are too old to be read again. */
export function forwardedToo(cursor: Cursor, event: { id: string; timestamp: string }): Cursor {
  const newestAt =
    cursor.newestAt !== undefined && Date.parse(cursor.newestAt) > Date.parse(event.timestamp)
      ? cursor.newestAt
      : event.timestamp
  const since = Date.parse(newestAt) - OVERLAP_MS
  const all = Object.entries({ ...cursor.forwarded, [event.id]: event.timestamp })
  return { ...cursor, newestAt, forwarded: Object.fromEntries(all.filter(([, at]) => Date.parse(at) >= since)) }
}

/** Replaced as a whole: a killed run leaves the old file or the new one. Only its owner may read it. */
export function writeCursor(file: string, cursor: Cursor): void {
  makeFolder(dirname(file))
  writeFileSync(`${file}.new`, JSON.stringify(cursor), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
