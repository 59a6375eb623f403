// The promise: what a merchant shows against a dispute is taken when it is what it says, kept sealed, and goes to the acquirer once, whole.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import type { Acquirer, DisputeAnswerOutcome, DisputeAnswerRequest } from '../../../src/connectors/acquirer.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { sealedParts } from '../../../src/disputes/evidence.ts'
import { createAtRest } from '../../../src/vault/at-rest.ts'
import { existingAtRestKeys } from '../../../src/vault/at-rest-key.ts'
import { reseal } from '../../../src/vault/reseal.ts'
import { disputed, disputeOf, paidByCard, upload } from '../../support/fixtures/disputes.ts'
import { jpegFile, pdfFile, pngFile, pngOf, pngOfBytes } from '../../support/fixtures/evidence-files.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { basic, type Merchant, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

const MEGABYTE = 1024 * 1024
const pdf = await pdfFile('Entregado')

const opened = async (world: World, merchant: Merchant, asked: object = {}): Promise<string> =>
  (await disputed(merchant, await paidByCard(world, merchant), asked)).id

const ok = (answer: { status: number; text: string }) => assert.equal(answer.status, 200, answer.text)

/** The bytes of a file as a merchant reads them. */
const read = async ({ service }: World, merchant: Merchant, dispute: string, file: string) =>
  service.app.inject({
    url: `/v1/disputes/${dispute}/files/${file}`,
    headers: { authorization: basic(merchant.appKey, merchant.secret) },
  })

