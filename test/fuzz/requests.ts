// Requests as nobody should send them: for each call of the description valid ones, broken ones, and another account's.
import { sealedCard } from '../support/fixtures/cards.ts'
import { chargeOf } from '../support/fixtures/charges.ts'
import { type SealedForm, sealEnvelope, sealedForms } from '../support/fixtures/envelope-seal.ts'
import { sealHpkeEnvelope } from '../support/fixtures/hpke-seal.ts'
import {
  type Belongings,
  belongingsOf,
  type Call,
  goodBodies,
  parametersOf,
  pathOf,
} from '../support/harness/every-call.ts'
import { basic, type Merchant, type World } from '../support/harness/world.ts'
import type { Dice } from './dice.ts'
import type { Request } from './send.ts'
import { allowed, STRANGE_TEXTS, spoiled, strangeValue } from './values.ts'

export interface Shop {
  merchant: Merchant
  has: Belongings
  bearer: string
  /** Where webhooks are heard: on this machine. */
  hook: string
}

export interface Made {
  /** `POST /v1/token` */
  call: string
  request: Request
  /** Whose secret credential is sent; undefined for none, a page's or a wrong one. */
  by: Shop | undefined
  /** It names what belongs to another account and to nobody else. */
  isForeign: boolean
}

export async function openShop(world: World, hook: string): Promise<Shop> {
  const merchant = await world.merchant()
  const has = await belongingsOf(world, merchant)
  await merchant.call('PUT', `/v1/webhook/${has.webhook}`, { url: `${hook}/avisos` })
  return { merchant, has, bearer: (await openSession(merchant)) ?? '', hook }
}

/** A Bearer token; undefined when the account's own key works no more. */
export async function openSession(merchant: Merchant): Promise<string | undefined> {
  const { body } = await merchant.post('/v1/auth/login/application', { application_bundle: '' })
  return body.connection?.token
}

/** What pages and tools ask for, which is not in the description. */
const PAGES = [
  '/',
  '/docs',
  '/docs/json',
  '/openapi.json',
  '/mailbox',
  '/demo',
  '/demo/orders/x',
  '/p/x',
  '/p/x.pdf',
  '/client/hpke.js',
  '/client/x',
]
/** Few, so that they are used again: by the same caller for something else, and by others. */
const IDEMPOTENCY_KEYS = Array.from({ length: 60 }, (_, index) => `key-${index}`)
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/json; charset=latin1',
  '',
  'json',
  'application/x-www-form-urlencoded',
]
const CARDS = [
  '4242424242424242',
  '4111111111111111',
  '4242424242424241',
  '4000000000010027',
  '5062210000000009',
  '378282246310005',
]
/** Names in paths that mean the same for every account, or nothing at all. */
const NOBODYS = ['month', 'reference_number', 'bin', 'amount', 'payout']

