// Every call of the service by its own OpenAPI document, with a request of each that succeeds, for stories about all calls.
import assert from 'node:assert/strict'
import type { Day } from '../../../src/core/time.ts'
import { add } from '../../../src/store/write.ts'
import { sealedCard, tokenFor } from '../fixtures/cards.ts'
import { chargeOf } from '../fixtures/charges.ts'
import { disputed, paidByCard, upload } from '../fixtures/disputes.ts'
import { sealEnvelope } from '../fixtures/envelope-seal.ts'
import { pngFile } from '../fixtures/evidence-files.ts'
import { customerWithSource, speiVoucher, storeVoucher } from '../fixtures/payers.ts'
import type { Merchant, World } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, read as it comes.
export type Schema = any

export interface Call {
  method: string
  /** The path in the document, with `{names}`. */
  path: string
  /** It needs no credential. */
  open: boolean
  body: Schema | undefined
  /** Its body is a file. */
  takesFile: boolean
  query: Parameter[]
}

interface Parameter {
  name: string
  schema: Schema
  /** Its example, when the call cannot do without it. */
  needed: string | undefined
}

export async function everyCall(world: World): Promise<Call[]> {
  const { body: document } = await world.send({ method: 'GET', url: '/openapi.json' })
  const calls: Call[] = []
  for (const [path, methods] of Object.entries<Schema>(document.paths)) {
    for (const [method, operation] of Object.entries<Schema>(methods)) {
      const parameters: Schema[] = operation.parameters ?? []
      calls.push({
        method: method.toUpperCase(),
        path,
        open: operation.security?.length === 0,
        body: whole(document, operation.requestBody?.content['application/json']?.schema),
        takesFile: operation.requestBody?.content['application/pdf'] !== undefined,
        query: parameters
          .filter((one) => one.in === 'query')
          .map(({ name, schema, example = schema.examples?.[0], required }) => ({
            name,
            schema: whole(document, schema),
            needed: required ? example : undefined,
          })),
      })
    }
  }
  assert.ok(calls.length > 50, `the document lists only ${calls.length} calls`)
  return calls
}

/** A schema with its references resolved. */
function whole(document: Schema, schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map((one) => whole(document, one))
  if (typeof schema !== 'object' || schema === null) return schema
  if (typeof schema.$ref === 'string')
    return whole(document, document.components.schemas[schema.$ref.split('/').at(-1)])
  return Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, whole(document, inner)]))
}

/** The places of a schema that may hold text. */
export function textsIn(schema: Schema, path: string[] = []): string[][] {
  if (schema?.anyOf) return schema.anyOf.flatMap((one: Schema) => textsIn(one, path))
  if (schema?.type === 'string' || (Array.isArray(schema?.type) && schema.type.includes('string'))) return [path]
  if (schema?.type === 'array') return textsIn(schema.items, [...path, '0'])
  const named = Object.entries<Schema>(schema?.properties ?? {}).flatMap(([name, inner]) =>
    textsIn(inner, [...path, name]),
  )
  // An object with any names: one of them.
  return schema?.type === 'object' && named.length === 0 ? [[...path, 'otro']] : named
}

/** A body with another text in one of those places. */
export function withText(body: Schema, [name = '', ...rest]: string[], text: string): Schema {
  const isList = /^\d+$/.test(name)
  const whole = isList ? [...(Array.isArray(body) ? body : [])] : { ...body }
  whole[name as never] = (rest.length === 0 ? text : withText(whole[name as never] ?? {}, rest, text)) as never
  return whole
}

/** Ids of a merchant's objects, by the names of path parameters; `id` by the subject of the path. */
export type Belongings = Record<string, string>

