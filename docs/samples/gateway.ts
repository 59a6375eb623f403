// A service between Cobro and your networks, by the protocol of docs/connectors/http.md: plain Node, no packages.
// GATEWAY_SECRET=… node docs/samples/gateway.ts     It plays the networks: put calls of your own into `networks`.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

// biome-ignore lint/suspicious/noExplicitAny: JSON, as it comes.
type Json = Record<string, any>

const { GATEWAY_SECRET: secret = '', PORT = '9000', DATABASE = 'gateway.db', COBRO_URL = '' } = process.env
if (secret.length < 32) throw new Error('GATEWAY_SECRET is what Cobro has as HTTP_…_SECRET: 32 characters or more')
const [WINDOW_SECONDS, HEADERS] = [300, ['cobro-time', 'cobro-nonce', 'cobro-signature']]

// --- What is durable: answers by what was asked, numbers, and the nonces of the last minutes.

const db = new DatabaseSync(DATABASE)
db.exec(`create table if not exists answers (what text, id text, answer text, primary key (what, id));
  create table if not exists numbers (number integer primary key autoincrement);
  create table if not exists nonces (nonce text primary key, time integer)`)
const nextNumber = () => Number(db.prepare('insert into numbers default values').run().lastInsertRowid)

function known(what: string, id: string): Json | undefined {
  const row = db.prepare('select answer from answers where what = ? and id = ?').get(what, id)
  return row && JSON.parse(String(row.answer))
}

function keep(what: string, id: string, answer: Json): Json {
  db.prepare('insert or replace into answers values (?, ?, ?)').run(what, id, JSON.stringify(answer))
  return answer
}

// Does it once for an id. A real network takes time: write down that you begin before you ask it, and when you find something begun
// without an answer, ask the network what became of it. Never do it again under another id.
const once = (what: string, id: string, act: () => Json): Json => known(what, id) ?? keep(what, id, act())

// --- The networks, played.

const card = (number: string) => ({ number, holderName: 'Ana Pérez', expiration: '3512', securityCode: '123' })
const decline = (code: string) => ({ kind: 'declined', code })
const [APPROVED, DECLINED, INVALID] = ['4242424242424242', '4111111111111111', '4111111111111137']
const [WRONG_CODE, SILENT, CHALLENGED] = ['4000000000000820', '4000000000010027', '4000000000003220']
const CARDS: Json = { [DECLINED]: decline('51'), [INVALID]: { kind: 'invalid-card' }, [WRONG_CODE]: decline('82') }
const TOO_MUCH = { kind: 'refused', reason: 'more than is held' }
const plain = { approved: card(APPROVED), invalid: card(INVALID), wrongSecurityCode: card(WRONG_CODE) }
const declined = { card: card(DECLINED), code: '51' }
const cards = { ...plain, declined, silent: card(SILENT), challenged: card(CHALLENGED) }
const DIGITS: Record<string, number | undefined> = { OXXO: 14, '7ELEVEN': 16 }
const FULL = 'inquiry advice void refund partial-refund capture partial-capture payer-action'.split(' ')
/** What each port can do, and what the contract suite tries: a service whose networks are real leaves `rehearsal` out. */
const abilities: Record<string, Json> = {
  acquirer: { capabilities: FULL, rehearsal: { cards, reports: true } },
  'cash-network': { capabilities: [], rehearsal: { chains: Object.keys(DIGITS), reports: true } },
  'spei-bank': { capabilities: [], keyLife: 'always', rehearsal: { reports: true } },
}

function withControlDigit(first17: string): string {
  const weighted = [...first17].map((digit, at) => (Number(digit) * Number('371'[at % 3])) % 10)
  return first17 + String((10 - (weighted.reduce((sum, one) => sum + one) % 10)) % 10)
}

function approved(): Json {
  const authorizationCode = String(nextNumber()).padStart(6, '0')
  return { kind: 'approved', authorizationCode, networkReference: `charge-${authorizationCode}` }
}