export async function makeRequest(
  world: World,
  calls: readonly Call[],
  shops: readonly Shop[],
  dice: Dice,
): Promise<Made> {
  const shop = dice.pick(shops)
  if (dice.oneIn(40)) return pageRequest(shop, dice)
  const call = dice.pick(calls)
  const name = `${call.method} ${call.path}`
  const owner = dice.oneIn(5) ? dice.pick(shops) : shop
  const { path, isWhole } = wholePath(call, owner, dice)
  const { authorization, by } = credentialOf(shop, dice)
  const headers: Record<string, string | string[]> = { accept: 'application/json' }
  if (authorization !== '') headers.authorization = authorization
  if (dice.oneIn(3)) headers['accept-language'] = dice.pick(['en', 'es', 'x'.repeat(500), '*;q=0'])
  if (call.method !== 'GET' && dice.oneIn(3)) headers['idempotency-key'] = dice.pick(IDEMPOTENCY_KEYS)
  if (dice.oneIn(60)) headers['idempotency-key'] = dice.pick([['a', 'b'], 'x'.repeat(3_000), ' ', '4242424242424242'])
  if (dice.oneIn(80)) headers['sec-fetch-site'] = 'cross-site'
  if (dice.oneIn(80)) headers['x-user-agent'] = ['{', '}']
  const body = await bodyOf(world, call, shop, dice)
  if (body !== undefined) headers['content-type'] = dice.oneIn(25) ? dice.pick(CONTENT_TYPES) : 'application/json'
  const method = dice.oneIn(60)
    ? dice.pick(['PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'TRACE'])
    : call.method
  const names = parametersOf(call.path).filter((one) => !NOBODYS.includes(one))
  const isForeign = by !== undefined && owner !== by && names.length > 0 && isWhole && method === call.method
  return { call: name, request: { method, path, headers, body }, by, isForeign }
}

function pageRequest(shop: Shop, dice: Dice): Made {
  const path = dice.oneIn(4)
    ? `/${encodeURIComponent(dice.pick(STRANGE_TEXTS.filter((text) => text.isWellFormed())))}`
    : dice.pick(PAGES)
  const headers: Record<string, string> = dice.oneIn(2)
    ? { authorization: basic(shop.merchant.appKey, shop.merchant.secret) }
    : {}
  return {
    call: 'pages',
    request: { method: dice.pick(['GET', 'GET', 'HEAD', 'POST']), path, headers },
    by: undefined,
    isForeign: false,
  }
}

function wholePath(call: Call, owner: Shop, dice: Dice): { path: string; isWhole: boolean } {
  const names = parametersOf(call.path)
  const isWhole = names.length === 0 || !dice.oneIn(6)
  const strange = dice.pick([
    '%00',
    '%ff',
    '..%2f..',
    'x'.repeat(2_000),
    '%20',
    "';--",
    '4242424242424242',
    '%F0%9F%A6%91',
  ])
  const change = isWhole ? undefined : { name: dice.pick(names), value: strange }
  let path = pathOf(call.path, owner.has, change)
  const given = call.query.filter(() => dice.oneIn(3))
  const isBroken = dice.oneIn(3)
  const pairs = given.map(({ name, schema }) => {
    const value = isBroken && dice.oneIn(2) ? strangeValue(dice) : allowed(schema, dice, name)
    return `${name}=${encodeURIComponent((typeof value === 'string' ? value : String(JSON.stringify(value))).toWellFormed().slice(0, 3_000))}`
  })
  if (pairs.length > 0 && dice.oneIn(8)) pairs.push(dice.pick(pairs))
  if (dice.oneIn(40)) pairs.push('unknown=%E0%A4%A')
  if (pairs.length > 0) path += `?${pairs.join('&')}`
  if (dice.oneIn(30)) path = `/v1/${path.replace(/^\/v1/, '')}`
  return { path, isWhole }
}

function credentialOf(shop: Shop, dice: Dice): { authorization: string; by: Shop | undefined } {
  const { merchant, bearer } = shop
  switch (dice.below(14)) {
    case 0:
      return { authorization: basic(merchant.publishableKey, ''), by: undefined }
    case 1:
      return {
        authorization: dice.pick([
          '',
          'Basic',
          'Basic !!!',
          'Bearer x',
          `Basic ${'A'.repeat(2_000)}`,
          basic(merchant.appKey, 'wrong'),
        ]),
        by: undefined,
      }
    case 2:
    case 3:
      return { authorization: `Bearer ${bearer}`, by: shop }
    default:
      return { authorization: basic(merchant.appKey, merchant.secret), by: shop }
  }
}

async function bodyOf(world: World, call: Call, shop: Shop, dice: Dice): Promise<string | undefined> {
  if (call.body === undefined) return dice.oneIn(20) ? dice.pick(['[]', '{}', '{"a":1}', '{']) : undefined
  const name = `${call.method} ${call.path}`
  const value = await valueFor(world, call, shop, dice)
  if (dice.oneIn(40))
    return dice.pick([
      '',
      '{',
      '{"a":1}{',
      'null',
      '\u0000',
      '{"total":1,"total":2}',
      `{"total":${'9'.repeat(400)}}`,
      '\ufeff{}',
      '[]',
    ])
  const isBroken = name !== 'PUT /v1/sandbox/clock' && dice.oneIn(2)
  const text = JSON.stringify(isBroken ? spoiled(value, dice) : value) ?? 'null'
  return dice.oneIn(60) ? text.slice(0, dice.below(text.length + 1)) : text
}

async function valueFor(world: World, call: Call, shop: Shop, dice: Dice): Promise<unknown> {
  const value = await wholeValue(world, call, shop, dice)
  if (!/^\/v1\/webhook(\/\{id\})?$/.test(call.path) || typeof value !== 'object' || value === null) return value
  return { ...value, url: `${shop.hook}/avisos/${dice.below(20)}` }
}

async function wholeValue(world: World, call: Call, shop: Shop, dice: Dice): Promise<unknown> {
  const name = `${call.method} ${call.path}`
  // A clock that runs through centuries would be all that is tried.
  if (name === 'PUT /v1/sandbox/clock')
    return dice.oneIn(4) ? { advance: dice.pick(['PT1S', 'PT30M', 'PT6H']) } : spoiled({ advance: 'x' }, dice)
  if (name === 'POST /v1/token' || name === 'POST /v1/payment/card') return sealed(world, name, shop, dice)
  const good = goodBodies[name]
  if (good !== undefined && dice.oneIn(3)) {
    // What the fuzz has done to the account, a risk rule or a revoked key, may be in the way.
    const body = await Promise.resolve(good(world, shop.merchant, shop.has)).catch(() => undefined)
    if (body !== undefined) return body
  }
  return allowed(call.body, dice)
}

async function sealed(
  world: World,
  call: 'POST /v1/token' | 'POST /v1/payment/card',
  { merchant, has }: Shop,
  dice: Dice,
): Promise<object> {
  const number = dice.pick(CARDS)
  const charge = dice.oneIn(2)
    ? chargeOf(has.cardId ?? '', { 'payment.total.amount': dice.pick([100, '10.50', 0, 4000.51, 1e9]) })
    : chargeOf('', { recurrent: undefined, card: { number, holder_name: 'Ana', cvv: '123', expiration: '3912' } })
  const whole: object =
    call === 'POST /v1/token' ? { number, cardholder_name: 'Ana', expiration: '3912', cvv: '123' } : charge
  const message = dice.oneIn(2) ? whole : spoiled(whole, dice)
  if (dice.oneIn(3))
    return sealHpkeEnvelope(world, message, { call, presentedAs: merchant.appKey, agoMs: dice.pick([0, 0, 700_000]) })
  if (dice.oneIn(6)) return sealedCard(world, dice.pick(['{', '[]', 'null', '"text"', '{"number":']))
  const { body } = await world.send({ method: 'GET', url: '/v1/public-key' })
  const text = (JSON.stringify(message) ?? 'null').toWellFormed()
  return sealEnvelope(text, body.result.public_key, { dataForm: dice.pick<SealedForm>(sealedForms) })
}
