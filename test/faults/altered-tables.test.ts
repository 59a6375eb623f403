// A rolling migration: columns are added to every table while the program of before still works on them.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { tokenFor } from '../support/fixtures/cards.ts'
import { APPROVED, chargeOf, sendCharge } from '../support/fixtures/charges.ts'
import { openReceiver } from '../support/fixtures/receiver.ts'
import { newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { type Answer, type Merchant, openWorld } from '../support/harness/world.ts'

const CLIENTS = 32
const REQUESTS = 10_000
/** Every table is altered as often as this. */
const ROUNDS = 3

interface Shop {
  merchant: Merchant
  customer: string
  card: string
  webhook: string
  /** What was acknowledged, by id: the total that was sent. */
  paid: Map<string, number>
}

describe('while columns are added to every table', () => {
  after(stopPostgres)

  test('each of ten thousand answers belongs to its own question, and every acknowledged write is there', async (context) => {
    const url = await newDatabaseUrl('postgres')
    const world = await openWorld('postgres', { DATABASE_URL: url, DATABASE_CONNECTIONS: '10' })
    const receiver = await openReceiver()
    context.after(async () => {
      await admin.end()
      await world.close()
      await receiver.close()
    })
    const admin = new pg.Client(url)
    await admin.connect()
    const { rows: tables } = await admin.query(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    )
    assert.ok(tables.length > 30)

    const shops = await Promise.all(
      Array.from({ length: 4 }, async (_, number): Promise<Shop> => {
        const merchant = await world.merchant(`Tienda ${number}`)
        const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: `ana${number}@example.mx` })).body
          .result.id
        const token = await tokenFor(world, merchant, APPROVED)
        const card = (await merchant.post(`/v1/customer/${customer}/cards`, { token })).body.result.token
        const made = await merchant.post('/v1/webhook', {
          url: `${receiver.url}/aviso`,
          ...(number > 0 && { events: ['customer.updated'] }),
        })
        assert.equal(made.status, 200, made.text)
        return { merchant, customer, card, webhook: made.body.result.id, paid: new Map() }
      }),
    )

    let sent = 0
    const wrong: string[] = []
    const expect = (answer: Answer, what: string, holds: () => boolean) => {
      if (answer.status === 200 && holds()) return
      wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    const ofShop = ({ merchant }: Shop, number: number) => `${merchant.accountId} ${number}`
    const amount = (total: number) => `"amount":"${total.toFixed(2)}"`
    const actions: ((shop: Shop, number: number) => Promise<void>)[] = [
      async (shop, number) => {
        const total = (2_000 + number) / 100
        const description = ofShop(shop, number)
        const answer = await shop.merchant.post('/v1/payment/spei', { total, payment: { reference: { description } } })
        expect(
          answer,
          'a voucher',
          () => answer.text.includes(amount(total)) && answer.text.includes(`"${description}"`),
        )
        if (answer.status === 200) shop.paid.set(answer.body.result.transaction, total)
      },
      async ({ merchant, paid }) => {
        const [id = '', total] = [...paid.entries()].at(-1) ?? []
        if (total === undefined) return
        const answer = await merchant.get(`/v1/operations/${id}`)
        expect(
          answer,
          'an operation',
          () => answer.body.result.transaction === id && answer.text.includes(amount(total)),
        )
      },
      async ({ merchant }) => {
        const answer = await merchant.get('/v1/operations?limit=5')
        const own = (one: { reference: { description: string } }) =>
          one.reference.description.startsWith(merchant.accountId)
        expect(answer, 'a list', () => answer.body.result.operations.every(own))
      },
      async ({ merchant, webhook }) => {
        const answer = await merchant.get(`/v1/webhook/${webhook}`)
        expect(answer, 'a webhook', () => answer.body.result.id === webhook)
      },
      async ({ merchant, customer, card }) => {
        const answer = await merchant.get(`/v1/customer/${customer}`)
        expect(answer, 'a customer', () => answer.body.result.id === customer && answer.text.includes(card))
      },
      async (shop, number) => {
        if (number % 5 !== 0) return
        const total = (2_000 + number) / 100
        const described = { 'payment.total.amount': total, 'payment.reference.description': ofShop(shop, number) }
        const answer = await sendCharge(world, shop.merchant, chargeOf(shop.card, described))
        const id = /"transaction":"([0-9a-f-]{36})"/.exec(answer.text)?.[1]
        expect(answer, 'a card payment', () => answer.text.includes(amount(total)) && id !== undefined)
        if (answer.status === 200 && id !== undefined) shop.paid.set(id, total)
      },
    ]
    let busy = true
    const client = async (seat: number) => {
      while (sent < REQUESTS) {
        sent += 1
        const number = sent
        const action = actions[(number + seat) % actions.length]
        await action?.(shops[seat % shops.length] as Shop, number)
      }
    }
    const background = async () => {
      while (busy) {
        await world.work()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const alterations = Array.from({ length: ROUNDS }, (_, round) =>
      tables.map(({ relname }) => `alter table ${relname} add column later_${round} text`),
    ).flat()
    const alter = async () => {
      for (const [done, statement] of alterations.entries()) {
        while (sent < (REQUESTS * done) / alterations.length) await new Promise((resolve) => setTimeout(resolve, 2))
        await admin.query(statement)
      }
    }
    const working = background()
    await Promise.all([...Array.from({ length: CLIENTS }, (_, seat) => client(seat)), alter()])
    busy = false
    await working

    assert.deepEqual(wrong.slice(0, 10), [], `${wrong.length} of ${sent} answers are wrong`)
    for (const { merchant, paid } of shops) {
      const { rows } = await admin.query('select id, total_centavos from operations where account_id = $1', [
        merchant.accountId,
      ])
      const there = new Map(rows.map((row) => [row.id, Number(row.total_centavos) / 100]))
      assert.deepEqual(
        [...paid].filter(([id, total]) => there.get(id) !== total),
        [],
      )
      assert.equal(there.size, paid.size)
    }
  })
})
