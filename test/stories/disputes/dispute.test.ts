// The promise: a disputed payment is held back at once with its fee, once, and is back or away when the bank has decided.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decided, disputed, disputeOf, paidByCard, standing } from '../../support/fixtures/disputes.ts'
import { assertAudited, moveClock, nowOf } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const DAY_MS = 86_400_000

/** What a payment of 500.00 leaves, and what its dispute moves: 500.00 with 150.00 and 24.00 of IVA. */
const PAID = { merchant: 479.12, held: 0, fees: 18, iva: 2.88, acquirer: 500 }
const HELD = { ...PAID, merchant: -194.88, held: 674 }
const TAKEN = { merchant: -194.88, held: 0, fees: 168, iva: 26.88, acquirer: 0 }

const eventsOf = async (merchant: Merchant) => {
  const { body } = await merchant.get('/v1/events?limit=100')
  const all = body.result.events as { type: string; data: { status: string } }[]
  return all
    .filter(({ type }) => type.startsWith('dispute.'))
    .reverse()
    .map(({ type, data }) => `${type} ${data.status}`)
}

const explain = async (merchant: Merchant, id: string) => {
  const { status, text } = await merchant.post(`/v1/disputes/${id}/evidence`, { texts: { explanation: 'Se entregó' } })
  assert.equal(status, 200, text)
}

const submit = async (world: World, merchant: Merchant, id: string) => {
  await explain(merchant, id)
  const { status, body, text } = await merchant.post(`/v1/disputes/${id}/submit`, {})
  assert.equal(status, 200, text)
  assert.equal(body.result.status, 'under_review')
  await world.work()
}