onBothEngines('evidence against a dispute', (world) => {
  test('texts are kept by kind, replaced and removed; a card number is refused', async () => {
    const merchant = await world().merchant()
    const id = await opened(world(), merchant)
    const write = (texts: object) => merchant.post(`/v1/disputes/${id}/evidence`, { texts })
    ok(await write({ explanation: 'Se entregó el martes', shipping: 'Guía 77' }))
    ok(await write({ shipping: 'Guía 78', customer: 'Ana' }))
    // A letter has lines; a terminal's escape or a bell is no text.
    ok(await write({ explanation: 'Se entregó el martes.\r\n\tFirmó Ana.' }))
    for (const wrong of ['a\u001b[31mb', 'a\u0007b', 'a\u0000b'])
      assert.equal((await write({ explanation: wrong })).status, 400, JSON.stringify(wrong))
    ok(await write({ explanation: 'Se entregó el martes' }))
    ok(await write({ customer: '', other: null }))
    const expected = { explanation: 'Se entregó el martes', shipping: 'Guía 78' }
    assert.deepEqual((await disputeOf(merchant, id)).evidence.texts, expected)
    for (const [texts, field] of [
      [{ explanation: 'Pagó con 4242 4242 4242 4242' }, 'texts.explanation'],
      [{ shipping: 'x'.repeat(5_001) }, 'texts.shipping'],
      [{ weather: 'sol' }, 'texts.weather'],
      [{ shipping: 7 }, 'texts.shipping'],
    ] as const) {
      const { status, body } = await write(texts)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.error.messages), [field])
    }
    assert.deepEqual((await disputeOf(merchant, id)).evidence.texts, expected)
    assert.equal((await merchant.post('/v1/disputes/dsp_none/evidence', { texts: {} })).status, 404)
    const other = await world().merchant()
    assert.equal((await other.post(`/v1/disputes/${id}/evidence`, { texts: { other: 'x' } })).status, 404)
  })

  test('a file’s type is that of its content, PDF, PNG or JPEG, whatever its name or declared type', async () => {
    const merchant = await world().merchant()
    const id = await opened(world(), merchant)
    const files = [
      [pdf, 'application/pdf', 'pdf'],
      [pngFile(2, 2), 'image/png', 'png'],
      [jpegFile(), 'image/jpeg', 'jpg'],
    ] as const
    for (const [content, type, extension] of files) {
      const answer = await upload(world(), merchant, id, content, { type: `${type}; charset=binary` })
      ok(answer)
      const { media_type, bytes, sha256, name } = answer.body.result
      const hash = createHash('sha256').update(content).digest('hex')
      assert.deepEqual([media_type, bytes, sha256, name], [type, content.length, hash, `shipping.${extension}`])
      const found = await read(world(), merchant, id, answer.body.result.id)
      assert.ok(found.rawPayload.equals(content))
      assert.match(String(found.headers['content-disposition']), /^attachment; /)
      assert.equal(found.headers['content-type'], type)
    }
    const refused = [
      [pdf, 'image/png', /its content is application\/pdf/],
      [jpegFile(), 'application/pdf', /its content is image\/jpeg/],
      [pdf, 'application/json', /its content is application\/pdf/],
      ['', 'application/pdf', /is empty/],
      ['%PDF-1.7 but no more', 'application/pdf', /no whole PDF/],
      ['<html></html>', 'image/png', /no whole PDF/],
      [pdf.subarray(0, -10), 'application/pdf', /no whole PDF/],
      [Buffer.concat([pngFile(1, 1), Buffer.from('PK\x03\x04')]), 'image/png', /no whole PDF/],
      [
        pngOf({ width: 60_000, height: 60_000, colour: 0, depth: 8 }, Buffer.alloc(9)),
        'image/png',
        /measures too much/,
      ],
    ] as const
    for (const [content, type, why] of refused) {
      const answer = await upload(world(), merchant, id, content, { type, headers: { 'accept-language': 'en' } })
      assert.equal(answer.status, 400, answer.text)
      assert.match(answer.body.error.messages.file[0], why)
      const spanish = await upload(world(), merchant, id, content, { type })
      assert.match(spanish.body.error.messages.file[0], /vacío|completo|contenido|demasiado/)
    }
    for (const [query, field] of [
      ['', 'kind'],
      ['kind=weather', 'kind'],
      [`kind=other&name=${'x'.repeat(101)}`, 'name'],
      ['kind=other&name=4242424242424242.pdf', 'name'],
      ['kind=other&name=a%0Ab', 'name'],
    ] as const) {
      const answer = await upload(world(), merchant, id, pdf, { query })
      assert.equal(answer.status, 400, query)
      assert.deepEqual(Object.keys(answer.body.error.messages), [field])
    }
    assert.equal((await disputeOf(merchant, id)).evidence.files.length, 3)
    const other = await world().merchant()
    const [file] = (await disputeOf(merchant, id)).evidence.files
    assert.equal((await upload(world(), other, id, pdf)).status, 404)
    assert.equal((await read(world(), other, id, file.id)).statusCode, 404)
  })

  test('five megabytes fit and no byte more, and nothing of a file is readable in the database', async () => {
    const merchant = await world().merchant()
    const id = await opened(world(), merchant)
    const most = pngOfBytes(5 * MEGABYTE)
    const answer = await upload(world(), merchant, id, most)
    ok(answer)
    assert.ok((await read(world(), merchant, id, answer.body.result.id)).rawPayload.equals(most))
    const tooLarge = await upload(world(), merchant, id, pngOfBytes(5 * MEGABYTE + 1))
    assert.equal(tooLarge.status, 413, tooLarge.text)
    assert.match(tooLarge.body.error.message, /5242880/)
    // Everywhere else the limit is what it was.
    const long = await merchant.post(`/v1/disputes/${id}/evidence`, { texts: { other: 'x'.repeat(300_000) } })
    assert.equal(long.status, 413, long.text.slice(0, 200))
    const parts = await world()
      .service.store.db.selectFrom('dispute_file_parts')
      .select(['sealed_part'])
      .where('file_id', '=', answer.body.result.id)
      .execute()
    assert.equal(parts.length, 20)
    assert.ok(parts.every(({ sealed_part }) => sealed_part.startsWith('v2.') && !sealed_part.includes('eHh4eHh4')))
  })

  test('ten files and twenty megabytes are the most; the same file again is the existing file, also at once', async () => {
    const merchant = await world().merchant()
    const id = await opened(world(), merchant)
    const same = await Promise.all(Array.from({ length: 4 }, () => upload(world(), merchant, id, pdf)))
    for (const answer of same) ok(answer)
    assert.equal(new Set(same.map(({ body }) => body.result.id)).size, 1)
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, n) => upload(world(), merchant, id, pngFile(1, 1, `n${n}`))),
    )
    assert.deepEqual(many.map(({ status }) => status).sort(), [...Array(9).fill(200), ...Array(3).fill(409)])
    assert.equal((await disputeOf(merchant, id)).evidence.files.length, 10)
    const large = await opened(world(), merchant)
    const sizes = []
    for (let n = 0; n < 5; n += 1)
      sizes.push((await upload(world(), merchant, large, pngOfBytes(5 * MEGABYTE - n))).status)
    assert.deepEqual(sizes, [200, 200, 200, 200, 409])
  })

  test('a key makes an upload repeatable, and another file under it is refused', async () => {
    const merchant = await world().merchant()
    const id = await opened(world(), merchant)
    const headers = { 'idempotency-key': `guia-${id}` }
    const first = await upload(world(), merchant, id, pdf, { headers })
    ok(first)
    const again = await upload(world(), merchant, id, pdf, { headers })
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal(again.text, first.text)
    assert.equal((await upload(world(), merchant, id, jpegFile(), { headers })).status, 422)
  })

  test('evidence is submitted once, by one of eight requests at once, and nothing is added to it', async () => {
    const merchant = await world().merchant()
    const id = await opened(world(), merchant)
    const empty = await merchant.post(`/v1/disputes/${id}/submit`, {})
    assert.equal(empty.status, 409, empty.text)
    assert.match(empty.body.error.message, /^Agrega al menos/)
    ok(await upload(world(), merchant, id, pdf))
    const answers = await Promise.all(Array.from({ length: 8 }, () => merchant.post(`/v1/disputes/${id}/submit`, {})))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
    assert.equal((await merchant.post(`/v1/disputes/${id}/evidence`, { texts: { other: 'x' } })).status, 409)
    assert.equal((await upload(world(), merchant, id, jpegFile())).status, 409)
    assert.equal((await merchant.post(`/v1/disputes/${id}/accept`, {})).status, 409)
    const { evidence, status } = await disputeOf(merchant, id)
    assert.deepEqual([status, evidence.files.length, evidence.texts], ['under_review', 1, {}])
    await assertAudited(world())
  })

  test('of a submission, an acceptance and new files at once, one answer stands with the evidence it had', async () => {
    const merchant = await world().merchant()
    for (let round = 0; round < 4; round += 1) {
      const id = await opened(world(), merchant)
      ok(await merchant.post(`/v1/disputes/${id}/evidence`, { texts: { explanation: 'Sí' } }))
      const [submitted, accepted, ...files] = await Promise.all([
        merchant.post(`/v1/disputes/${id}/submit`, {}),
        merchant.post(`/v1/disputes/${id}/accept`, {}),
        upload(world(), merchant, id, pdf),
        upload(world(), merchant, id, jpegFile()),
      ])
      assert.deepEqual([submitted.status, accepted.status].sort(), [200, 409], `${submitted.text} ${accepted.text}`)
      const { evidence, status } = await disputeOf(merchant, id)
      assert.equal(status, submitted.status === 200 ? 'under_review' : 'accepted')
      assert.equal(evidence.files.length, files.filter((one) => one.status === 200).length)
    }
    await assertAudited(world())
  })

  test('evidence at or after the deadline is late, even before a worker has run', async () => {
    const merchant = await world().merchant()
    const id = await opened(world(), merchant, { respond_days: 1 })
    const { store, clock } = world().service
    const soon = new Date(clock.epochMs() - 1).toISOString()
    await store.commit([
      { kind: 'update', table: 'disputes', set: { respond_by: soon }, where: { id, state: 'needs_response' } },
    ])
    for (const answer of [
      await merchant.post(`/v1/disputes/${id}/evidence`, { texts: { other: 'x' } }),
      await upload(world(), merchant, id, pdf),
      await merchant.post(`/v1/disputes/${id}/submit`, {}),
      await merchant.post(`/v1/disputes/${id}/accept`, {}),
    ]) {
      assert.equal(answer.status, 409, answer.text)
      assert.match(answer.body.error.message, /^El plazo para responder terminó/)
    }
  })

  test('a read-only key sees evidence and changes none', async () => {
    const merchant = await world().merchant()
    const id = await opened(world(), merchant)
    const { body } = await merchant.post('/v1/credentials', { name: 'Lectura', scopes: ['read'] })
    const reader = { ...merchant, appKey: body.result.app_key, secret: body.result.app_secret }
    const headers = { authorization: basic(reader.appKey, reader.secret) }
    assert.equal((await merchant.get(`/v1/disputes/${id}`, headers)).status, 200)
    for (const path of ['submit', 'accept', 'evidence'])
      assert.equal((await merchant.post(`/v1/disputes/${id}/${path}`, { texts: {} }, headers)).status, 403)
    assert.equal((await upload(world(), reader, id, pdf)).status, 403)
  })

  test('after a change of the at-rest key the files are sealed again and open', async () => {
    const merchant = await world().merchant()
    const id = await opened(world(), merchant)
    const file = (await upload(world(), merchant, id, pdf)).body.result.id
    const { store } = world().service
    const { current } = existingAtRestKeys(readConfig(world().environment))
    const atRest = createAtRest({ current: Buffer.alloc(32, 9), previous: [current] })
    for (const column of sealedParts) assert.ok((await reseal({ store, atRest }, column)) > 0)
    const row = await store.db
      .selectFrom('dispute_file_parts')
      .select(['id', 'account_id', 'sealed_part'])
      .where('file_id', '=', file)
      .executeTakeFirstOrThrow()
    assert.ok(row.sealed_part.startsWith(atRest.currentPrefix))
    assert.ok(atRest.open(row.sealed_part, `dispute-file:${row.account_id}:${row.id}`).equals(pdf))
    // Back under the key of the service that the other stories use.
    const back = createAtRest({ current, previous: [Buffer.alloc(32, 9)] })
    for (const column of sealedParts) await reseal({ store, atRest: back }, column)
  })
})