export async function belongingsOf(world: World, merchant: Merchant): Promise<Belongings> {
  const { id: customerId, source: sourceId } = await customerWithSource(merchant)
  const cardId = await savedCard(world, merchant, customerId)
  const operation = await storeVoucher(merchant, {
    payment: { reference: { number: 'REF-1', description: 'Pedido 1' } },
  })
  const webhook = await ok(merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' }))
  const plan = await ok(merchant.post('/v1/plan', { name: 'Mensual', amount: 299, period: 'month' }))
  await ok(merchant.post(`/v1/plan/${plan.id}/customers`, { customer: customerId, card: cardId }))
  const { events } = await ok(merchant.get('/v1/events'))
  return {
    customerId,
    customer: customerId,
    sourceId,
    cardId,
    operation: operation.transaction,
    reference_number: 'REF-1',
    webhook: webhook.id,
    event: events[0].id,
    plan: plan.id,
    bin: '512745',
    amount: '600.00',
    cause: operation.transaction,
    payout: 'po_none',
    'received-payment': await suspendedCash(merchant),
    transfer: await rejectedRefund(world, merchant),
    period: '2020-01',
    month: '2020-01',
    affiliate: (await ok(merchant.post('/v1/affiliates', { ...affiliateNamed('luz') }))).id,
    ...(await disputeBelongings(world, merchant)),
    refund: await failedRefund(world, merchant),
    paid: await paidBySpei(merchant),
    authorized: await authorizedByCard(world, merchant),
    credential: (await ok(merchant.post('/v1/credentials', { name: 'Otra', scopes: ['read'] }))).id,
    checkout: (await ok(merchant.post('/v1/checkout', { amount: 150 }))).id,
    export: (await ok(merchant.post('/v1/exports', { list: '/v1/payouts' }))).id,
  }
}

/** The object that `id` names: the subject of the path; to be refunded, an operation must be paid, to be captured, authorised. */
function aboutOf(path: string): string {
  if (path.endsWith('/capture')) return 'authorized'
  return path.endsWith('/refunds') ? 'paid' : (path.split('/')[2] ?? '').replace(/s$/, '')
}

/** The path with the merchant's own ids; `change` replaces a parameter. */
export function pathOf(path: string, belongings: Belongings, change?: { name: string; value: string }): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (change?.name === name) return change.value
    const kind = name === 'id' ? aboutOf(path) : name
    return belongings[kind] ?? `${name}_none`
  })
}

/** The parameters of a query that a call cannot do without, with the values of their examples; without the one that a story gives itself. */
export function neededQuery({ query }: Call, given?: string): string {
  const others = query.filter(({ name }) => name !== given)
  return new URLSearchParams(
    others.flatMap(({ name, needed }) => (needed === undefined ? [] : [[name, needed]])),
  ).toString()
}

export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

/** The newest code in the merchant's e-mails. */
async function mailedCode(world: World, merchant: Merchant): Promise<string | undefined> {
  await world.work()
  const { messages } = await ok(merchant.get('/v1/sandbox/mailbox'))
  const codes = messages.map(({ body }: { body: string }) => /Código: (\d{8})/.exec(body)?.[1])
  return codes.find((code: string | undefined) => code !== undefined)
}

function affiliateNamed(user: string) {
  return { user, name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: '002010077777777771' }
}

/** A body with which each call succeeds, once; empty for those that need none. */
export const goodBodies: Record<
  string,
  (world: World, merchant: Merchant, has: Belongings) => Promise<object> | object
