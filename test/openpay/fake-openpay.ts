// Plays Openpay over HTTP, from its sheet of facts: charges of cards and stores, refunds, customers with a CLABE, payouts and webhooks; slow, silent,
// in HTML, half and untrue where a test says so.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { unansweredCalls } from '../support/fixtures/unanswered-calls.ts'

/**
 * What happens to the next call of a kind. `lost`: neither taken nor answered. `html`: 403 of a proxy, not taken. `error`: 500 / 1000, not taken.
 * The others take the call; `silent` never answers, `taken-html` answers with HTML, `taken-error` with 500 / 1000, `half` breaks off, `slow`
 * answers late, `odd` answers a code that is in no list.
 */
type Fault = 'lost' | 'html' | 'error' | 'silent' | 'taken-html' | 'taken-error' | 'half' | 'slow' | 'odd'

export const FAULTS: readonly Fault[] = [
  'lost',
  'html',
  'error',
  'silent',
  'taken-html',
  'taken-error',
  'half',
  'slow',
  'odd',
]

// biome-ignore lint/suspicious/noExplicitAny: requests and answers of a network.
type Json = Record<string, any>

export const MERCHANT = 'mzdtln0bmtms6o3kck8f'
export const PRIVATE_KEY = 'sk_e568c42a6c384b7ab02cd47d2e407cab'
export const WEBHOOK_PASSWORD = 'a-password-of-the-webhooks-1'

const card = (number: string, securityCode = '123') => ({
  number,
  holderName: 'LUCIA PRADO',
  expiration: '3512',
  securityCode,
})

/** The numbers of the sandbox; `silent` and the security code 999 are the fake's own. */
export const cards = {
  approved: card('4111111111111111'),
  declined: { card: card('4444444444444448'), code: '51' },
  invalid: card('4111111111111112'),
  wrongSecurityCode: card('4242424242424242', '999'),
  silent: card('4000000000010027'),
  /** Refused by the fraud system; with 3-D Secure the payer is sent away. */
  challenged: card('4000000000000044'),
}

const refusals: Record<string, [status: number, code: number, description: string]> = {
  '4222222222222220': [402, 3001, 'The card was declined by the bank'],
  '4000000000000069': [402, 3002, 'The card has expired'],
  '4444444444444448': [402, 3003, "The card doesn't have sufficient funds"],
  '4000000000000119': [402, 3004, 'The card was reported as stolen'],
  '4000000000000044': [402, 3005, 'Fraud risk detected by anti-fraud system'],
}

class Refused extends Error {
  readonly status: number
  readonly code: number
  readonly description: string

  constructor(status: number, code: number, description: string) {
    super(description)
    this.status = status
    this.code = code
    this.description = description
  }
}

type Lie = (body: Json) => string

export type FakeOpenpay = Awaited<ReturnType<typeof fakeOpenpay>>

/** How this Openpay behaves where the facts leave it open. */
interface Habits {
  /** A declined try is in the list of charges. */
  listsFailed: boolean
  /** A store charge can be cancelled. */
  cancelsStores: boolean
  /** A list by order_id has only that one; otherwise all. */
  filters: boolean
  /** The description of a refund is kept. */
  keepsDescriptions: boolean
  /** Refunds have ids. */
  showsRefundIds: boolean
}

