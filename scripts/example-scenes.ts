// Prepares the data of each call in the examples, so that the call succeeds and shows useful values.
import { APPROVED, payByCard } from '../test/support/fixtures/charges.ts'
import { upload } from '../test/support/fixtures/disputes.ts'
import { pdfFile } from '../test/support/fixtures/evidence-files.ts'
import { type Belongings, belongingsOf } from '../test/support/harness/every-call.ts'
import type { Answer, Merchant, World } from '../test/support/harness/world.ts'

const CLABE = '002010077777777771'
const OTHER_CLABE = '032180000118359719'

/** The merchant of a call, and the object of the call. */
export interface Cast {
  merchant: Merchant
  has: Belongings
}

interface Scene {
  /** Of which calls. */
  of: RegExp
  /** Days pass in it: it is played once, for all of its calls, and the clock is not set back. */
  takesDays?: true
  play(world: World, merchant: Merchant, has: Belongings): Promise<void>
}

const scenes: Scene[] = [
  {
    of: /\/settlement\/account\/change/,
    play: async (_, merchant) => {
      for (const clabe of [CLABE, OTHER_CLABE]) await merchant.call('PUT', '/v1/settlement/account', { clabe })
    },
  },
  {
    of: /\/v1\/payouts|\/settlement\/report/,
    takesDays: true,
    play: async (world, merchant, has) => {
      await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })
      await paidBySpei(merchant, 500)
      await daysPass(world, merchant, 7)
      const [payout] = (await merchant.get('/v1/payouts')).body.result.payouts
      Object.assign(has, { payout: payout.id, payout_date: payout.date })
    },
  },
  {
    of: /\/plan\/.*\/resume/,
    play: async (_, merchant, has) => {
      await merchant.post(`/v1/plan/${has.plan}/customers/${has.customer}/pause`, {})
    },
  },
  {
    of: /^GET \/v1\/(operations\/\{id\}\/)?refunds/,
    play: async (world, merchant, has) => {
      const reason = { reason: 'Talla equivocada' }
      const made = await merchant.post(`/v1/operations/${has.paid}/refunds`, { amount: '250.00', ...reason })
      await world.work()
      has.refund = made.body.result.id
    },
  },
  {
    of: /^GET \/v1\/refund-rules/,
    play: async (_, merchant) => {
      await merchant.call('PUT', '/v1/sandbox/refund-fees', { payment_method: 'SPE', fee_back: true })
    },
  },
  {
    of: /^GET \/v1\/reserve/,
    play: async (_, merchant) => {
      await merchant.post('/v1/reserve', { amount: '500.00', direction: 'in' })
    },
  },
  {
    of: /^(GET|POST) \/v1\/disputes\/\{dispute\}(\/submit)?$/,
    play: async (_, merchant, has) => {
      const texts = {
        explanation: 'Se entregó el 12 de noviembre y lo firmó el titular',
        shipping: 'Guía 77, Estafeta',
      }
      await merchant.post(`/v1/disputes/${has.dispute}/evidence`, { texts })
    },
  },
  {
    of: /^GET \/v1\/profile/,
    play: async (_, merchant) => {
      await merchant.call('PUT', '/v1/profile', {
        trade_name: 'Café La Esquina',
        legal_name: 'La Esquina S.A. de C.V.',
        phone: '5512345678',
        email: 'hola@laesquina.mx',
        site: 'https://laesquina.mx',
        colour: '#0c5c4c',
        closing: 'es',
      })
    },
  },
  {
    of: /^GET \/v1\/fees\/(receptor|statements)/,
    takesDays: true,
    play: async (world, merchant, has) => {
      await merchant.call('PUT', '/v1/fees/receptor', {
        rfc: 'URE180429TM6',
        name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
        regime: '601',
        postal_code: '86991',
        cfdi_use: 'G03',
      })
      await payByCard(world, merchant, APPROVED, { 'payment.total.amount': 1_250 })
      await paidBySpei(merchant, 480)
      await daysPass(world, merchant, 32)
      has.period = (await merchant.get('/v1/fees/statements')).body.result.statements[0].period
    },
  },
  {
    of: /\/v1\/ledger\/months/,
    takesDays: true,
    play: async (world, merchant, has) => {
      await payByCard(world, merchant, APPROVED, { 'payment.total.amount': 1_250 })
      await daysPass(world, merchant, 32)
      const { months } = (await merchant.get('/v1/ledger/months')).body.result
      has.month = months.find(({ status }: { status: string }) => status === 'open').month
      await merchant.post(`/v1/ledger/months/${has.month}/close`, { accept_open: true })
      await world.work()
    },
  },
  {
    of: /^DELETE \/v1\/affiliates/,
    play: async (_, merchant, has) => {
      await merchant.call('PUT', `/v1/affiliates/${has.affiliate}`, { clabe: OTHER_CLABE })
    },
  },
  {
    of: /^GET \/v1\/(affiliates|ledger\/affiliates)/,
    takesDays: true,
    play: async (world, merchant, has) => {
      const charge = (share: string) =>
        payByCard(world, merchant, APPROVED, {
          'payment.total.amount': 400,
          'payment.affiliated.user': 'luz',
          'payment.affiliated.total_fee': share,
        })
      await charge('40.00')
      await charge('25.00')
      await daysPass(world, merchant, 7)
      // Owed until the next payout.
      await charge('12.00')
      const { payouts } = (await merchant.get(`/v1/affiliates/${has.affiliate}/payouts`)).body.result
      has.payout_date = payouts[0].date
    },
  },
  {
    of: /^GET \/v1\/exports/,
    play: async (world, merchant, has) => {
      const query = { status: 'N' }
      has.export = (await merchant.post('/v1/exports', { list: '/v1/operations', query })).body.result.id
      await world.work()
    },
  },
]

