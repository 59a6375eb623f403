// The promise: whatever the acquirer of a charge whose payer must act does, and whenever its answers come, the charge is one payment or none.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type {
  Acquirer,
  AcquirerCapabilities,
  AuthoriseAnswer,
  AuthoriseRequest,
  InquiryAnswer,
} from '../../../src/connectors/acquirer.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, balanceOf, eventsOf, operationOf } from '../../support/fixtures/payers.ts'
import { jsonReports } from '../../support/fixtures/played-networks.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { passTime } from '../../support/harness/pass-time.ts'
import { type Merchant, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

const CARDS = 'banco-de-prueba'
const BANK_URL = 'https://acs.banco.mx/desafio/1'
const MINUTE_MS = 60_000
const EVERYTHING: AcquirerCapabilities = {
  inquiry: true,
  advice: true,
  void: true,
  refund: true,
  partialRefund: true,
  payerAction: true,
}
const MUST_ACT = { kind: 'payer-must-act', payerUrl: BANK_URL } as const
const approval = (networkReference = 'ref-1') =>
  ({ kind: 'approved', authorizationCode: '123456', networkReference }) as const

const pathOf = (address: string) => new URL(address).pathname
const comesBack = (world: World, payerUrl: string) => world.send({ method: 'GET', url: `${pathOf(payerUrl)}/return` })
const advicesOf = async (world: World, merchant: Merchant) => {
  const rows = await world.service.store.db
    .selectFrom('advices')
    .select(['reason', 'state', 'network_reference'])
    .where('account_id', '=', merchant.accountId)
    .execute()
  return rows.map(({ reason, state, network_reference }) => [reason, state, network_reference])
}

/** A bank whose answers the story decides. */
function bankOf(capabilities: AcquirerCapabilities) {
  const played = {
    charge: async (): Promise<AuthoriseAnswer> => MUST_ACT,
    found: MUST_ACT as InquiryAnswer,
    asked: [] as AuthoriseRequest[],
    inquiries: 0,
    undone: [] as string[],
  }
  const acquirer: Connected<Acquirer> = {
    name: CARDS,
    capabilities,
    authorise: (request) => {
      played.asked.push(request)
      return played.charge()
    },
    inquire: async () => {
      played.inquiries += 1
      return played.found
    },
    reverse: async ({ networkReference }) => {
      played.undone.push(`reverse ${networkReference}`)
      return { kind: 'reversed' }
    },
    advise: async ({ networkReference }) => {
      played.undone.push(`advise ${networkReference}`)
      return { kind: 'acknowledged' }
    },
    verify: async () => ({ kind: 'valid' }),
    inbound: jsonReports,
  }
  return { played, acquirer }
}

for (const engine of ENGINES) {
  describe(`an acquirer whose charges ask the payer to act [${engine}]`, () => {
    const { played, acquirer } = bankOf(EVERYTHING)
    let world: World
    before(async () => {
      world = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '300' }, { connectors: { acquirer } })
    })
    beforeEach(() => {
      Object.assign(played, { charge: async () => MUST_ACT, found: MUST_ACT, inquiries: 0 })
      played.asked.splice(0)
      played.undone.splice(0)
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })

    const pay = async (merchant: Merchant) => {
      const { status, body, text } = await payByCard(world, merchant, APPROVED)
      assert.equal(status, 200, text)
      return { id: body.result.token as string, payerUrl: body.result.payer_url as string | null }
    }
    const challenged = async (merchant: Merchant) => {
      const { id, payerUrl } = await pay(merchant)
      assert.ok(payerUrl !== null)
      return { id, payerUrl }
    }
    const statusOf = async (merchant: Merchant, id: string) => (await operationOf(merchant, id)).status as string
    const report = (outcome: object, operationId: string) =>
      world.send({
        method: 'POST',
        url: `/v1/networks/${CARDS}/reports`,
        payload: JSON.stringify([{ kind: 'charge', operationId, outcome }]),
      })

    test('learns where the payer returns and that a customer is there, and its own address is not given away', async () => {
      const merchant = await world.merchant()
      const { id, payerUrl } = await challenged(merchant)
      assert.deepEqual([played.asked[0]?.returnUrl, played.asked[0]?.initiator], [`${payerUrl}/return`, 'customer'])
      const { headers } = await world.send({ method: 'GET', url: pathOf(payerUrl) })
      assert.equal(headers.location, BANK_URL)
      assert.ok(!JSON.stringify(await operationOf(merchant, id)).includes('acs.banco.mx'))
      played.found = approval()
      await comesBack(world, payerUrl)
      assert.equal(await statusOf(merchant, id), 'N')
      assert.equal(played.inquiries, 1)
    })

    test('an address that comes after the deadline reaches the operation and an event', async () => {
      const merchant = await world.merchant()
      const answer = Promise.withResolvers<AuthoriseAnswer>()
      played.charge = () => answer.promise
      const { id, payerUrl } = await pay(merchant)
      assert.equal(payerUrl, null)
      answer.resolve(MUST_ACT)
      await eventually(async () => (await operationOf(merchant, id)).payer_url !== null, 'the address')
      assert.deepEqual(await eventsOf(world, id), { 'operation.payer_action_required': 1 })
      // Told once more, it changes nothing.
      await passTime(world, MINUTE_MS)
      assert.deepEqual(await eventsOf(world, id), { 'operation.payer_action_required': 1 })
      played.found = approval()
      await passTime(world, 5 * MINUTE_MS)
      assert.equal(await statusOf(merchant, id), 'N')
      await assertAudited(world)
    })

    test('an address whose answer was lost is found by asking', async () => {
      const merchant = await world.merchant()
      played.charge = async () => ({ kind: 'unknown', failed: true })
      const { id, payerUrl } = await pay(merchant)
      assert.equal(payerUrl, null)
      await passTime(world, MINUTE_MS)
      const found = await operationOf(merchant, id)
      assert.equal(found.status, 'P')
      assert.match(found.payer_url, /\/a\//)
      played.found = { kind: 'declined', code: '51' }
      await comesBack(world, found.payer_url)
      assert.deepEqual([await statusOf(merchant, id), played.undone], ['D', []])
      await assertAudited(world)
    })

    test('as long as it does not know, it is asked when the payer returns, also after the time is over; an operator sees it like any unanswered charge', async () => {
      const merchant = await world.merchant()
      const { id, payerUrl } = await challenged(merchant)
      played.found = { kind: 'unknown' }
      const { headers } = await comesBack(world, payerUrl)
      assert.equal(headers.location, `${pathOf(payerUrl)}/wait`)
      const before = played.inquiries
      await passTime(world, 4_000)
      assert.equal(played.inquiries, before + 1, 'a payer who waits is not kept waiting')
      await passTime(world, 20 * MINUTE_MS)
      const [row] = await operationsOf(world, merchant)
      assert.deepEqual([row?.status, row?.inquiries], ['pending', 1])
      // The time to act is over: the payer is not sent to the bank again.
      const page = await world.send({ method: 'GET', url: pathOf(payerUrl) })
      assert.equal(page.headers.location, `${pathOf(payerUrl)}/wait`)
      played.found = approval('ref-2')
      await passTime(world, 60 * MINUTE_MS)
      assert.equal(await statusOf(merchant, id), 'N')
      assert.deepEqual(played.undone, [])
      await assertAudited(world)
    })

    test('a payer who comes back, and a cancellation, while it is being asked are not forgotten: it is asked again at once', async () => {
      const merchant = await world.merchant()
      for (const meanwhile of ['comes back', 'cancels'] as const) {
        Object.assign(played, { found: MUST_ACT })
        const { id, payerUrl } = await challenged(merchant)
        const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<InquiryAnswer>()]
        const inquire = acquirer.inquire as NonNullable<Acquirer['inquire']>
        acquirer.inquire = () => {
          asked.resolve()
          return held.promise
        }
        const first = comesBack(world, payerUrl)
        await asked.promise
        acquirer.inquire = inquire
        if (meanwhile === 'comes back') {
          played.found = approval(`ref-${id}`)
          const { headers } = await comesBack(world, payerUrl)
          assert.equal(headers.location, `${pathOf(payerUrl)}/wait`, 'another is asking')
        } else await merchant.post(`/v1/operations/apply-reversal/${id}`, {})
        held.resolve(MUST_ACT)
        await first
        await world.work()
        assert.equal(await statusOf(merchant, id), meanwhile === 'comes back' ? 'N' : 'C')
      }
      await assertAudited(world)
    })

    test('a payer who never came and an acquirer that does not answer: declined and undone', async () => {
      const merchant = await world.merchant()
      const { id } = await challenged(merchant)
      played.found = { kind: 'unknown', failed: true }
      await passTime(world, 15 * MINUTE_MS)
      assert.equal((await operationOf(merchant, id)).decline_code, 'payer-absent')
      await passTime(world, MINUTE_MS)
      assert.deepEqual(await advicesOf(world, merchant), [['no-answer', 'acknowledged', null]])
      await assertAudited(world)
    })

    test('an approval that it reports while the payer is awaited counts, and one after the end is undone', async () => {
      const merchant = await world.merchant()
      const first = await challenged(merchant)
      assert.equal((await report(approval('ref-3'), first.id)).status, 200)
      assert.equal(await statusOf(merchant, first.id), 'N')
      const second = await challenged(merchant)
      await passTime(world, 15 * MINUTE_MS)
      await passTime(world, MINUTE_MS)
      assert.equal((await operationOf(merchant, second.id)).decline_code, 'payer-absent')
      played.undone.splice(0)
      assert.equal((await report(approval('ref-4'), second.id)).status, 200)
      await passTime(world, MINUTE_MS)
      assert.equal(await statusOf(merchant, second.id), 'D')
      assert.deepEqual(played.undone, ['advise ref-4'])
      assert.deepEqual((await advicesOf(world, merchant)).at(-1), ['no-answer', 'acknowledged', 'ref-4'])
      // It may not report that a payer must act: that is an answer to a charge.
      assert.equal((await report(MUST_ACT, second.id)).status, 400)
      await assertAudited(world)
    })

    test('many charges that wait for their payers say nothing against it', async () => {
      const merchant = await world.merchant()
      for (let charge = 0; charge < 12; charge += 1) await challenged(merchant)
      assert.match((await world.send({ method: 'GET', url: '/metrics' })).text, /^cobro_acquirer_open_circuits 0$/m)
      assert.equal((await challenged(merchant)).payerUrl.includes('/a/'), true)
    })

    test('an address that no browser may be sent to is no answer', async () => {
      const merchant = await world.merchant()
      for (const payerUrl of [
        'javascript:alert(1)',
        '/desafio',
        `https://x.mx/${'a'.repeat(2_100)}`,
        'https://x.mx\\@y.mx/',
      ]) {
        played.charge = async () => ({ kind: 'payer-must-act', payerUrl })
        played.found = { kind: 'never-seen' }
        const paid = await pay(merchant)
        assert.equal(paid.payerUrl, null, payerUrl)
        await passTime(world, MINUTE_MS)
        assert.equal((await operationOf(merchant, paid.id)).decline_code, 'no-answer')
      }
    })
  })

  describe(`an acquirer that does not say that its charges ask the payer to act [${engine}]`, () => {
    const { payerAction: _, ...atOnce } = EVERYTHING
    const { played, acquirer } = bankOf(atOnce)
    let world: World
    before(async () => {
      world = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '300' }, { connectors: { acquirer } })
    })
    after(() => world.close())

    test('is not understood when it does, and its charge is found out as ever', async () => {
      const merchant = await world.merchant()
      const { body } = await payByCard(world, merchant, APPROVED)
      assert.deepEqual([body.result.status, body.result.payer_url], [false, null])
      await passTime(world, MINUTE_MS)
      assert.equal((await operationOf(merchant, body.result.token)).payer_url, null)
      played.found = approval()
      await passTime(world, 10 * MINUTE_MS)
      assert.equal((await operationOf(merchant, body.result.token)).status, 'N')
      assert.deepEqual(await eventsOf(world, body.result.token), { 'operation.paid': 1 })
    })
  })
}

