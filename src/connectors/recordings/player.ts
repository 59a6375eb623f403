// Plays a recording as the fake of its networks, on this machine alone: answers what was answered, and reports what was reported.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectorSettingName } from '../../core/declared-settings.ts'
import { below, type Exchange, exchanger } from '../exchange.ts'
import { answerHeaders, reportHeaders } from '../http/signed-headers.ts'
import { type AskedCall, fitOf, played } from './fit.ts'
import type { Recorded, RecordedCall, RecordedReport } from './recording.ts'

/** What the playing found: the recording does not have it, or Cobro answered a report otherwise. */
interface Deviation {
  connector: string
  what: string
}

interface Player {
  /** By the names of the settings that are addresses: what to set. */
  addresses: Readonly<Record<string, string>>
  /** So far. */
  deviations: readonly Deviation[]
  /** How many calls were answered. */
  readonly answered: number
  /** From now on Cobro gets the reports there, each after the call before it. */
  reportTo(address: string): void
  close(): Promise<void>
}

interface PlayerOptions {
  /** The value of a setting of the connectors; undefined: it is not set. */
  setting(name: string): string | undefined
  /** Cobro's own name of a connector that goes by another in the settings. */
  ownName?(connector: string): string | undefined
  /** 0: any that is free. */
  port?: number
  /** Each deviation when it is found. */
  onDeviation?(deviation: Deviation): void
}

const MAX_BODY_BYTES = 4 * 1024 * 1024
/** A report waits, so that Cobro has written down the answer to the call before it. */
const REPORT_AFTER_MS = 250
const REPORT_AGAIN_MS = 1_000
const REPORT_TRIES = 30