onBothEngines('disputes', (world) => {
  test('a chargeback holds back amount and fee at once, and a bank that decides for the merchant gives all of it back', async () => {
    const merchant = await world().merchant()
    const transaction = await paidByCard(world(), merchant)
    assert.deepEqual(await standing(world(), merchant), PAID)
    const dispute = await disputed(merchant, transaction, { reason_code: '13.1', respond_days: 10 })
    assert.deepEqual(
      [dispute.status, dispute.stage, dispute.amount.amount, dispute.fee.amount, dispute.reason.category],
      ['needs_response', 'chargeback', '500.00', '174.00', 'not-received'],
    )
    assert.equal(Date.parse(dispute.respond_by) - Date.parse(dispute.opened_at), 10 * DAY_MS)
    assert.deepEqual(await standing(world(), merchant), HELD)

    await submit(world(), merchant, dispute.id)
    const reviewed = await disputeOf(merchant, dispute.id)
    assert.deepEqual([reviewed.answer.kind, reviewed.answer.status], ['evidence', 'taken'])
    assert.deepEqual(await standing(world(), merchant), HELD)
    await decided(merchant, dispute.id, 'won')
    assert.deepEqual(await standing(world(), merchant), PAID)
    assert.deepEqual(await eventsOf(merchant), [
      'dispute.opened needs_response',
      'dispute.submitted under_review',
      'dispute.won won',
    ])
    // Won is won: another word of the bank changes nothing.
    const again = await merchant.post(`/v1/sandbox/disputes/${dispute.id}`, { outcome: 'lost' })
    assert.equal(again.status, 409, again.text)
    await decided(merchant, dispute.id, 'won')
    assert.deepEqual(await standing(world(), merchant), PAID)
    await assertAudited(world())
  })

  test('a bank that decides for the cardholder keeps the amount, and the fee is earned', async () => {
    const merchant = await world().merchant()
    const dispute = await disputed(merchant, await paidByCard(world(), merchant))
    await submit(world(), merchant, dispute.id)
    await decided(merchant, dispute.id, 'lost')
    assert.deepEqual(await standing(world(), merchant), TAKEN)
    assert.equal((await disputeOf(merchant, dispute.id)).closed_because, 'network')
    await assertAudited(world())
  })

  test('a lost dispute’s money comes back when the bank gives it up after all', async () => {
    const merchant = await world().merchant()
    const dispute = await disputed(merchant, await paidByCard(world(), merchant))
    await decided(merchant, dispute.id, 'lost')
    assert.deepEqual(await standing(world(), merchant), TAKEN)
    await decided(merchant, dispute.id, 'won')
    assert.deepEqual(await standing(world(), merchant), PAID)
    await assertAudited(world())
  })

  test('a merchant that accepts loses at once, and the acquirer gets the acceptance', async () => {
    const merchant = await world().merchant()
    const dispute = await disputed(merchant, await paidByCard(world(), merchant))
    const { status, body, text } = await merchant.post(`/v1/disputes/${dispute.id}/accept`, {})
    assert.equal(status, 200, text)
    assert.deepEqual([body.result.status, body.result.closed_because], ['accepted', 'merchant'])
    assert.deepEqual(await standing(world(), merchant), TAKEN)
    await world().work()
    assert.deepEqual((await disputeOf(merchant, dispute.id)).answer.status, 'taken')
    for (const call of ['accept', 'submit']) {
      const late = await merchant.post(`/v1/disputes/${dispute.id}/${call}`, {})
      assert.equal(late.status, 409, late.text)
      assert.match(late.body.error.message, /accepted/)
    }
    assert.deepEqual(await eventsOf(merchant), ['dispute.opened needs_response', 'dispute.accepted accepted'])
    await assertAudited(world())
  })

  test('a bank that gives up a dispute which the merchant had accepted gives the money back, once', async () => {
    const merchant = await world().merchant()
    const dispute = await disputed(merchant, await paidByCard(world(), merchant))
    assert.equal((await merchant.post(`/v1/disputes/${dispute.id}/accept`, {})).status, 200)
    assert.deepEqual(await standing(world(), merchant), TAKEN)
    await Promise.all([1, 2, 3].map(() => decided(merchant, dispute.id, 'won')))
    assert.deepEqual(await standing(world(), merchant), PAID)
    assert.deepEqual(await eventsOf(merchant), [
      'dispute.opened needs_response',
      'dispute.accepted accepted',
      'dispute.won won',
    ])
    await world().work()
    await assertAudited(world())
  })

  test('a part of a payment is disputed, and no more than is left of it', async () => {
    const merchant = await world().merchant()
    const transaction = await paidByCard(world(), merchant)
    for (const amount of ['500.01', 600]) {
      const { status, text } = await merchant.post('/v1/sandbox/disputes', { transaction, amount })
      assert.equal(status, 409, text)
    }
    for (const amount of [0, -1, 'x', 1.234]) {
      const { status, text } = await merchant.post('/v1/sandbox/disputes', { transaction, amount })
      assert.equal(status, 400, text)
    }
    await disputed(merchant, transaction, { amount: 120.5 })
    const { status, total, disputed: shown } = (await merchant.get(`/v1/operations/${transaction}`)).body.result
    assert.deepEqual([status, total.amount, shown.amount], ['N', '500.00', '120.50'])
    assert.equal((await standing(world(), merchant)).held, 294.5)
    await assertAudited(world())
  })

  test('a chargeback comes before a refund that only waits for money, and cancels it', async () => {
    const merchant = await world().merchant()
    assert.equal((await merchant.call('PUT', '/v1/refund-rules', { beyond_balance: 'wait' })).status, 200)
    const transaction = await paidByCard(world(), merchant)
    const refund = async (amount: number) => {
      const { status, body, text } = await merchant.post(`/v1/operations/${transaction}/refunds`, { amount })
      assert.equal(status, 200, text)
      return body.result
    }
    const made = await refund(100)
    const waiting = await refund(400)
    assert.deepEqual([made.waits_for, waiting.waits_for], ['', 'balance'])
    await world().work()
    const refused = await merchant.post('/v1/sandbox/disputes', { transaction, amount: 401 })
    assert.equal(refused.status, 409, refused.text)
    assert.equal((await merchant.get(`/v1/refunds/${waiting.id}`)).body.result.status, 'pending')
    await disputed(merchant, transaction, { amount: 400 })
    const cancelled = (await merchant.get(`/v1/refunds/${waiting.id}`)).body.result
    assert.deepEqual([cancelled.status, cancelled.waits_for], ['cancelled', ''])
    const shown = (await merchant.get(`/v1/operations/${transaction}`)).body.result
    assert.deepEqual([shown.refunded.amount, shown.disputed.amount], ['100.00', '400.00'])
    const { events } = (await merchant.get('/v1/events?limit=100')).body.result
    const ofRefund = events.filter(({ data }: { data: { id: string } }) => data.id === waiting.id)
    assert.deepEqual(
      ofRefund.map((one: { type: string; data: { status: string } }) => `${one.type} ${one.data.status}`),
      ['refund.updated cancelled', 'refund.created pending'],
    )
    await world().work()
    await assertAudited(world())
  })

  test('a retrieval request moves no money, and a chargeback that follows ends it', async () => {
    const merchant = await world().merchant()
    const transaction = await paidByCard(world(), merchant)
    const question = await disputed(merchant, transaction, { stage: 'retrieval' })
    assert.deepEqual(
      [question.status, question.fee.amount, question.reason.category],
      ['retrieval', '0.00', 'information'],
    )
    assert.deepEqual(await standing(world(), merchant), PAID)
    await submit(world(), merchant, question.id)
    const chargeback = await disputed(merchant, transaction)
    assert.deepEqual(await standing(world(), merchant), HELD)
    const ended = await disputeOf(merchant, question.id)
    assert.deepEqual([ended.status, ended.closed_because], ['lost', 'escalated'])
    const { status } = await merchant.post(`/v1/sandbox/disputes/${question.id}`, { outcome: 'won' })
    assert.equal(status, 409)

    const early = await merchant.post('/v1/sandbox/disputes', { transaction, stage: 'arbitration' })
    assert.equal(early.status, 409, early.text)
    await decided(merchant, chargeback.id, 'won')
    assert.deepEqual(await standing(world(), merchant), PAID)
    const arbitration = await disputed(merchant, transaction, { stage: 'arbitration' })
    assert.deepEqual(await standing(world(), merchant), HELD)
    await decided(merchant, arbitration.id, 'lost')
    assert.deepEqual(await standing(world(), merchant), TAKEN)
    const listed = (await merchant.get(`/v1/disputes?operation=${transaction}`)).body.result.disputes
    assert.deepEqual(
      listed.map((one: { stage: string; status: string }) => `${one.stage} ${one.status}`),
      ['arbitration lost', 'chargeback won', 'retrieval lost'],
    )
    await assertAudited(world())
  })

  test('the same dispute again is the existing one, also eight times at once; another of the same stage is refused', async () => {
    const merchant = await world().merchant()
    const transaction = await paidByCard(world(), merchant)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => merchant.post('/v1/sandbox/disputes', { transaction, reason_code: '10.4' })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(8).fill(200),
      answers.map(({ text }) => text).join('\n'),
    )
    assert.equal(new Set(answers.map(({ body }) => body.result.dispute.id)).size, 1)
    assert.deepEqual(await standing(world(), merchant), HELD)
    const { status, text } = await merchant.post('/v1/sandbox/disputes', { transaction, reason_code: '13.1' })
    assert.equal(status, 409, text)
    assert.deepEqual(await eventsOf(merchant), ['dispute.opened needs_response'])
    await assertAudited(world())
  })

  test('only an approved card payment is disputed, and only by its own account', async () => {
    const merchant = await world().merchant()
    const voucher = await merchant.post('/v1/payment/spei', {
      total: 100,
      payment: { reference: { description: 'x' } },
    })
    const { transaction } = voucher.body.result
    await merchant.post('/v1/sandbox/pay/spei', { transaction })
    for (const [who, about, expected] of [
      [merchant, transaction, 409],
      [merchant, 'nothing', 404],
      [await world().merchant(), await paidByCard(world(), merchant), 404],
    ] as const) {
      const { status, text } = await who.post('/v1/sandbox/disputes', { transaction: about })
      assert.equal(status, expected, text)
    }
    const reversed = await paidByCard(world(), merchant)
    assert.equal((await merchant.post(`/v1/operations/apply-reversal/${reversed}`, {})).status, 200)
    assert.equal((await merchant.post('/v1/sandbox/disputes', { transaction: reversed })).status, 409)
  })

  test('a disputed payment is not reversed, and of a dispute and a reversal at once exactly one takes the money', async () => {
    const merchant = await world().merchant()
    const held = await paidByCard(world(), merchant)
    await disputed(merchant, held, { amount: 1 })
    const refused = await merchant.post(`/v1/operations/apply-reversal/${held}`, {})
    assert.equal(refused.status, 409, refused.text)
    for (let round = 0; round < 6; round += 1) {
      const transaction = await paidByCard(world(), merchant)
      const [reversal, dispute] = await Promise.all([
        merchant.post(`/v1/operations/apply-reversal/${transaction}`, {}),
        merchant.post('/v1/sandbox/disputes', { transaction }),
      ])
      const taken = [reversal, dispute].filter(({ status }) => status === 200)
      assert.equal(taken.length, 1, `${reversal.text} ${dispute.text}`)
      const { body } = await merchant.get(`/v1/operations/${transaction}`)
      assert.equal(body.result.status, reversal.status === 200 ? 'C' : 'N')
    }
    await assertAudited(world())
  })

  test('an account sees its own disputes only, by state, stage, day and deadline, by pages', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const ids: string[] = []
    for (const respond_days of [5, 9, 30]) {
      ids.unshift((await disputed(merchant, await paidByCard(world(), merchant), { respond_days })).id)
    }
    const [last = '', , first = ''] = ids
    await decided(merchant, last, 'won')
    const list = async (query: string, who = merchant) => {
      const { status, body, text } = await who.get(`/v1/disputes?${query}`)
      assert.equal(status, 200, text)
      return body.result
    }
    const idsOf = async (query: string) => (await list(query)).disputes.map((one: { id: string }) => one.id)
    assert.deepEqual(await idsOf(''), ids)
    assert.deepEqual(await idsOf('status=won'), [last])
    assert.deepEqual(await idsOf('status=open'), ids.slice(1))
    assert.deepEqual(await idsOf('stage=retrieval'), [])
    const soon = new Date((await nowOf(merchant)) + 6 * DAY_MS).toISOString().slice(0, 10)
    assert.deepEqual(await idsOf(`respond_by=${soon}`), [first])
    assert.deepEqual(await idsOf('end_date=2020-01-01'), [])
    const page = await list('limit=2')
    assert.deepEqual(
      page.disputes.map((one: { id: string }) => one.id),
      ids.slice(0, 2),
    )
    assert.deepEqual(await idsOf(`limit=2&starting_after=${page.next}`), [first])
    const open = 'status=open&order=deadline'
    // The oldest ends first.
    assert.deepEqual(await idsOf(open), ids.slice(1).toReversed())
    const begun = await list(`${open}&limit=1`)
    assert.deepEqual(await idsOf(`${open}&starting_after=${begun.next}`), ids.slice(1, -1).toReversed())
    assert.deepEqual(await idsOf(`${open}&starting_after=dsp_0`), [])
    assert.deepEqual(await idsOf('status=open&order=newest'), ids.slice(1))
    assert.deepEqual((await list('', other)).disputes, [])
    assert.equal((await other.get(`/v1/disputes/${first}`)).status, 404)
    for (const bad of [
      'status=lots',
      'stage=x',
      'limit=0',
      'respond_by=2026-13-01',
      'starting_after=../x',
      'order=amount',
      'order=deadline',
      'order=deadline&status=won',
    ]) {
      const { status, body } = await merchant.get(`/v1/disputes?${bad}`)
      assert.equal(status, 400, bad)
      assert.deepEqual(Object.keys(body.error.messages), [bad.slice(0, bad.indexOf('='))])
    }
  })

  test('the cost of a dispute is the one that the account had agreed on when it was opened', async () => {
    const merchant = await world().merchant()
    const fee = { payment_method: 'POS', percentage: 3.6, fixed: 0, dispute: '200.00' }
    assert.equal((await merchant.call('PUT', '/v1/sandbox/fees', { ...fee, dispute: -1 })).status, 400)
    assert.equal((await merchant.call('PUT', '/v1/sandbox/fees', { ...fee, payment_method: 'SPE' })).status, 400)
    const set = await merchant.call('PUT', '/v1/sandbox/fees', fee)
    assert.equal(set.status, 200, set.text)
    const dispute = await disputed(merchant, await paidByCard(world(), merchant))
    assert.equal(dispute.fee.amount, '232.00')
    // Left out, it stays.
    await merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'POS', percentage: 3 })
    const { fees } = (await merchant.get('/v1/fees')).body.result
    assert.equal(fees.find((one: { payment_method: string }) => one.payment_method === 'POS').dispute, '200.00')
    await decided(merchant, dispute.id, 'won')
    assert.equal((await standing(world(), merchant)).held, 0)
    await assertAudited(world())
  })

  test('a change of the cards’ fee at the same time as one of the cost of a dispute leaves that cost', async () => {
    const merchant = await world().merchant()
    for (let round = 1; round <= 8; round += 1) {
      const dispute = `${100 + round}.00`
      const answers = await Promise.all([
        merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'POS', percentage: 2 }),
        merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'POS', percentage: 3, dispute }),
        merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'POS', percentage: 4 }),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      )
      const { fees } = (await merchant.get('/v1/fees')).body.result
      assert.equal(fees.find((one: { payment_method: string }) => one.payment_method === 'POS').dispute, dispute)
    }
    await assertAudited(world())
  })
})