const networks: Record<string, Record<string, (asked: Json) => Json | undefined>> = {
  acquirer: {
    authorise: ({ operationId, card: { number } }) => {
      if (number === SILENT) return undefined // It is never answered.
      const challenge = { kind: 'payer-must-act', payerUrl: `https://acs.example.mx/${operationId}` }
      return once('charge', operationId, () => (number === CHALLENGED ? challenge : (CARDS[number] ?? approved())))
    },
    // For the contract suite. Of a real network you learn it by its notice, or when you look the charge up.
    'act-as-payer': ({ operationId, does }) => {
      if (known('charge', operationId)?.kind === 'payer-must-act') {
        const outcome = keep('charge', operationId, does === 'confirmed' ? approved() : decline('05'))
        void report('http-acquirer', { notices: [{ kind: 'charge', operationId, outcome }] })
      }
      return { kind: 'acted' }
    },
    inquire: ({ operationId }) => known('charge', operationId) ?? { kind: 'never-seen' },
    capture: ({ operationId, amountCentavos, captureCentavos }) =>
      captureCentavos > amountCentavos ? TOO_MUCH : once('capture', operationId, () => ({ kind: 'captured' })),
    reverse: ({ operationId }) => once('reversal', operationId, () => ({ kind: 'reversed' })),
    refund: ({ refundId }) => once('refund', refundId, () => ({ kind: 'refunded' })),
    // A charge that arrives after its advice finds this answer, and is not made.
    advise: ({ operationId }) => keep('charge', operationId, decline('12')) && { kind: 'acknowledged' },
    verify: ({ card: { number } }) => CARDS[number] ?? { kind: 'valid' },
  },
  'cash-network': {
    issue: ({ operationId, chain, amountCentavos }) => {
      const digits = DIGITS[chain]
      if (!digits || amountCentavos < 100 || amountCentavos > 1e6) return { kind: 'refused', reason: 'not served' }
      const number = String(nextNumber())
      const names = { paymentId: number, shortId: number, bankAccountNumber: '4915660000', bankName: 'Banco Ejemplo' }
      const reference = `93${number.padStart(digits - 2, '0')}`
      return once('reference', operationId, () => ({ kind: 'issued', reference, ...names }))
    },
    cancel: ({ reference }) => once('cancelled', reference, () => ({ kind: 'cancelled' })),
  },
  'spei-bank': {
    'issue-account': ({ ownerId }) => {
      const number = String(nextNumber())
      const clabe = withControlDigit(`646180999${number.padStart(8, '0')}`)
      return once('account', ownerId, () => ({ kind: 'issued', clabe, bankName: 'Banco', paymentId: number }))
    },
    'close-account': ({ clabe }) => once('closed', clabe, () => ({ kind: 'closed' })),
    // The bank settles it a moment later, and says so.
    transfer: ({ trackingKey, destination }) => {
      const isClabe = /^\d{18}$/.test(destination) && withControlDigit(destination.slice(0, 17)) === destination
      if (!isClabe) return { kind: 'rejected', reason: 'the destination is no CLABE' }
      return once('transfer', trackingKey, () => {
        setTimeout(() => keep('transfer', trackingKey, { kind: 'settled' }), 1_000)
        setTimeout(report, 1_000, 'http-spei-bank', { notices: [{ kind: 'transfer', trackingKey, state: 'settled' }] })
        return { kind: 'accepted' }
      })
    },
    'find-transfer': ({ trackingKey }) => known('transfer', trackingKey) ?? { kind: 'never-seen' },
  },
}

/** Reports as the contract suite asks for them. */
function samples(port: string): Json[] {
  const charge = { kind: 'charge', operationId: 'a-sample', outcome: { kind: 'declined', code: '51' } }
  const facts = { kind: 'payment', networkTransaction: 'A-SAMPLE', operationDay: '2026-11-24', amountCentavos: 15_000 }
  const cash = { ...facts, institution: 'OXXO', networkReference: '93000000000042' }
  const deposit = { ...facts, institution: '012', networkReference: withControlDigit('64618099900000001') }
  if (port === 'spei-bank') return [signed(`http-${port}`, '/deposits', deposit)]
  return [signed(`http-${port}`, '/reports', { notices: [port === 'acquirer' ? charge : cash] })]
}