onBothEngines(
  'an acquirer without advices',
  (world) => {
    const CHALLENGED = '4000000000030017'
    const challenged = async (merchant: Merchant) => {
      const { body, text } = await payByCard(world(), merchant, CHALLENGED)
      assert.ok(body.result?.payer_url, text)
      const bank = await world().send({ method: 'GET', url: pathOf(body.result.payer_url) })
      const confirm = async () => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const url = pathOf(String(bank.headers.location))
        assert.equal((await world().send({ method: 'POST', url, headers, payload: 'decision=confirmed' })).status, 303)
      }
      return { id: body.result.token as string, payerUrl: body.result.payer_url as string, confirm }
    }

    test('is asked until a charge that was given up has an outcome, and reverses the one whose payer confirmed too late', async () => {
      const merchant = await world().merchant()
      const { id, confirm } = await challenged(merchant)
      await passTime(world(), 15 * MINUTE_MS)
      assert.equal((await operationOf(merchant, id)).decline_code, 'payer-absent')
      await passTime(world(), MINUTE_MS)
      assert.equal((await advicesOf(world(), merchant))[0]?.[1], 'pending')
      await confirm()
      await passTime(world(), 60 * MINUTE_MS)
      const [advice] = await advicesOf(world(), merchant)
      assert.equal(advice?.[1], 'acknowledged')
      assert.match(String(advice?.[2]), /^sbx-/)
      assert.equal((await operationOf(merchant, id)).status, 'D')
      assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
      await assertAudited(world())
    })

    test('a payer who has not acted for a day counts as one who never acts', async () => {
      const merchant = await world().merchant()
      await challenged(merchant)
      await passTime(world(), 15 * MINUTE_MS)
      await passTime(world(), 25 * 60 * MINUTE_MS)
      assert.deepEqual(await advicesOf(world(), merchant), [['no-answer', 'acknowledged', null]])
    })

    test('a cancellation meanwhile is carried out, and a payer who confirms afterwards gets the money back', async () => {
      const merchant = await world().merchant()
      const { id, confirm } = await challenged(merchant)
      await merchant.post(`/v1/operations/apply-reversal/${id}`, {})
      await world().work()
      assert.equal((await operationOf(merchant, id)).status, 'C')
      await confirm()
      await passTime(world(), 60 * MINUTE_MS)
      assert.equal((await advicesOf(world(), merchant))[0]?.[1], 'acknowledged')
      await assertAudited(world())
    })
  },
  { ACQUIRER: 'sandbox-inquiry' },
)