onBothEngines('disputes and the clock', (world) => {
  test('reminders come seven, three and one days before the deadline, each once, and an unanswered dispute is lost', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const dispute = await disputed(merchant, await paidByCard(world(), merchant), { respond_days: 10 })
    const mails = async () => {
      const { body } = await merchant.get('/v1/sandbox/mailbox')
      return (body.result.messages as { subject: string }[]).map(({ subject }) => subject)
    }
    const newest = async () => (await merchant.get('/v1/sandbox/mailbox')).body.result.messages[0]
    const page = new RegExp(`https?://[^ ]+/console/disputes/${dispute.id}(?=[\\s"<]|$)`, 'm')
    await moveClock(merchant, { advance: 'PT1S' })
    assert.equal((await mails()).length, 1)
    assert.match((await newest()).body, page, 'the letter leads to its dispute')
    assert.match((await newest()).html, new RegExp(`href="[^"]+/console/disputes/${dispute.id}"`))
    assert.match(
      (await mails())[0] ?? '',
      /^Un cliente pidió una aclaración de un pago: \$500\.00 \/ A customer disputes a payment: \$500\.00$/,
    )
    for (const [days, count] of [
      [2, 1],
      [1, 2],
      [3, 2],
      [1, 3],
      [2, 4],
    ]) {
      await moveClock(merchant, { advance: `P${days}D` })
      assert.equal((await mails()).length, count, `after ${days} days more`)
    }
    assert.match((await mails())[0] ?? '', /espera tu respuesta/)
    await explain(merchant, dispute.id)
    await moveClock(merchant, { advance: 'P1D' })
    const lost = await disputeOf(merchant, dispute.id)
    assert.deepEqual([lost.status, lost.closed_because], ['lost', 'deadline'])
    assert.deepEqual(await standing(world(), merchant), TAKEN)
    assert.match((await mails())[0] ?? '', /^Se perdió una aclaración/)
    assert.match((await newest()).body, page)
    assert.deepEqual(await eventsOf(merchant), [
      'dispute.opened needs_response',
      ...Array(3).fill('dispute.reminder needs_response'),
      'dispute.lost lost',
    ])
    for (const [path, body] of [
      ['evidence', { texts: { other: 'x' } }],
      ['submit', {}],
      ['accept', {}],
    ] as const) {
      const late = await merchant.post(`/v1/disputes/${dispute.id}/${path}`, body, { 'accept-language': 'en' })
      assert.equal(late.status, 409, late.text)
      assert.match(late.body.error.message, /^The time to answer has ended/)
    }
    await assertAudited(world())
  })

  test('the cards of the table are disputed a day later, and the bank decides three days after it has the evidence', async () => {
    const merchant = await world().merchant()
    const cards = {
      '4000000000020018': 'won',
      '4000000000020026': 'lost',
      '4000000000020034': 'won',
      '5555550000020000': 'won',
    }
    const paid = new Map<string, string>()
    for (const [number, outcome] of Object.entries(cards))
      paid.set(await paidByCard(world(), merchant, 500, number), outcome)
    const list = async () =>
      (await merchant.get('/v1/disputes')).body.result.disputes as { id: string; status: string; transaction: string }[]
    await moveClock(merchant, { advance: 'PT23H' })
    assert.equal((await list()).length, 0)
    await moveClock(merchant, { advance: 'PT2H' })
    assert.deepEqual((await list()).map(({ status }) => status).sort(), [
      ...Array(3).fill('needs_response'),
      'retrieval',
    ])
    for (const { id } of await list()) await submit(world(), merchant, id)
    await moveClock(merchant, { advance: 'P2D' })
    assert.ok((await list()).every(({ status }) => status === 'under_review'))
    await moveClock(merchant, { advance: 'P1D' })
    for (const { status, transaction } of await list()) assert.equal(status, paid.get(transaction))
    assert.equal((await standing(world(), merchant)).held, 0)
    await assertAudited(world())
  })

  test('the settlement report has a line for money held back and one for money that came back, on their days, and adds up', async () => {
    const merchant = await world().merchant()
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    const kept = await paidByCard(world(), merchant, 2_000)
    const dispute = await disputed(merchant, await paidByCard(world(), merchant))
    const started = new Date((await nowOf(merchant)) - 6 * 3_600_000).toISOString().slice(0, 10)
    const reportsOf = async () => {
      await moveClock(merchant, { advance: 'P5D' })
      const { payouts } = (await merchant.get('/v1/payouts')).body.result
      return Promise.all(
        payouts.reverse().map(async ({ date }: { date: string }) => {
          const { status, body, text } = await merchant.get(`/v1/settlement/report?date=${date}`)
          assert.equal(status, 200, text)
          return body.result
        }),
      )
    }
    const shown = (line: { type: string; total: string; fee: string; iva: string; net: string; dispute: string }) =>
      [line.type, line.total, line.fee, line.iva, line.net, line.dispute].join(' ')
    const [first] = await reportsOf()
    assert.deepEqual(first.lines.map(shown).sort(), [
      `dispute -500.00 150.00 24.00 -674.00 ${dispute.id}`,
      'payment 2000.00 72.00 11.52 1916.48 ',
      'payment 500.00 18.00 2.88 479.12 ',
    ])
    assert.equal(first.payout.amount.amount, '1721.60')
    const day = (await merchant.get(`/v1/operations?date=paid&end_date=${started}`)).body.result
    assert.deepEqual([day.sales, day.commissions.amount, day.held], ['2000.00', 104.4, '174.00'])
    await decided(merchant, dispute.id, 'won')
    const [, second] = await reportsOf()
    assert.deepEqual(second.lines.map(shown), [`dispute_won 500.00 -150.00 -24.00 674.00 ${dispute.id}`])
    assert.equal(second.payout.amount.amount, '674.00')
    assert.ok(kept)
    await assertAudited(world())
  })

  test('a payment that was already given back is not disputed when its time comes', async () => {
    const merchant = await world().merchant()
    const transaction = await paidByCard(world(), merchant, 500, '4000000000020018')
    assert.equal((await merchant.post(`/v1/operations/apply-reversal/${transaction}`, {})).status, 200)
    const later = await paidByCard(world(), merchant)
    const planned = await merchant.post('/v1/sandbox/disputes', { transaction: later, after: 'P2D', outcome: 'won' })
    assert.equal(planned.status, 200, planned.text)
    assert.equal(planned.body.result.dispute, null)
    await moveClock(merchant, { advance: 'P3D' })
    const { disputes } = (await merchant.get('/v1/disputes')).body.result
    assert.deepEqual(
      disputes.map((one: { transaction: string }) => one.transaction),
      [later],
    )
    await assertAudited(world())
  })
})