// --- The protocol.

const now = () => Math.floor(Date.now() / 1_000)
const sha256 = (body: string | Buffer) => createHash('sha256').update(body).digest('hex')
const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
const sign = (...lines: unknown[]) => hmac(['cobro-http-1', ...lines].join('\n'))
const isSame = (given: string, wanted: string) =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

/** Whether a call is Cobro's, near in time, and new. */
function isGenuine(path: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [time = '', nonce = '', signature = ''] = HEADERS.map((name) => String(headers[name]))
  if (!/^\d{10}$/.test(time) || !/^[0-9a-f]{32}$/.test(nonce) || !/^[0-9a-f]{64}$/.test(signature)) return false
  if (!isSame(signature, sign('call', 'POST', path, time, nonce, sha256(body)))) return false
  if (Math.abs(now() - Number(time)) > WINDOW_SECONDS) return false
  db.prepare('delete from nonces where time < ?').run(now() - 2 * WINDOW_SECONDS)
  return db.prepare('insert or ignore into nonces values (?, ?)').run(nonce, Number(time)).changes === 1
}

/** A report, signed anew. */
function signed(name: string, path: string, said: Json): Json & { body: string } {
  const [body, time, nonce] = [JSON.stringify(said), String(now()), randomBytes(16).toString('hex')]
  const signature = sign('report', 'POST', `/v1/networks/${name}${path}`, time, nonce, sha256(body))
  return { path, headers: { 'cobro-time': time, 'cobro-nonce': nonce, 'cobro-signature': signature }, body }
}

/** Repeats a report until Cobro has taken it: its answer is then signed for the report. A real service keeps it on disk until then. */
async function report(name: string, said: Json): Promise<void> {
  for (let waitMs = 500; COBRO_URL !== ''; waitMs = Math.min(waitMs * 2, 60_000)) {
    const { headers, body } = signed(name, '/reports', said)
    try {
      const answer = await fetch(`${COBRO_URL}/v1/networks/${name}/reports`, { method: 'POST', headers, body })
      const text = await answer.text()
      const lines = [headers['cobro-signature'], answer.status, answer.headers.get('cobro-time'), sha256(text)]
      if (answer.ok && isSame(answer.headers.get('cobro-signature') ?? '', sign('receipt', ...lines))) return
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}
// What comes of a client that breaks off is not signed.
const server = createServer(async (request, response) => {
  if (!(Number(request.headers['content-length']) <= 32 * 1024 * 1024)) return void response.writeHead(413).end()
  const [path, body] = [request.url ?? '', Buffer.concat(await request.toArray().catch(() => []))]
  if (request.method !== 'POST' || !isGenuine(path, request.headers, body)) return void response.writeHead(403).end()
  const answer = (status: number, said: Json) => {
    const [text, time] = [JSON.stringify(said), now()]
    const signature = sign('answer', request.headers['cobro-signature'], status, time, sha256(text))
    response.writeHead(status, { 'content-type': 'application/json', 'cobro-time': time, 'cobro-signature': signature })
    response.end(text)
  }
  try {
    const [, , port = '', call = ''] = path.split('/')
    const asked = JSON.parse(body.toString())
    if (abilities[port] === undefined || typeof asked !== 'object' || Array.isArray(asked)) return answer(400, {})
    if (call === 'capabilities') return answer(200, { kind: 'capabilities', ...abilities[port] })
    if (call === 'sample-reports') return answer(200, { kind: 'reports', reports: samples(port) })
    const said = networks[port]?.[call]
    if (said === undefined) return answer(404, {})
    const outcome = said(asked)
    if (outcome !== undefined) answer(200, outcome)
  } catch {
    answer(400, {})
  }
})
server.listen(Number(PORT), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
