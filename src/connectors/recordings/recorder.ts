// Writes what connectors and their networks say to a file, masked, for a time and to a size.
import { closeSync, openSync, writeSync } from 'node:fs'
import { connectorSettingName } from '../../core/declared-settings.ts'
import type { ConnectorSetting } from '../connector.ts'
import { below, type Witness } from '../exchange.ts'
import { type Masker, maskerOf } from './masker.ts'
import { MAX_LINE_BYTES, type Query, RECORDING_VERSION, type Recorded } from './recording.ts'

/** A request of a network to Cobro, and what it was answered. */
interface Reported {
  /** When it came, in the form of `instantNow`: so it sorts before the calls that it caused. */
  at: string
  method: string
  path: string
  query: string
  authorization: string
  body: string
  answer: { status: number; body: string }
}

export interface ConnectorRecorder {
  exchanged: Witness
  /** It never throws. */
  reported(report: Reported): void
}

export interface Recorder {
  of(
    connector: { name: string; settings?: Readonly<Record<string, ConnectorSetting>> },
    values: Readonly<Record<string, string>>,
  ): ConnectorRecorder
  close(): void
}

interface RecorderOptions {
  /** A new file. */
  file: string
  /** How long it records, in real milliseconds. */
  forMs: number
  maxBytes?: number
  wallMs(): number
  log?: { warn(fields: object, text: string): void }
}

const MAX_BYTES = 32 * 1024 * 1024
/** A longer body is left out. */
const MAX_BODY_BYTES = 512 * 1024

/**
 * Throws the error of the file system when the file exists or cannot be made. When a later write fails, the recording ends and the service
 * goes on.
 */
export function openRecorder({ file, forMs, maxBytes = MAX_BYTES, wallMs, log }: RecorderOptions): Recorder {
  const descriptor = openSync(file, 'wx', 0o600)
  const untilMs = wallMs() + forMs
  let bytes = 0
  let isOpen = true
  const close = () => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  const write = (line: object) => {
    const text = Buffer.from(`${JSON.stringify(line)}\n`)
    bytes += text.length
    writeSync(descriptor, text)
  }
  const record = (connector: string, make: () => Recorded | string) => {
    if (!isOpen) return
    try {
      const gap = (why: string): Recorded => ({ kind: 'gap', at: instantNow(), connector, why })
      if (wallMs() >= untilMs || bytes >= maxBytes) {
        write(gap(bytes >= maxBytes ? 'the file is full' : 'the time is over'))
        return close()
      }
      const made = make()
      const line = typeof made === 'string' ? gap(made) : made
      write(JSON.stringify(line).length > MAX_LINE_BYTES - 1 ? gap('it is too long') : line)
    } catch (error) {
      close()
      log?.warn(
        { file, code: (error as NodeJS.ErrnoException).code },
        'the recording of connectors ends: it cannot be written',
      )
    }
  }
  write({ cobro_recording: RECORDING_VERSION, at: instantNow() })
  return {
    close,
    of: ({ name: connector, settings = {} }, values) => {
      const mask = maskerOf({ connector, settings, values })
      const addresses = Object.keys(settings)
        .filter(isAddressSetting)
        .map((setting) => ({ to: connectorSettingName(connector, setting), address: values[setting] ?? '' }))
        .filter(({ address }) => address !== '')
        .sort((one, other) => other.address.length - one.address.length)
      return {
        exchanged: ({ method, url, body = '' }, exchanged) =>
          record(connector, () => {
            const answer = exchanged.status === undefined ? undefined : exchanged
            const found = addresses.find(({ address }) => url.startsWith(below(address, '/')))
            if (found === undefined) return 'a call to another address than the settings name'
            const [path = '', query = ''] = splitAt(url.slice(below(found.address, '').length), '?')
            const asked = textIn(body)
            const answered = answer && textIn(answer.body)
            if (asked === undefined || (answer && answered === undefined))
              return `${method} ${mask.path(path)} is too long`
            return {
              kind: 'call',
              at: instantNow(),
              connector,
              method,
              to: found.to,
              ...masked(mask, { path, query, body: asked }),
              answer: answer
                ? {
                    status: answer.status,
                    contentType: mask.text(String(answer.headers['content-type'] ?? '')).slice(0, 100),
                    body: mask.body(answered ?? ''),
                  }
                : null,
            }
          }),
        reported: ({ at, method, path, query, authorization, body, answer }) =>
          record(connector, () => {
            if (body.length > MAX_BODY_BYTES) return `${method} ${mask.path(path)} is too long`
            return {
              kind: 'report',
              at,
              connector,
              method,
              ...masked(mask, { path, query, body }),
              basic: maskedBasic(mask, authorization),
              answer: { status: answer.status, body: mask.body(answer.body) },
            }
          }),
      }
    },
  }
}

/** To the microsecond, so that two entries of one millisecond keep their order. */
export function instantNow(): string {
  const micros = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1_000))
  return Temporal.Instant.fromEpochNanoseconds(micros * 1_000n).toString({ smallestUnit: 'microsecond' })
}

/** Whether a setting of a connector is an address of its network. */
export function isAddressSetting(key: string): boolean {
  return /(^|_)URL$/.test(key)
}

function masked(mask: Masker, { path, query, body }: { path: string; query: string; body: string }) {
  const made: { path: string; query: Query; body: string } = {
    path: mask.path(path),
    query: mask.query(query),
    body: body === '' ? '' : mask.body(body),
  }
  return made
}

/** Keeps a password only when it is one of the settings: any other may be somebody else's. */
function maskedBasic(mask: Masker, authorization: string): string {
  const [, encoded] = /^Basic ([\w+/=-]{1,1000})$/i.exec(authorization) ?? []
  if (encoded === undefined) return ''
  const [, password = ''] = splitAt(mask.text(Buffer.from(encoded, 'base64').toString('utf8')), ':')
  return /^\{\{[A-Z0-9_]+\}\}$/.test(password) ? mask.text(Buffer.from(encoded, 'base64').toString('utf8')) : ''
}

function textIn(body: string | Uint8Array): string | undefined {
  return body.length > MAX_BODY_BYTES ? undefined : typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
