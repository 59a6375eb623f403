// A workbook for people has no codes: every state and kind of a list that the console exports has words, and a heading is there once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inWords, valueWordsOf } from '../../../src/exports/value-words.ts'
import { disputed, paidByCard } from '../../support/fixtures/disputes.ts'
import { payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { basic, onBothEngines } from '../../support/harness/world.ts'
import { sheetIn } from '../../support/workbook-reader.ts'

/** The bank refuses transfers to it. */
const CLOSED = '646180990000000012'

interface Shape {
  $ref?: string
  anyOf?: Shape[]
  enum?: string[]
  properties?: Record<string, Shape>
  items?: Shape
}

onBothEngines('workbooks for people', (world) => {
  test('every code of a list has a word', async () => {
    const { components, paths } = (await world().send({ method: 'GET', url: '/openapi.json' })).body
    const whole = (shape: Shape): Shape =>
      shape.$ref === undefined ? shape : whole(components.schemas[shape.$ref.split('/').at(-1) ?? ''])
    const codesOf = (shape: Shape, path: string): [string, string][] => {
      const { anyOf = [], enum: codes = [], properties = {} } = whole(shape)
      return [
        ...codes.map((code): [string, string] => [path, code]),
        ...anyOf.flatMap((one) => codesOf(one, path)),
        ...Object.entries(properties).flatMap(([name, one]) => codesOf(one, path === '' ? name : `${path}.${name}`)),
      ]
    }
    const untold: string[] = []
    const lists = Object.keys(paths).filter((path) =>
      paths[path].get?.parameters?.some(({ name }: { name: string }) => name === 'format'),
    )
    assert.ok(lists.length > 20, lists.join())
    for (const list of lists) {
      const answer = whole(paths[list].get.responses['200'].content['application/json'].schema)
      const result = whole(answer.properties?.result ?? {})
      const rows = [result, ...Object.values(result.properties ?? {})]
        .map(whole)
        .find(({ items }) => items !== undefined)
      const codes = codesOf(rows?.items ?? {}, '').filter(([path, code]) => code !== '' && !path.endsWith('currency'))
      for (const [path, code] of codes)
        for (const language of ['es', 'en'] as const) {
          const words = valueWordsOf(list.replaceAll(/\{(\w+)\}/g, ':$1'), path)
          if (
            words === undefined ||
            /[_-]/.test(String(inWords(words, code, language))) ||
            inWords(words, code, 'es') === code
          )
            untold.push(`${list} ${path} ${code}`)
        }
    }
    assert.deepEqual(untold, [])
  })

  test('a dispute, a refund that the bank refused and a webhook are told in Spanish, and no two columns have one heading', async () => {
    const merchant = await world().merchant()
    const card = await paidByCard(world(), merchant)
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, payer_clabe: CLOSED })
    assert.equal((await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: '5.00' })).status, 200)
    await world().work()
    await disputed(merchant, card)
    const rowsOf = async (list: string) => {
      const { statusCode, rawPayload } = await world().service.app.inject({
        method: 'GET',
        url: `/v1/${list}?format=xlsx`,
        headers: { authorization: basic(merchant.appKey, merchant.secret), 'accept-language': 'es' },
      })
      assert.equal(statusCode, 200)
      const [headings = [], ...rows] = sheetIn(rawPayload)
      assert.equal(new Set(headings).size, headings.length, headings.join())
      return rows.map((row) => Object.fromEntries(headings.map((heading, at) => [String(heading), row[at]])))
    }
    const webhook = { url: 'http://127.0.0.1:9/avisos', events: ['refund.sent', 'payout.paid'] }
    assert.equal((await merchant.post('/v1/webhook', webhook)).status, 200)
    const [hook] = await rowsOf('webhook')
    assert.deepEqual([hook?.Eventos, hook?.Estado], ['refund.sent, payout.paid', 'activo'])
    const [dispute] = await rowsOf('disputes')
    assert.deepEqual(
      ['Etapa', 'Estado', 'Motivo', 'Importe', 'Moneda'].map((name) => dispute?.[name]),
      ['contracargo', 'espera tu respuesta', 'Otro fraude con tarjeta no presente', 500, 'MXN'],
    )
    const [refund] = await rowsOf('refunds')
    assert.deepEqual([refund?.Estado, refund?.Falla], ['falló', 'la cuenta está cerrada'])
  })
})