/** What the acquirer was asked, and what it says next. */
let asked: DisputeAnswerRequest[] = []
let says: DisputeAnswerOutcome = { kind: 'taken' }
const acquirer: Connected<Acquirer> = {
  ...sandboxAcquirer(),
  answerDispute: async (request) => {
    asked.push(request)
    return says
  },
}

for (const engine of ENGINES) {
  describe(`answers on their way to the acquirer [${engine}]`, () => {
    let world: World
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { acquirer } })
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })

    test('the acquirer gets texts and files whole, is sent the same again until it answers, and then no more', async () => {
      asked = []
      says = { kind: 'unknown' }
      const merchant = await world.merchant()
      await moveClock(merchant, { freeze: true })
      const id = await opened(world, merchant, { reason_code: '13.1' })
      const photo = pngOfBytes(600_000)
      ok(await merchant.post(`/v1/disputes/${id}/evidence`, { texts: { shipping: 'Guía 77' } }))
      ok(await upload(world, merchant, id, photo, { query: 'kind=receipt&name=recibo.png' }))
      ok(await merchant.post(`/v1/disputes/${id}/submit`, {}))
      await world.work()
      await moveClock(merchant, { advance: 'PT31S' })
      says = { kind: 'taken' }
      await moveClock(merchant, { advance: 'PT2M' })
      await moveClock(merchant, { advance: 'PT3H' })
      const { network_dispute, answer } = await disputeOf(merchant, id)
      assert.deepEqual(
        asked.map(({ attempt }) => attempt),
        [1, 2, 3],
      )
      assert.equal(answer.status, 'taken')
      for (const request of asked) {
        const { files, attempt: _, ...rest } = request
        const { operationId, ...others } = rest
        assert.match(operationId, /^[0-9a-f-]{36}$/)
        assert.deepEqual(others, {
          networkDispute: network_dispute,
          stage: 'chargeback',
          amountCentavos: 50_000,
          answer: 'evidence',
          texts: { shipping: 'Guía 77' },
        })
        assert.equal(files.length, 1)
        const [{ kind, name, mediaType, content } = { kind: '', name: '', mediaType: '', content: Buffer.alloc(0) }] =
          files
        assert.deepEqual([kind, name, mediaType], ['receipt', 'recibo.png', 'image/png'])
        assert.ok(Buffer.from(content).equals(photo))
      }
    })

    test('an answer that the acquirer refuses waits for a person, and the merchant gets an event', async () => {
      asked = []
      says = { kind: 'refused', reason: 'the case is closed' }
      const merchant = await world.merchant()
      const id = await opened(world, merchant)
      ok(await upload(world, merchant, id, pdf))
      ok(await merchant.post(`/v1/disputes/${id}/submit`, {}))
      await world.work()
      const { answer, status } = await disputeOf(merchant, id)
      assert.deepEqual([answer.status, answer.reason, status], ['refused', 'the case is closed', 'under_review'])
      const { eachHeld } = await import('../../../src/service/open-items.ts')
      const held = async () => {
        const texts = new Map<string, string>()
        for await (const one of eachHeld(world.service.store)) texts.set(one.id, one.because[1])
        return texts.get(id)
      }
      const until = new Date((await disputeOf(merchant, id)).respond_by).toISOString()
      assert.equal(
        (await held())?.replace(/\.\d{3}Z/, '.000Z'),
        `evidence must be handed in by ${until}: the case is closed`,
      )
      const { body } = await merchant.get('/v1/events?limit=1')
      assert.equal(body.result.events[0].type, 'dispute.answer_refused')
      // Once the bank has decided, nobody need hand anything in.
      ok(await merchant.post(`/v1/sandbox/disputes/${id}`, { outcome: 'won' }))
      assert.equal(await held(), undefined)
    })

    test('an acceptance carries no evidence', async () => {
      asked = []
      says = { kind: 'taken' }
      const merchant = await world.merchant()
      const id = await opened(world, merchant)
      ok(await upload(world, merchant, id, pdf))
      ok(await merchant.post(`/v1/disputes/${id}/accept`, {}))
      await world.work()
      assert.deepEqual(
        asked.map(({ answer, files, texts }) => [answer, files.length, Object.keys(texts).length]),
        [['accept', 0, 0]],
      )
    })
  })
}