> = {
  'POST /v1/auth/login/application': () => ({ application_bundle: '' }),
  'POST /v1/payment/convenience-store': () => ({ total: 150, payment: { reference: { description: 'Pedido' } } }),
  'POST /v1/payment/spei': () => ({ total: 150, payment: { reference: { description: 'Pedido' } } }),
  'POST /v1/sandbox/pay/store': async (_, merchant) => ({ transaction: (await storeVoucher(merchant)).transaction }),
  'POST /v1/sandbox/pay/spei': async (_, merchant) => ({ transaction: (await speiVoucher(merchant)).transaction }),
  'PUT /v1/sandbox/payer': () => ({ pay_after_seconds: null }),
  'PUT /v1/sandbox/clock': () => ({ advance: 'PT0S' }),
  'POST /v1/checkout': () => ({
    items: [{ name: 'Café de Chiapas', quantity: 2, amount: '185.00' }],
    description: 'Pedido 1001',
    reference: '1001',
    return_url: 'https://tienda.example.mx/gracias',
  }),
  'POST /v1/checkout/{checkout}/cancel': () => ({}),
  'POST /v1/plan': () => ({ name: 'Mensual', amount: 299, period: 'month' }),
  'POST /v1/plan/{plan}/customers': async (world, merchant) => {
    const { id: customer } = await customerWithSource(merchant)
    return { customer, card: await savedCard(world, merchant, customer) }
  },
  'PUT /v1/plan/{plan}/customers/{customer}': (_world, _merchant, has) => ({ card: has.cardId }),
  'PUT /v1/settlement/account': () => ({ clabe: '002010077777777771' }),
  'POST /v1/affiliates': () => affiliateNamed('ana'),
  'PUT /v1/affiliates/{affiliate}': () => ({ name: 'Luz Marina Paz' }),
  'PUT /v1/fees/receptor': () => ({
    rfc: 'URE180429TM6',
    name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
    regime: '601',
    postal_code: '86991',
    cfdi_use: 'G03',
  }),
  'PUT /v1/affiliates/rules': () => ({ take_back: 'merchant' }),
  'POST /v1/affiliates/{affiliate}/account/confirm': async (world, merchant, has) => {
    await ok(merchant.call('PUT', `/v1/affiliates/${has.affiliate}`, { clabe: '032180000118359719' }))
    return { code: await mailedCode(world, merchant) }
  },
  'PUT /v1/sandbox/fees': () => ({ payment_method: 'POS', percentage: 3.6, fixed: '0.00' }),
  'POST /v1/token': (world) => sealedCard(world, { number: '4242424242424242' }),
  'POST /v1/payment/card': async (world, merchant) =>
    sealEnvelope(chargeOf(await tokenFor(world, merchant, '4242424242424242')), await publicKeyOf(world)),
  'POST /v1/disputes/{dispute}/evidence': async (world, merchant, has) => {
    Object.assign(has, await disputeBelongings(world, merchant))
    return {
      texts: { explanation: 'Se entregó el 12 de noviembre y lo firmó el titular', shipping: 'Guía 77, Estafeta' },
    }
  },
  'POST /v1/sandbox/disputes': async (world, merchant) => ({
    transaction: await paidByCard(world, merchant),
    reason_code: '13.1',
    respond_days: 20,
  }),
  'POST /v1/sandbox/disputes/{dispute}': async (world, merchant, has) => {
    Object.assign(has, await disputeBelongings(world, merchant))
    return { outcome: 'won' }
  },
  'PUT /v1/risk/rules': () => ({ rules: [] }),
  'POST /v1/exports': () => ({ list: '/v1/operations', query: { status: 'N' }, format: 'csv' }),
  'PUT /v1/profile': () => ({
    trade_name: 'Café La Esquina',
    phone: '5512345678',
    email: 'hola@laesquina.mx',
    site: 'https://laesquina.mx',
    colour: '#0c5c4c',
    closing: 'es',
  }),
  'PUT /v1/profile/logo': () => ({ content: pngFile(8, 8).toString('base64') }),
  'POST /v1/customer/{customerId}/cards': async (world, merchant) => ({
    token: await tokenFor(world, merchant, '4485531263748329'),
  }),
  'POST /v1/operations/send': (_world, _merchant, has) => ({ id: has.operation, email: 'ana@example.mx' }),
  'POST /v1/customer': () => ({ name: 'Ana Núñez', email: 'ana@example.mx' }),
  'PUT /v1/customer/{customerId}': () => ({ name: 'Ana Núñez' }),
  'POST /v1/customer/{customerId}/sources': () => ({ type: 'SPEI', name: 'Otra' }),
  'POST /v1/received-payments/{id}/release': () => ({
    action: 'return',
    clabe: '032180000118359719',
    beneficiary: 'Ana Núñez',
  }),
  'POST /v1/transfers/{transfer}/retry': () => ({ clabe: '032180000118359719', beneficiary: 'Ana Núñez' }),
  'POST /v1/operations/{id}/capture': () => ({ amount: '60.00' }),
  'POST /v1/operations/{id}/refunds': () => ({ amount: '10.00', reason: 'Talla equivocada' }),
  'POST /v1/refunds/{refund}/retry': async (world, merchant, has) => {
    has.refund = await failedRefund(world, merchant)
    return { destination: { clabe: '012180001234567899', name: 'Ana Núñez' } }
  },
  'POST /v1/refunds/{refund}/cancel': () => ({}),
  'POST /v1/ledger/months/{month}/close': async (world, { accountId }, has) => {
    // An old month that the ledger has; its fees are closed by the background work.
    const day = `${has.month}-01` as Day
    const row = { account_id: accountId, ledger_account: 'bank', network: '', day, amount_centavos: 0 }
    await world.service.store.commit([add('balances', ['account_id', 'ledger_account', 'network', 'day'], row)])
    await world.work()
    return { accept_open: true }
  },
  'PUT /v1/ledger/chart': () => ({
    accounts: [{ account: 'payable:merchant', code: '1107-005', name: 'Cobro, por liquidar' }],
  }),
  'PUT /v1/payment-rules': () => ({ external_transactions: 'unique' }),
  'PUT /v1/settlement/rules': () => ({ minimum: '100.00', keep: '50.00' }),
  'PUT /v1/refund-rules': () => ({ beyond_balance: 'wait', methods: [{ payment_method: 'POS', days: 90 }] }),
  'PUT /v1/sandbox/refund-fees': () => ({ payment_method: 'SPE', fee_back: false }),
  'POST /v1/reserve': () => ({ amount: '10.00', direction: 'in' }),
  'POST /v1/sandbox/transfers/{transfer}': () => ({ outcome: 'rejected' }),
  'POST /v1/sandbox/reconcile': async (_, merchant) => ok(merchant.get('/v1/sandbox/statement?rail=spei')),
  'POST /v1/credentials': () => ({ name: 'Caja', scopes: ['charge'] }),
  'POST /v1/credentials/{id}/roll': () => ({}),
  'POST /v1/settlement/account/confirm': async (world, merchant) => {
    for (const clabe of ['002010077777777771', '032180000118359719']) {
      await ok(merchant.call('PUT', '/v1/settlement/account', { clabe }))
    }
    return { code: await mailedCode(world, merchant) }
  },
  'POST /v1/webhook': () => ({ url: 'http://127.0.0.1:9/otros' }),
  'PUT /v1/webhook/{id}': () => ({ url: 'http://127.0.0.1:9/avisos' }),
  'POST /v1/events/{id}/replay': () => ({}),
  'POST /v1/webhook/{id}/replay': () => ({ since: '2026-01-01' }),
  'PUT /v1/webhook/{id}/faults': () => ({ duplicate: 0 }),
  // Each answers a dispute without an answer.
  ...Object.fromEntries(
    ['submit', 'accept'].map((answer) => [
      `POST /v1/disputes/{dispute}/${answer}`,
      async (world: World, merchant: Merchant, has: Belongings) => {
        Object.assign(has, await disputeBelongings(world, merchant))
        return {}
      },
    ]),
  ),
  ...Object.fromEntries(
    [
      'POST /v1/auth/logout',
      'POST /v1/operations/apply-reversal/{id}',
      'POST /v1/webhook/{id}/rotate-secret',
      'POST /v1/webhook/{id}/pause',
      'POST /v1/webhook/{id}/resume',
      'POST /v1/webhook/{id}/test',
      'POST /v1/plan/{plan}/customers/{customer}/pause',
      'POST /v1/plan/{plan}/customers/{customer}/resume',
    ].map((name) => [name, () => ({})]),
  ),
}

