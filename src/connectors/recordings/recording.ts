// The file of a recording: what networks were asked and answered, and what they reported, a JSON object a line.
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The version of the format, in the first line. */
export const RECORDING_VERSION = 1

/** Name and value, in the order of the query. */
export type Query = [name: string, value: string][]

/** Cobro asked a network. Texts hold `{{NAME}}` where the value of that setting stood. */
export interface RecordedCall {
  kind: 'call'
  at: string
  connector: string
  method: string
  /** The setting whose address was asked, such as `OPENPAY_URL`; `path` is what is below it. */
  to: string
  path: string
  query: Query
  body: string
  /** Null: no whole answer came. */
  answer: { status: number; contentType: string; body: string } | null
}

/** A network reported to Cobro. */
export interface RecordedReport {
  kind: 'report'
  at: string
  connector: string
  method: string
  /** The whole path at Cobro. */
  path: string
  query: Query
  /** `user:password` of Basic authentication; empty without. */
  basic: string
  body: string
  answer: { status: number; body: string }
}

/** What is not in the file, and why. */
interface RecordedGap {
  kind: 'gap'
  at: string
  connector: string
  why: string
}

export type Recorded = RecordedCall | RecordedReport | RecordedGap

/** The longest line, with a call and its answer. */
export const MAX_LINE_BYTES = 2 * 1024 * 1024
const MAX_LINES = 100_000

/** A file, or all `.jsonl` files of a folder, which several processes wrote; in the order of time. Throws an Error that names the line which does not fit. */
export async function readRecording(path: string): Promise<Recorded[]> {
  const isFolder = (await stat(path)).isDirectory()
  const names = isFolder ? (await readdir(path)).filter((name) => name.endsWith('.jsonl')).sort() : []
  if (isFolder && names.length === 0) throw new Error('it has no file that ends with .jsonl')
  const files = isFolder ? names.map((name) => join(path, name)) : [path]
  const all = await Promise.all(files.map(entriesIn))
  return all.flat().sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

async function entriesIn(file: string): Promise<Recorded[]> {
  const entries: Recorded[] = []
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    number += 1
    if (number > MAX_LINES || line.length > MAX_LINE_BYTES) throw new Error(`line ${number}: a recording is no longer`)
    const value = jsonOf(line)
    if (number === 1) {
      const version = (value as { cobro_recording?: unknown } | undefined)?.cobro_recording
      if (version !== RECORDING_VERSION)
        throw new Error(
          version === undefined ? 'it is no recording of Cobro' : `its version ${String(version)} is unknown`,
        )
    } else if (isRecorded(value)) entries.push(value)
    else throw new Error(`line ${number} is no call, report or gap`)
  }
  if (number === 0) throw new Error('it is empty')
  return entries
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isRecorded(value: unknown): value is Recorded {
  if (typeof value !== 'object' || value === null) return false
  const members = value as Record<string, unknown>
  const texts = (...names: string[]) => names.every((name) => typeof members[name] === 'string')
  if (!texts('at', 'connector')) return false
  if (members.kind === 'gap') return texts('why')
  if (!texts('method', 'path', 'body') || !isQuery(members.query)) return false
  if (members.kind === 'report') return texts('basic') && isAnswer(members.answer)
  if (members.kind !== 'call' || !texts('to')) return false
  return members.answer === null || (isAnswer(members.answer) && isContentType((members.answer as Members).contentType))
}

type Members = Record<string, unknown>

function isQuery(value: unknown): value is Query {
  const isPair = (one: unknown) =>
    Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === 'string')
  return Array.isArray(value) && value.every(isPair)
}

/** One that can be played. */
function isAnswer(value: unknown): boolean {
  const { status, body } = (value ?? {}) as Members
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599 && typeof body === 'string'
}

function isContentType(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]*$/.test(value)
}
