// Plays an operator's own service over HTTP with all three networks behind it; slow, silent, in HTML, half, forged, replayed and untrue where a
// test says so.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { answerHeaders, isSignedCall, type Message, nowText, signedRequest } from './signed.ts'

/**
 * What happens to the next call of a path. `lost`: neither taken nor answered. `html`: 502 of a proxy, not taken. The others take the call;
 * `silent` never answers, `taken-html` answers with HTML, `half` breaks off, `slow` answers late, `forged` signs wrongly, `unsigned` does not
 * sign, `replay` repeats its last answer of another call, `old` dates the answer ten minutes back, `error` answers 500 signed, `odd` answers
 * what the port does not have, and `twice` takes the call twice.
 */
type Fault =
  | 'lost'
  | 'html'
  | 'silent'
  | 'taken-html'
  | 'half'
  | 'slow'
  | 'forged'
  | 'unsigned'
  | 'replay'
  | 'old'
  | 'error'
  | 'odd'
  | 'twice'

export const FAULTS: readonly Fault[] = [
  'lost',
  'html',
  'silent',
  'taken-html',
  'half',
  'slow',
  'forged',
  'unsigned',
  'replay',
  'old',
  'error',
  'odd',
  'twice',
]

// biome-ignore lint/suspicious/noExplicitAny: requests and answers of a protocol that is checked elsewhere.
type Json = Record<string, any>

export const SECRET = 'a-secret-that-both-sides-have-0123456789'

const card = (number: string, securityCode = '123') => ({
  number,
  holderName: 'Ana Pérez',
  expiration: '3512',
  securityCode,
})

export const cards = {
  approved: card('4242424242424242'),
  declined: { card: card('4111111111111111'), code: '51' },
  invalid: card('4111111111111137'),
  wrongSecurityCode: card('4000000000000820'),
  silent: card('4000000000010027'),
  challenged: card('4000000000003220'),
}

export type FakeService = Awaited<ReturnType<typeof fakeService>>