export async function fakeOpenpay({ nowMs = () => Date.now() }: { nowMs?(): number } = {}) {
  const habits: Habits = {
    listsFailed: false,
    cancelsStores: true,
    filters: true,
    keepsDescriptions: true,
    showsRefundIds: true,
  }
  const calls: { call: string; body: Json; answer?: unknown }[] = []
  const faults: { call: string; fault: Fault; times: number }[] = []
  const charges = new Map<string, Json>()
  const payouts = new Map<string, Json>()
  const customers = new Map<string, Json>()
  const stored = new Map<string, string>()
  const webhooks = new Map<string, Json>()
  let ids = 0
  let funds = true
  const lies: { call: string; lie: Lie }[] = []
  const { untilUnanswered, leave } = unansweredCalls()
  let payoutsAre = 'in_progress'
  let moment = async (_when: 'before' | 'after', _call: string): Promise<void> => {}

  const newId = (kind: string) => {
    ids += 1
    return `${kind}${String(ids).padStart(18, '0')}`
  }
  const now = () => new Date(nowMs()).toISOString().replace(/\.\d+Z$/, '+00:00')
  const live = (one: Json) => !['failed', 'cancelled'].includes(one.status)
  const checkOrder = (orderId: unknown) => {
    const all = [...charges.values(), ...payouts.values()]
    if (orderId !== undefined && all.some((one) => one.order_id === orderId && live(one)))
      throw new Refused(409, 1006, 'The order_id has already been processed')
  }
  const checkAmount = (amount: unknown, most = 1_000_000) => {
    const text = String(amount)
    if (!/^\d+(\.\d{1,2})?$/.test(text) || Number(text) <= 0) throw new Refused(400, 1001, 'amount is not valid')
    if (Number(text) < 1 || Number(text) > most) throw new Refused(412, 1012, 'The amount is out of range')
    return Number(text)
  }
  const checkCard = (given: Json) => {
    const { card_number: number = '', cvv2, holder_name, expiration_year, expiration_month } = given
    if (!holder_name || !/^\d\d$/.test(expiration_year) || !/^\d\d$/.test(expiration_month))
      throw new Refused(400, 1001, 'holder_name and expiration of the card are required')
    if (!isLuhn(number)) throw new Refused(422, 2004, 'The card number verification digit is invalid')
    if (Number(expiration_year) < 26) throw new Refused(400, 2005, 'The expiration date has expired')
    if (cvv2 === '999') throw new Refused(412, 2009, 'The CVV2 is invalid')
    return number as string
  }
  const masked = (number: string) => `${number.slice(0, 6)}XXXXXX${number.slice(-4)}`
  const base = (body: Json, more: Json): Json => ({
    id: newId('tr'),
    authorization: null,
    currency: 'MXN',
    conciliated: false,
    amount: Number(body.amount),
    description: body.description,
    order_id: body.order_id ?? null,
    error_message: null,
    creation_date: now(),
    operation_date: now(),
    ...more,
  })
  const kept = (into: Map<string, Json>, one: Json) => {
    into.set(one.id, one)
    return one
  }
  const chargeCard = (body: Json): Json | undefined => {
    if (!body.description || !body.customer?.email)
      throw new Refused(400, 1001, 'description and customer are required')
    const number = body.source_id === undefined ? checkCard(body.card ?? {}) : stored.get(body.source_id)
    if (number === undefined) throw new Refused(404, 1005, 'The requested resource doesn’t exist')
    checkAmount(body.amount)
    if (number === cards.silent.number) return undefined
    const way = {
      operation_type: 'in',
      method: 'card',
      transaction_type: 'charge',
      card: { card_number: masked(number) },
    }
    const refusal = refusals[number]
    if (body.use_3d_secure === true) {
      const held = body.capture === false
      const made = kept(charges, base(body, { ...way, status: 'charge_pending', held }))
      const url = `https://sandbox-api.openpay.mx/v1/${MERCHANT}/charges/${made.id}/redirect/`
      return Object.assign(made, { payment_method: { type: 'redirect', url }, redirect_url: body.redirect_url })
    }
    if (refusal !== undefined) {
      const [status, code, description] = refusal
      kept(charges, base(body, { ...way, status: 'failed', error_message: description, error_code: code }))
      throw new Refused(status, code, description)
    }
    const status = body.capture === false ? 'in_progress' : 'completed'
    return kept(charges, base(body, { ...way, status, authorization: String(800_000 + ids) }))
  }
  const storeCharge = (body: Json): Json => {
    checkAmount(body.amount, 9_999.99)
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(body.due_date ?? '2099-12-31T00:00:00'))
      throw new Refused(400, 1001, 'due_date is not valid')
    const reference = `1010${String(ids + 1).padStart(12, '0')}`
    const barcode_url = `https://sandbox-api.openpay.mx/barcode/${reference}`
    const way = { method: 'store', operation_type: 'in', transaction_type: 'charge', status: 'in_progress' }
    return kept(charges, base(body, { ...way, payment_method: { type: 'store', reference, barcode_url } }))
  }
  const bankCharge = (body: Json): Json => {
    checkAmount(body.amount)
    const payment_method = {
      type: 'bank_transfer',
      bank: 'BBVA Bancomer',
      agreement: '0000000',
      clabe: '012914002001848893',
    }
    const way = { method: 'bank_account', operation_type: 'in', transaction_type: 'charge', status: 'in_progress' }
    return kept(charges, base(body, { ...way, payment_method: { ...payment_method, name: newId('11') } }))
  }
  const found = (map: Map<string, Json>, id = ''): Json => {
    const one = map.get(id)
    if (one === undefined) throw new Refused(404, 1005, 'The requested resource doesn’t exist')
    return one
  }
  const refund = (one: Json, body: Json): Json => {
    if (one.method !== 'card') throw new Refused(412, 1013, 'The operation is not permitted for the resource')
    if (!funds) throw new Refused(412, 4001, 'The openpay account doesn’t have enough funds')
    if (one.status === 'in_progress') return Object.assign(one, { status: 'cancelled' })
    const back = (one.refunds ?? []).reduce((sum: number, each: Json) => sum + Math.round(each.amount * 100), 0)
    const rest = Math.round(one.amount * 100) - back
    const wanted = body.amount === undefined ? rest : Math.round(checkAmount(body.amount) * 100)
    if (one.status !== 'completed' || rest === 0 || wanted > rest)
      throw new Refused(422, 1003, 'The transaction is in a final status')
    const entry = base(
      { amount: wanted / 100, description: habits.keepsDescriptions ? body.description : 'Devolucion' },
      {},
    )
    const id = habits.showsRefundIds ? entry.id : undefined
    const refunds = [...(one.refunds ?? []), { ...entry, id, transaction_type: 'refund', status: 'completed' }]
    return Object.assign(one, { refunds, refund: refunds[0] })
  }
  const cancel = (one: Json): Json => {
    const may =
      one.status === 'charge_pending' ||
      (one.method === 'store' && one.status === 'in_progress' && habits.cancelsStores)
    if (!may) throw new Refused(412, 1013, 'The operation is not permitted for the resource')
    return Object.assign(one, { status: 'cancelled' })
  }
  const list = (map: Map<string, Json>, query: URLSearchParams): Json[] => {
    const order = query.get('order_id')
    const all = [...map.values()].reverse().filter((one) => habits.listsFailed || one.status !== 'failed')
    const wanted = all.filter((one) => order === null || !habits.filters || one.order_id === order)
    const offset = Number(query.get('offset') ?? 0)
    return wanted.slice(offset, offset + Number(query.get('limit') ?? 10))
  }
  const clabeOf = (n: number) => {
    const first = `646180111${String(n).padStart(8, '0')}`
    const sum = [...first].reduce((total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 1)) % 10), 0)
    return first + String((10 - (sum % 10)) % 10)
  }
  const customer = (body: Json): Json => {
    if (!body.name || !body.email) throw new Refused(400, 1001, 'name and email are required')
    if ([...customers.values()].some((one) => one.external_id === body.external_id && body.external_id !== undefined))
      throw new Refused(409, 2003, 'The external_id already exists')
    const id = newId('aw')
    return kept(customers, { id, ...body, status: 'active', balance: 0, clabe: clabeOf(ids), creation_date: now() })
  }
  const payout = (body: Json): Json => {
    const amount = checkAmount(body.amount, 99_999_999)
    if (!/^\d{18}$/.test(body.bank_account?.clabe ?? '')) throw new Refused(422, 1003, 'clabe is not valid')
    if (!funds) throw new Refused(412, 4001, 'The openpay account doesn’t have enough funds')
    const way = { method: 'bank_account', operation_type: 'out', transaction_type: 'payout', status: payoutsAre }
    return kept(payouts, base({ ...body, amount }, { ...way, bank_account: body.bank_account }))
  }
  const webhook = (body: Json): Json => {
    if ([...webhooks.values()].some((one) => one.url === body.url)) throw new Refused(409, 6001, 'The webhook exists')
    return kept(webhooks, { id: newId('wh'), status: 'verified', ...body })
  }

  /** By method and path; `:id` is a part of the path. */
  const takes: Record<string, (body: Json, ids: string[], query: URLSearchParams) => Json | Json[] | undefined> = {
    'POST /charges': (body) => {
      checkOrder(body.order_id)
      const make = { card: chargeCard, store: storeCharge, bank_account: bankCharge }[String(body.method)]
      if (make === undefined) throw new Refused(400, 1001, 'method is not valid')
      return make(body)
    },
    'GET /charges': (_body, _ids, query) => list(charges, query),
    'GET /charges/:id': (_body, [id]) => found(charges, id),
    'POST /charges/:id/refund': (body, [id]) => refund(found(charges, id), body),
    'POST /charges/:id/cancel': (_body, [id]) => cancel(found(charges, id)),
    'POST /charges/:id/capture': (_body, [id]) => Object.assign(found(charges, id), { status: 'completed' }),
    'POST /cards': (body) => {
      const number = checkCard(body)
      const refusal = refusals[number]
      // Who has no funds, and whom the fraud system refuses, has a valid card.
      if (refusal !== undefined && [3001, 3002, 3004].includes(refusal[1])) throw new Refused(...refusal)
      const id = newId('k')
      stored.set(id, number)
      return { id, type: 'credit', brand: 'visa', card_number: masked(number), holder_name: body.holder_name }
    },
    'POST /customers': customer,
    'GET /customers': (_body, _ids, query) =>
      [...customers.values()].filter((one) => one.external_id === (query.get('external_id') ?? one.external_id)),
    'GET /customers/:id': (_body, [id]) => found(customers, id),
    'DELETE /customers/:id': (_body, [id = '']) => {
      found(customers, id)
      customers.delete(id)
      return {}
    },
    'GET /customers/:id/charges/:id': (_body, [owner, id]) => {
      const one = found(charges, id)
      if (one.customer_id !== owner) throw new Refused(404, 1005, 'The requested resource doesn’t exist')
      return one
    },
    'POST /payouts': (body) => {
      checkOrder(body.order_id)
      return payout(body)
    },
    'GET /payouts': (_body, _ids, query) => list(payouts, query),
    'GET /payouts/:id': (_body, [id]) => found(payouts, id),
    'POST /webhooks': webhook,
    'GET /webhooks': () => [...webhooks.values()],
    'GET /webhooks/:id': (_body, [id]) => found(webhooks, id),
    'POST /webhooks/:id/verify/:id': (_body, [id]) => {
      found(webhooks, id).status = 'verified'
      return {}
    },
    'DELETE /webhooks/:id': (_body, [id = '']) => {
      found(webhooks, id)
      webhooks.delete(id)
      return {}
    },
  }
  const empty = /^DELETE |\/verify\//

  let open = 0
  const server = createServer(async (request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
    const url = new URL(request.url ?? '', 'http://fake')
    const [, version, merchant, ...parts] = url.pathname.split('/')
    const isIdAt = (at: number) => at % 2 === 1 && !['refund', 'cancel', 'capture'].includes(parts[at] ?? '')
    const call = `${request.method} /${parts.map((part, at) => (isIdAt(at) ? ':id' : part)).join('/')}`
    const text = await textOf(request)
    const wanted = `Basic ${Buffer.from(`${PRIVATE_KEY}:`).toString('base64')}`
    if (version !== 'v1' || merchant !== MERCHANT || request.headers.authorization !== wanted)
      return error(response, new Refused(401, 1002, 'The api key or merchant id are invalid'))
    let body: Json = {}
    try {
      body = text === '' ? {} : JSON.parse(text)
    } catch {
      return error(response, new Refused(400, 1001, 'The request could not be processed'))
    }
    const noted: (typeof calls)[number] = { call, body }
    calls.push(noted)
    const fault = takeFault(call)
    if (fault === 'lost') return leave()
    if (fault === 'html') return html(response)
    if (fault === 'error') return error(response, new Refused(500, 1000, 'Internal server error'))
    if (fault === 'odd') return error(response, new Refused(412, 3999, 'A code of another day'))
    const lieAt = lies.findIndex((one) => one.call === call)
    const lie = lieAt === -1 ? undefined : lies.splice(lieAt, 1)[0]?.lie
    if (lie !== undefined) return void response.writeHead(200, { 'content-type': 'application/json' }).end(lie(body))
    const take = takes[call]
    if (take === undefined) return error(response, new Refused(404, 1005, 'The requested resource doesn’t exist'))
    await moment('before', call)
    let status = request.method === 'POST' && !call.endsWith('refund') ? 201 : 200
    let answer: unknown
    try {
      answer = take(
        body,
        parts.filter((_, at) => isIdAt(at)),
        url.searchParams,
      )
      // Never answered.
      if (answer === undefined) return
      if (empty.test(call)) status = 204
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      status = refused.status
      answer = bodyOf(refused)
    }
    noted.answer = answer
    await moment('after', call)
    if (fault === 'silent') return leave()
    if (fault === 'taken-html') return html(response)
    if (fault === 'taken-error') return error(response, new Refused(500, 1000, 'Internal server error'))
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 400))
    if (fault === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' })
      response.write(JSON.stringify(answer).slice(0, 12))
      return void setTimeout(() => response.destroy(), 20)
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? '' : JSON.stringify(answer))
  })
  const takeFault = (call: string): Fault | undefined => {
    const next = faults.find((one) => one.call === call && one.times > 0)
    if (next) next.times -= 1
    return next?.fault
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const there = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const byOrder = (map: Map<string, Json>, orderId: string) =>
    [...map.values()].filter((one) => one.order_id === orderId)

  return {
    url: there,
    habits,
    calls,
    charges,
    payouts,
    customers,
    stored,
    settings: {
      MERCHANT_ID: MERCHANT,
      PRIVATE_KEY,
      PAYER_EMAIL: 'pagos@tienda.mx',
      URL: there,
      CA_FILE: '',
      WEBHOOK_USER: 'openpay',
      WEBHOOK_PASSWORD,
      THREE_D_SECURE: 'after-refusal',
      CHAINS: '7ELEVEN,AHORRO,WALMART,BODEGA,CIRCLEK,EXTRA',
    },
    fail: (call: string, fault: Fault, times = 1) => void faults.push({ call, fault, times }),
    /** The next answer to a call is this text under the status 200, and nothing is done. */
    lie: (call: string, lie: Lie) => void lies.push({ call, lie }),
    untilUnanswered,
    heal: () => {
      faults.splice(0)
      lies.splice(0)
    },
    watch: (listener: typeof moment) => {
      moment = listener
    },
    setFunds: (has: boolean) => {
      funds = has
    },
    /** The status of payouts from now on. */
    payoutsAre: (status: string) => {
      payoutsAre = status
    },
    openCalls: () => open,
    charge: (orderId: string) => byOrder(charges, orderId).findLast(() => true),
    payout: (orderId: string) => byOrder(payouts, orderId).findLast(() => true),
    /** The payer comes to the challenge of a charge. */
    act: (orderId: string, does: 'confirmed' | 'rejected') => {
      const one = byOrder(charges, orderId).find(({ status }) => status === 'charge_pending')
      if (one === undefined) return
      const status = one.held === true ? 'in_progress' : 'completed'
      if (does === 'confirmed') Object.assign(one, { status, authorization: String(800_000 + ids) })
      else Object.assign(one, { status: 'failed', error_code: 2010, error_message: 'Authentication 3D Secure failed' })
    },
    /** Money comes into the CLABE of a customer; answers the transaction. */
    deposit: (clabe: string, pesos: number): Json => {
      const owner = [...customers.values()].find((one) => one.clabe === clabe)
      const way = { method: 'bank_account', operation_type: 'in', transaction_type: 'charge', status: 'completed' }
      return kept(charges, base({ amount: pesos }, { ...way, customer_id: owner?.id ?? 'nobody' }))
    },
    /** A notice, as Openpay posts it. */
    event: (type: string, transaction: Json): Json => ({ type, event_date: now(), transaction }),
    headers: (password = WEBHOOK_PASSWORD) => ({
      authorization: `Basic ${Buffer.from(`openpay:${password}`).toString('base64')}`,
    }),
    /** What was done twice under one of our ids, or beyond its amount. */
    repeated: () => {
      const twice = [charges, payouts].flatMap((map) => {
        const made = [...map.values()].filter((one) => one.order_id !== null && live(one)).map((one) => one.order_id)
        return made.filter((id, at) => made.indexOf(id) !== at)
      })
      const ids = [...charges.values()].flatMap((one) => (one.refunds ?? []).map((each: Json) => each.description))
      const refunds = ids.filter((id, at) => /^ref_/.test(id) && ids.indexOf(id) !== at)
      return [...twice, ...refunds]
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function isLuhn(number: unknown): boolean {
  if (typeof number !== 'string' || !/^\d{13,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function bodyOf({ status, code, description }: Refused): Json {
  const category = code >= 3000 && code < 4000 ? 'gateway' : 'request'
  return { category, error_code: code, description, http_code: status, request_id: 'f2d8c3a1-0001', fraud_rules: [] }
}

function error(response: ServerResponse, refused: Refused): void {
  response.writeHead(refused.status, { 'content-type': 'application/json' }).end(JSON.stringify(bodyOf(refused)))
}

function html(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'text/html' }).end('<html><body><h1>403 Forbidden</h1></body></html>')
}