async function savedCard(world: World, merchant: Merchant, customer: string): Promise<string> {
  const token = await tokenFor(world, merchant, '4242424242424242')
  return (await ok(merchant.post(`/v1/customer/${customer}/cards`, { token }))).token
}

async function publicKeyOf(world: World): Promise<string> {
  return (await world.send({ method: 'GET', url: '/v1/public-key' })).body.result.public_key
}

async function ok(answer: Promise<{ status: number; body: Schema; text: string }>): Promise<Schema> {
  const { status, body, text } = await answer
  assert.equal(status, 200, text)
  return body.result
}

/** The id of a payment at a store that matches no voucher. */
async function suspendedCash(merchant: Merchant): Promise<string> {
  const { transaction } = await storeVoucher(merchant)
  return (await ok(merchant.post('/v1/sandbox/pay/store', { transaction, amount: 1 }))).id
}

/** A disputed card payment, with a file against it. */
async function disputeBelongings(world: World, merchant: Merchant): Promise<Belongings> {
  const { id: dispute } = await disputed(merchant, await paidByCard(world, merchant))
  const { id: file } = await ok(upload(world, merchant, dispute, pngFile(1, 1)))
  return { dispute, file }
}

/** The id of a payment with much left to refund. */
async function paidBySpei(merchant: Merchant): Promise<string> {
  const { transaction } = await speiVoucher(merchant, { total: 5_000 })
  await ok(merchant.post('/v1/sandbox/pay/spei', { transaction }))
  return transaction
}

/** The id of a refund that the simulated bank rejects. */
async function failedRefund(world: World, merchant: Merchant): Promise<string> {
  const { transaction } = await speiVoucher(merchant, { total: 500 })
  await ok(merchant.post('/v1/sandbox/pay/spei', { transaction, payer_clabe: '646180990000000012' }))
  const { id } = await ok(merchant.post(`/v1/operations/${transaction}/refunds`, { amount: 1 }))
  await world.work()
  return id
}

/** The id of the transfer of a reversal that the simulated bank rejects. */
async function rejectedRefund(world: World, merchant: Merchant): Promise<string> {
  const { transaction } = await speiVoucher(merchant)
  await ok(merchant.post('/v1/sandbox/pay/spei', { transaction, payer_clabe: '646180990000000012' }))
  await ok(merchant.post(`/v1/operations/apply-reversal/${transaction}`, {}))
  await world.work()
  const { transfers } = await ok(merchant.get('/v1/transfers'))
  return transfers[0].id
}

async function authorizedByCard(world: World, merchant: Merchant): Promise<string> {
  const message = chargeOf(await tokenFor(world, merchant, '4242424242424242'), { capture: false })
  return (await ok(merchant.post('/v1/payment/card', sealEnvelope(message, await publicKeyOf(world))))).token
}