export async function fakeService() {
  const calls: { path: string; body: Json; answer?: Json | undefined }[] = []
  const forged: string[] = []
  const faults: { path: string; fault: Fault; times: number }[] = []
  const charges = new Map<string, Json>()
  /** How often a network did what must be done once, by what and its id. */
  const done = new Map<string, number>()
  const undone = new Set<string>()
  const references = new Map<string, Json>()
  const cancelled = new Set<string>()
  const accounts = new Map<string, Json>()
  const transfers = new Map<string, Json>()
  const deposits: Json[] = []
  const answers = new Map<string, Json>()
  let number = 100_000
  let settles = 'settled'
  let isReal = false
  let last: { status: number; headers: Record<string, string>; body: string } | undefined
  let moment = async (_when: 'before' | 'after' | 'lost', _path: string): Promise<void> => {}

  const next = () => {
    number += 1
    return number
  }
  /** Does it once for an id; another call with it has the same answer. */
  const once = (what: string, id: string, act: () => Json): Json => {
    const key = `${what} ${id}`
    const known = answers.get(key)
    if (known !== undefined) return known
    done.set(key, (done.get(key) ?? 0) + 1)
    const answer = act()
    answers.set(key, answer)
    return answer
  }
  const decided = (given: Json, good: () => Json): Json | undefined => {
    if (given.number === cards.silent.number) return undefined
    if (given.number === cards.invalid.number) return { kind: 'invalid-card' }
    if (given.number === cards.declined.card.number) return { kind: 'declined', code: '51' }
    return given.number === cards.wrongSecurityCode.number ? { kind: 'declined', code: '82' } : good()
  }
  const clabeOf = (n: number) => {
    const first = `646180999${String(n).padStart(8, '0')}`
    const sum = [...first].reduce((total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 1)) % 10), 0)
    return first + String((10 - (sum % 10)) % 10)
  }
  /** The payer comes to the challenge of a charge. */
  const act = (operationId: string, does: 'confirmed' | 'rejected') => {
    if (undone.has(operationId) || charges.get(operationId)?.kind !== 'payer-must-act') return
    const reference = next()
    if (does === 'confirmed') done.set(`charge ${operationId}`, (done.get(`charge ${operationId}`) ?? 0) + 1)
    const approved = { kind: 'approved', authorizationCode: String(reference), networkReference: `net-${reference}` }
    charges.set(operationId, does === 'confirmed' ? approved : { kind: 'declined', code: '05' })
  }
  const takes: Record<string, (body: Json) => Json | undefined> = {
    '/v1/acquirer/capabilities': () => ({
      kind: 'capabilities',
      capabilities: [
        'inquiry',
        'advice',
        'void',
        'refund',
        'partial-refund',
        'capture',
        'partial-capture',
        'disputes',
        'payer-action',
      ],
      rehearsal: { cards, dispute: { operationId: 'op-1', networkDispute: 'case-1' } },
    }),
    '/v1/acquirer/authorise': ({ operationId, card: given }) => {
      if (undone.has(operationId)) return { kind: 'declined', code: '12' }
      const known = charges.get(operationId)
      if (known !== undefined) return known
      if (given.number === cards.challenged.number) {
        const challenge = { kind: 'payer-must-act', payerUrl: `https://acs.example.mx/${operationId}` }
        charges.set(operationId, challenge)
        return challenge
      }
      const answer = decided(given, () => {
        const reference = next()
        done.set(`charge ${operationId}`, (done.get(`charge ${operationId}`) ?? 0) + 1)
        return { kind: 'approved', authorizationCode: String(reference), networkReference: `net-${reference}` }
      })
      if (answer !== undefined) charges.set(operationId, answer)
      return answer
    },
    '/v1/acquirer/inquire': ({ operationId }) =>
      undone.has(operationId) ? { kind: 'declined', code: '12' } : (charges.get(operationId) ?? { kind: 'never-seen' }),
    '/v1/acquirer/act-as-payer': ({ operationId, does }) => {
      act(operationId, does)
      return { kind: 'acted' }
    },
    '/v1/acquirer/capture': ({ operationId, amountCentavos, captureCentavos }) =>
      captureCentavos > amountCentavos
        ? { kind: 'refused', reason: 'more than is held' }
        : once('capture', operationId, () => ({ kind: 'captured' })),
    '/v1/acquirer/reverse': ({ operationId }) => once('reverse', operationId, () => ({ kind: 'reversed' })),
    '/v1/acquirer/refund': ({ refundId }) => once('refund', refundId, () => ({ kind: 'refunded' })),
    '/v1/acquirer/advise': ({ operationId }) => {
      undone.add(operationId)
      return { kind: 'acknowledged' }
    },
    '/v1/acquirer/answer-dispute': ({ networkDispute }) => once('dispute', networkDispute, () => ({ kind: 'taken' })),
    // Who has no funds has a valid card.
    '/v1/acquirer/verify': ({ card: given }) =>
      given.number === cards.declined.card.number ? { kind: 'valid' } : decided(given, () => ({ kind: 'valid' })),
    '/v1/cash-network/capabilities': () => ({
      kind: 'capabilities',
      capabilities: ['give-back'],
      rehearsal: { chains: ['OXXO', '7ELEVEN'] },
    }),
    '/v1/cash-network/issue': ({ operationId, chain, amountCentavos }) => {
      if (!['OXXO', '7ELEVEN'].includes(chain)) return { kind: 'refused', reason: 'no such chain' }
      if (amountCentavos < 100 || amountCentavos > 1_000_000) return { kind: 'refused', reason: 'the amount' }
      const issued = references.get(operationId) ?? {
        kind: 'issued',
        reference: String(next()).padStart(chain === 'OXXO' ? 14 : 16, '9'),
        paymentId: String(number),
        shortId: `S${number}`,
        bankAccountNumber: '4915660000',
        bankName: 'Banco Tienda',
      }
      references.set(operationId, issued)
      return issued
    },
    '/v1/cash-network/cancel': ({ reference }) => {
      cancelled.add(reference)
      return { kind: 'cancelled' }
    },
    '/v1/cash-network/give-back': ({ returnId }) => once('give-back', returnId, () => ({ kind: 'sent' })),
    '/v1/spei-bank/capabilities': () => ({
      kind: 'capabilities',
      capabilities: ['return-deposit', 'balance', 'movements', 'statement'],
      keyLife: 'always',
      rehearsal: {},
    }),
    '/v1/spei-bank/issue-account': ({ ownerId }) => {
      const known = accounts.get(ownerId)
      const issued = known ?? { kind: 'issued', clabe: clabeOf(next()), bankName: 'STP', paymentId: String(number) }
      accounts.set(ownerId, issued)
      return issued
    },
    '/v1/spei-bank/close-account': () => ({ kind: 'closed' }),
    '/v1/spei-bank/transfer': ({ trackingKey, destination, ...order }) => {
      if (!/^\d{18}$/.test(destination) || destination === '032180000118359718')
        return { kind: 'rejected', reason: 'no CLABE' }
      return once('transfer', trackingKey, () => {
        transfers.set(trackingKey, { ...order, destination, state: settles })
        return { kind: settles === 'settled' ? 'settled' : 'accepted', networkReference: `order-${next()}` }
      })
    },
    '/v1/spei-bank/find-transfer': ({ trackingKey }) => {
      const state = transfers.get(trackingKey)?.state ?? 'never-seen'
      return { kind: state, ...(['rejected', 'returned'].includes(state) && { reason: 'the account is closed' }) }
    },
    '/v1/spei-bank/return-deposit': ({ trackingKey }) =>
      once('return', trackingKey, () => {
        transfers.set(trackingKey, { state: 'settled' })
        return { kind: 'settled' }
      }),
    '/v1/spei-bank/balance': () => ({ kind: 'balance', availableCentavos: 1_000_000 }),
    '/v1/spei-bank/movements': ({ day }) => ({
      kind: 'movements',
      notices: deposits.filter(({ operationDay }) => operationDay === day),
    }),
    '/v1/spei-bank/statement': () => ({ kind: 'not-yet' }),
  }

  /** What it says next without doing anything, by path. */
  const canned = new Map<string, Json[]>()
  let open = 0
  const server = createServer(async (request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
    const path = (request.url ?? '').replace(/^\/gateway/, '')
    const text = await textOf(request)
    const fault = takeFault(path)
    const take = takes[path]
    if (fault === 'lost') return moment('lost', path)
    if (fault === 'html') return html(response)
    if (take === undefined || !isSignedCall(SECRET, path, request.headers, text)) {
      forged.push(path)
      return html(response)
    }
    if (!/^\{.*\}$/s.test(text)) return html(response)
    const asked = JSON.parse(text)
    const call: (typeof calls)[number] = { path, body: asked }
    calls.push(call)
    await moment('before', path)
    if (fault === 'twice') take(asked)
    const content = canned.get(path)?.shift() ?? take(asked)
    call.answer = content
    await moment('after', path)
    if (content === undefined || fault === 'silent') return
    if (isReal) delete content.rehearsal
    if (fault === 'taken-html') return html(response)
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 400))
    const to = request.headers['cobro-signature']
    if (fault === 'replay') return send(response, last ?? { status: 200, headers: {}, body: '{}' })
    const status = fault === 'error' ? 500 : 200
    const body = JSON.stringify(fault === 'odd' ? { kind: 'perhaps' } : content)
    const headers = answerHeaders(
      fault === 'forged' ? `${SECRET}0` : SECRET,
      to,
      status,
      body,
      nowText(fault === 'old' ? -600 : 0),
    )
    if (fault === 'half') {
      response.writeHead(200, { ...headers, 'content-length': String(body.length + 100) })
      response.write(body.slice(0, 12))
      return void setTimeout(() => response.destroy(), 20)
    }
    const answer = { status, headers: fault === 'unsigned' ? {} : headers, body }
    if (fault === undefined) last = answer
    send(response, answer)
  })
  const takeFault = (path: string): Fault | undefined => {
    const found = faults.find((one) => one.path === path && one.times > 0)
    if (found) found.times -= 1
    return found?.fault
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/gateway/`
  const settings = (capabilities: string) => ({ URL: url, SECRET, CA_FILE: '', CAPABILITIES: capabilities })

  return {
    url,
    calls,
    forged,
    charges,
    undone,
    references,
    cancelled,
    accounts,
    transfers,
    deposits,
    /** What a network did more than once although it must be done once. */
    repeated: () => [...done].filter(([, times]) => times > 1).map(([key]) => key),
    /** By port, what its settings are. */
    settings: {
      acquirer: settings(
        'inquiry, advice, void, refund, partial-refund, capture, partial-capture, disputes, payer-action',
      ),
      cashNetwork: settings('give-back'),
      speiBank: { ...settings('return-deposit, balance, movements, statement'), KEY_LIFE: 'always' },
    },
    fail: (path: string, fault: Fault, times = 1) => void faults.push({ path: `/v1/${path}`, fault, times }),
    /** How many calls it has not answered yet. */
    openCalls: () => open,
    act,
    /** Says it to the next call, and does nothing. */
    say: (path: string, answer: Json) => void canned.set(`/v1/${path}`, [...(canned.get(`/v1/${path}`) ?? []), answer]),
    heal: () => void faults.splice(0),
    watch: (listener: typeof moment) => {
      moment = listener
    },
    /** The state of transfers from now on: `accepted` or `settled`. */
    settleAs: (state: string) => {
      settles = state
    },
    /** From now on it does not say that it plays its networks. */
    playNothing: () => {
      isReal = true
    },
    /** A report to a path of Cobro, such as `/v1/networks/http-acquirer/reports`. */
    report: (path: string, content: unknown, how?: Parameters<typeof signedRequest>[4]): Message =>
      signedRequest(SECRET, 'report', path, content, how),
    /** Nobody listens there any more: a connection is refused. */
    die: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    /** Listens again, with what it knew. */
    rise: async () => {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function html(response: ServerResponse): void {
  response
    .writeHead(502, { 'content-type': 'text/html' })
    .end('<html><body><h1>502 Bad Gateway</h1>nginx</body></html>')
}

function send(
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: string },
): void {
  response.writeHead(status, headers).end(body)
}