export async function playRecording(recorded: readonly Recorded[], needs: PlayerOptions): Promise<Player> {
  const { setting, onDeviation } = needs
  const entries = recorded.map((entry) => expanded(entry, setting))
  const calls = entries.flatMap((entry, at) => (entry.kind === 'call' ? [{ entry, at, isPlayed: false }] : []))
  const bound = new Map<string, string>()
  const deviations: Deviation[] = []
  const voices = new Map<string, Voice>()
  const voice = (connector: string) => {
    const made = voices.get(connector) ?? voiceOf(connector, needs.ownName?.(connector) ?? connector, setting)
    voices.set(connector, made)
    return made
  }
  const deviate = (connector: string, what: string) => {
    deviations.push({ connector, what })
    onDeviation?.({ connector, what })
  }
  let answered = 0
  let isClosed = false
  let reportsTo: string | undefined
  let reporting: Promise<unknown> = Promise.resolve()

  const answerTo = (asked: AskedCall) => {
    // The first that was not played yet; what is asked again and again has its last answer.
    for (const candidates of [
      calls.filter(({ isPlayed }) => !isPlayed),
      calls.toReversed().filter(({ isPlayed }) => isPlayed),
    ])
      for (const call of candidates) {
        const fit = fitOf(call.entry, asked, bound)
        if (fit === undefined) continue
        for (const [mine, theirs] of fit.ids) bound.set(mine, theirs)
        const isFirst = !call.isPlayed
        call.isPlayed = true
        return { ...call, times: fit.times, isFirst }
      }
    return undefined
  }

  const reportFrom = (at: number) => {
    const to = reportsTo
    if (to === undefined) return
    for (const entry of entries.slice(at)) {
      if (entry.kind === 'call') return
      if (entry.kind === 'report') reporting = reporting.then(() => report(entry, to))
    }
  }

  const exchange = exchanger(undefined)
  const report = async (entry: RecordedReport, to: string) => {
    const path = played(entry.path, bound)
    const body = played(entry.body, bound)
    const query = new URLSearchParams(entry.query.map(([name, value]) => [name, played(value, bound)])).toString()
    const url = `${below(to, path)}${query === '' ? '' : `?${query}`}`
    for (let tries = 1; !isClosed; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, tries === 1 ? REPORT_AFTER_MS : REPORT_AGAIN_MS))
      const headers = {
        'content-type': 'application/json',
        // As behind the proxy of production.
        'x-forwarded-proto': 'https',
        ...(entry.basic !== '' && { authorization: `Basic ${Buffer.from(entry.basic).toString('base64')}` }),
        ...voice(entry.connector).reportHeaders(path, body),
      }
      const method = entry.method as Exchange['method']
      const limits = { maxBytes: MAX_BODY_BYTES, answerMs: 30_000, signal: AbortSignal.timeout(30_000) }
      const answer = await exchange({ method, url, headers, ...(method !== 'GET' && { body }), ...limits })
      if (answer.status === entry.answer.status) return
      // A network repeats what was not taken.
      if (tries < REPORT_TRIES && (answer.status === undefined || answer.status >= 500)) continue
      const outcome = answer.status === undefined ? 'not answered' : `answered ${answer.status}`
      return deviate(entry.connector, `${method} ${entry.path} is ${outcome}, and was answered ${entry.answer.status}`)
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = await askedIn(request)
    const found = asked && answerTo(asked)
    if (asked === undefined || found === undefined) {
      const connector = calls.find(({ entry }) => entry.to === asked?.to)?.entry.connector ?? ''
      deviate(
        connector,
        asked === undefined ? 'a request is too long' : `not in the recording: ${asked.method} ${asked.path}`,
      )
      response.writeHead(501, { 'content-type': 'text/plain' }).end('The recording has no such call.\n')
      return
    }
    answered += 1
    const { answer, connector } = found.entry
    if (answer === null) {
      request.socket.destroy()
    } else {
      const body = played(answer.body, bound, found.times)
      const headers = voice(connector).answerHeaders(request.headers, answer.status, body)
      const type = answer.contentType === '' ? {} : { 'content-type': answer.contentType }
      response.writeHead(answer.status, { ...type, ...headers }).end(body)
    }
    if (found.isFirst) reportFrom(found.at + 1)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(needs.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const names = new Set(calls.map(({ entry }) => entry.to))
  return {
    addresses: Object.fromEntries([...names].map((name) => [name, `http://127.0.0.1:${port}/${name}`])),
    deviations,
    reportTo: (address) => {
      reportsTo = address
      reportFrom(0)
    },
    get answered() {
      return answered
    },
    close: async () => {
      isClosed = true
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await reporting
    },
  }
}

async function askedIn(request: IncomingMessage): Promise<AskedCall | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > MAX_BODY_BYTES) return undefined
    chunks.push(chunk as Buffer)
  }
  const [, to = '', rest = ''] = /^\/([^/?]+)(.*)$/.exec(request.url ?? '') ?? []
  const url = URL.parse(`http://127.0.0.1${rest}`)
  if (url === null) return undefined
  const decoded = (part: string) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  }
  return {
    method: request.method ?? '',
    to,
    path: url.pathname.split('/').map(decoded).join('/'),
    query: [...url.searchParams],
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

/** With the values of this playing in the place of the names of settings. */
function expanded(entry: Recorded, setting: (name: string) => string | undefined): Recorded {
  const text = (value: string) =>
    value.replace(/\{\{([A-Z0-9_]+)\}\}/g, (whole, name: string) => setting(name) ?? whole)
  const inside = (value: string) => text(value)
  switch (entry.kind) {
    case 'gap':
      return entry
    case 'call':
      return {
        ...entry,
        ...expandedRequest(entry, inside),
        answer: entry.answer && { ...entry.answer, body: inside(entry.answer.body) },
      }
    case 'report':
      return { ...entry, ...expandedRequest(entry, inside), basic: inside(entry.basic) }
  }
}

function expandedRequest(
  { path, query, body }: RecordedCall | RecordedReport,
  text: (value: string) => string,
): Pick<RecordedCall, 'path' | 'query' | 'body'> {
  return {
    path: text(path),
    query: query.map(([name, value]) => [name, text(value)]),
    body: text(body),
  }
}

/** How a player of a recording signs what it says, where a protocol demands signatures: those of the recording fit no other message. */
interface Voice {
  /** Of an answer to a request with these headers. */
  answerHeaders(
    asked: Readonly<Record<string, string | readonly string[] | undefined>>,
    status: number,
    body: string,
  ): Record<string, string>
  /** Of a report to this path at Cobro. */
  reportHeaders(path: string, body: string): Record<string, string>
}

const plain: Voice = { answerHeaders: () => ({}), reportHeaders: () => ({}) }

/** `of`: Cobro's own name of the connector, which may go by another in the settings. */
function voiceOf(connector: string, of: string, setting: (name: string) => string | undefined): Voice {
  if (!/^http-(acquirer|cash-network|spei-bank)$/.test(of)) return plain
  const secret = setting(connectorSettingName(connector, 'SECRET')) ?? ''
  return {
    answerHeaders: (asked, status, body) => answerHeaders(secret, { asked, status, body }),
    reportHeaders: (path, body) => reportHeaders(secret, { path, body }),
  }
}
