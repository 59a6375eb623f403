// Speaks HTTP byte for byte: a request goes out exactly as written, and the answer comes back as it came.
import { connect } from 'node:net'
import { after, before, describe } from 'node:test'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import { AT_ANY_HOUR } from '../support/harness/listening.ts'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'

export interface Spoken {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a transcript asserts the fields that its family reads.
  body: any
}

/** The input of a transcript: where the service listens, and who speaks. */
export interface Stage {
  port: number
  world: World
  merchant: Merchant
  publicKey: string
  /** Sends the bytes, `\n` as CRLF in the head, and reads one answer. */
  say(head: string, body?: string | Buffer): Promise<Spoken>
}

/** Registers a family's conversation on each engine, against a service that really listens. */
export function onTheWire(title: string, conversation: (stage: () => Stage) => void): void {
  for (const engine of ENGINES) {
    describe(`${title} [${engine}]`, () => {
      let stage: Stage | undefined
      before(async () => {
        const world = await openWorld(engine, AT_ANY_HOUR)
        const port = Number(new URL(await world.service.listen()).port)
        const publicKey = await (await fetch(`http://127.0.0.1:${port}/v1/public-key.pem`)).text()
        const say: Stage['say'] = (head, body = '') => speak(port, head, body)
        stage = { port, world, merchant: await world.merchant(), publicKey, say }
      })
      after(() => stage?.world.service.close())
      conversation(() => {
        if (stage === undefined) throw new Error('the service does not listen yet')
        return stage
      })
    })
  }
  after(stopPostgres)
}

/** Sends one request as it stands. `{host}` and `{length}` in the head are filled in; a connection serves one request. */
export function speak(port: number, head: string, body: string | Buffer): Promise<Spoken> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const text = head
    .trim()
    .replaceAll('{host}', `127.0.0.1:${port}`)
    .replaceAll('{length}', String(bytes.length))
    .replaceAll('\n', '\r\n')
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.setTimeout(60_000, () => socket.destroy(new Error('no answer in a minute')))
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      chunks.push(Buffer.from(chunk))
      const answer = complete(Buffer.concat(chunks), text.startsWith('HEAD '))
      if (answer === undefined) return
      socket.destroy()
      resolve(answer)
    })
    socket.once('close', () =>
      reject(new Error(`the connection closed after ${Buffer.concat(chunks).toString('latin1')}`)),
    )
    socket.write(Buffer.concat([Buffer.from(`${text}\r\n\r\n`, 'latin1'), bytes]))
  })
}

/** The answer, once all of it is there; that of a HEAD has no body whatever its length says. */
function complete(bytes: Buffer, headOnly: boolean): Spoken | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const rest = bytes.subarray(end + 4)
  if (headOnly) return { status: Number(first.split(' ')[1]), headers, body: undefined }
  const length = Number(headers['content-length'] ?? 0)
  if (rest.length < length) return undefined
  const text = rest.subarray(0, length).toString('utf8')
  const json = /json/.test(headers['content-type'] ?? '')
  return { status: Number(first.split(' ')[1]), headers, body: json ? JSON.parse(text) : text }
}
