import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetRecipientsTask } from '../../../src/operations/recipient-limit.ts'
import { person } from '../../support/fixtures/console.ts'
import { moveClock } from '../../support/fixtures/payers.ts'
import { type Answer, type Merchant, onBothEngines, onOneEngine, type World } from '../../support/harness/world.ts'

const SEND = '/v1/operations/send'
const PEOPLE = '/v1/console/people'

onBothEngines('an account cannot flood one recipient', stories, { RECIPIENT_LIMIT: '100' })

onOneEngine('the sandbox has no limit, because its mailbox is nobody’s', (world) => {
  test('more SMS to one telephone than an hour of production takes', async () => {
    const merchant = await world().merchant()
    const id = (await merchant.post('/v1/payment/spei', { total: 100 })).body.result.transaction
    for (let nth = 0; nth < 41; nth += 1)
      assert.equal((await merchant.post(SEND, { id, phone: '5512345678' })).status, 200)
  })
})

function stories(world: () => World): void {
  const operationOf = async (merchant: Merchant): Promise<string> =>
    (await merchant.post('/v1/payment/spei', { total: 100 })).body.result.transaction

  const many = (count: number, call: (nth: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, nth) => call(nth)))

  const counted = (answers: Answer[]) => ({
    taken: answers.filter(({ status }) => status === 200).length,
    refused: answers.filter(({ status }) => status === 429).length,
  })

  function refusedUntilLater(answer: Answer, longest: number): void {
    assert.equal(answer.status, 429, answer.text)
    assert.equal(answer.body.error.code, 'TooManyRequestsException')
    assert.equal(answer.body.error.reason, 'recipient-limit-reached')
    const seconds = Number(answer.headers['retry-after'])
    assert.ok(seconds > 0 && seconds <= longest, String(answer.headers['retry-after']))
  }

  const queued = async (merchant: Merchant, recipient: string) =>
    (
      await world()
        .service.store.db.selectFrom('messages')
        .select('id')
        .where('account_id', '=', merchant.accountId)
        .where('recipient', '=', recipient)
        .execute()
    ).length

  test('by SMS, however many requests come at once', async () => {
    const merchant = await world().merchant()
    const id = await operationOf(merchant)
    const answers = await many(60, () => merchant.post(SEND, { id, phone: '5512345678' }))
    assert.deepEqual(counted(answers), { taken: 40, refused: 20 })
    const refused = await merchant.post(SEND, { id, phone: '5512345678' }, { 'accept-language': 'en' })
    refusedUntilLater(refused, 3_600)
    assert.match(refused.body.error.description, /40 messages to phone within 1 h/)
    assert.equal(await queued(merchant, '5512345678'), 40)
    // Another recipient, and another account, are not concerned; a request with one of the two sends neither.
    const both = await merchant.post(SEND, { id, phone: '5512345678', email: 'ana@ejemplo.mx' })
    refusedUntilLater(both, 3_600)
    assert.equal(await queued(merchant, 'ana@ejemplo.mx'), 0)
    assert.equal((await merchant.post(SEND, { id, phone: '5512345679' })).status, 200)
    const other = await world().merchant()
    assert.equal((await other.post(SEND, { id: await operationOf(other), phone: '5512345678' })).status, 200)
  })

  test('by e-mail, however the address is spelled', async () => {
    const merchant = await world().merchant()
    const id = await operationOf(merchant)
    const spelled = (nth: number) => (nth % 2 === 0 ? `ana+${nth}@ejemplo.mx` : 'ANA@Ejemplo.mx')
    const answers = await many(110, (nth) => merchant.post(SEND, { id, email: spelled(nth) }))
    assert.deepEqual(counted(answers), { taken: 100, refused: 10 })
    refusedUntilLater(await merchant.post(SEND, { id, email: 'ana@ejemplo.mx' }), 3_600)
  })

  test('a repeat under its own key gets the first answer when the limit is reached', async () => {
    const merchant = await world().merchant()
    const id = await operationOf(merchant)
    const first = () => merchant.post(SEND, { id, phone: '5500000001' }, { 'idempotency-key': 'primera' })
    assert.equal((await first()).status, 200)
    await many(40, () => merchant.post(SEND, { id, phone: '5500000001' }))
    const repeated = await first()
    assert.equal(repeated.status, 200)
    assert.equal(repeated.headers['idempotent-replayed'], 'true')
  })

  test('an invitation sent again and again', async () => {
    const merchant = await world().merchant()
    const owner = await person(world(), merchant, 'owner')
    const invitation = { email: 'otra@ejemplo.mx', name: 'Otra', role: 'reader' }
    const answers: Answer[] = []
    for (let nth = 0; nth < 12; nth += 1) answers.push(await owner.call('POST', PEOPLE, invitation))
    assert.deepEqual(counted(answers), { taken: 10, refused: 2 })
    refusedUntilLater(answers[11] as Answer, 3_600)
    const next = await owner.call('POST', PEOPLE, { ...invitation, email: 'tercera@ejemplo.mx' })
    assert.equal(next.status, 200, next.text)
    // The refused request has left the last invitation as it was.
    const { invitations } = (await owner.call('GET', PEOPLE)).body.result
    assert.equal(invitations.length, 2)
  })

  test('after an hour there is room again, until those of a day are used', async () => {
    const merchant = await world().merchant()
    const id = await operationOf(merchant)
    const batch = async () => counted(await many(50, () => merchant.post(SEND, { id, phone: '5587654321' })))
    assert.deepEqual(await batch(), { taken: 40, refused: 10 })
    await moveClock(merchant, { advance: 'PT1H1S' })
    assert.deepEqual(await batch(), { taken: 40, refused: 10 })
    await moveClock(merchant, { advance: 'PT1H1S' })
    assert.deepEqual(await batch(), { taken: 20, refused: 30 })
    const refused = await merchant.post(SEND, { id, phone: '5587654321' })
    refusedUntilLater(refused, 86_400)
    assert.ok(Number(refused.headers['retry-after']) > 3_600)
    // What counts no more is forgotten.
    await moveClock(merchant, { advance: 'P2D' })
    await forgetRecipientsTask(world().service).run()
    const rows = await world().service.store.db.selectFrom('recipient_tries').select('recipient').execute()
    assert.deepEqual(rows, [])
  })
}