const played = new Map<Scene, Cast>()

/** Whether days pass before the call shows data. */
export function takesDays(name: string): boolean {
  return scenes.some((scene) => scene.takesDays && scene.of.test(name))
}

/** The merchant who makes a call, after what the call needs. `prepare` makes one ready for its body. */
export async function castOf(name: string, world: World, prepare: (cast: Cast) => Promise<void>): Promise<Cast> {
  const wanted = scenes.filter(({ of }) => of.test(name))
  const before = wanted.map((scene) => played.get(scene)).find((cast) => cast !== undefined)
  if (before !== undefined) return before
  const merchant = await world.merchant('Mi Tienda')
  const cast = { merchant, has: await belongingsOf(world, merchant) }
  await prepare(cast)
  for (const scene of wanted) {
    await scene.play(world, merchant, cast.has)
    if (scene.takesDays) played.set(scene, cast)
  }
  return cast
}

export function queryOf(name: string, query: { name: string }[], has: Belongings): string {
  if (name === 'GET /v1/sandbox/statement') return '?rail=spei'
  if (/\/report(\.csv)?$/.test(name)) return `?date=${has.payout_date}`
  const known = query.map((one) => one.name)
  return known.includes('limit') ? '?limit=2' : ''
}

/** A file of evidence, as its bytes. */
export async function sendFile(world: World, merchant: Merchant, has: Belongings): Promise<Answer> {
  const query = 'kind=shipping&name=guia-77.pdf'
  return upload(world, merchant, has.dispute ?? '', await pdfFile('Guía 77'), { query })
}

async function paidBySpei(merchant: Merchant, total: number): Promise<void> {
  const { body } = await merchant.post('/v1/payment/spei', { total })
  await merchant.post('/v1/sandbox/pay/spei', { transaction: body.result.transaction })
}

async function daysPass(world: World, merchant: Merchant, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const { status, text } = await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'P1D' })
    if (status !== 200) throw new Error(`the clock does not move: ${text}`)
    await world.work()
  }
}
