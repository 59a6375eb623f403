// The reference speaks the language of its reader: no text of the description is missing in Spanish.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textIn } from '../../../src/documents/reference-language.ts'
import { spanish } from '../../../src/documents/spanish/all.ts'
import { onOneEngine } from '../../support/harness/world.ts'

onOneEngine('the reference of the calls', (world) => {
  test('every title, description and refusal has a Spanish text', async () => {
    const { body } = await world().send({ method: 'GET', url: '/openapi.json' })
    const missing = new Set<string>()
    const texts = new Set<string>()
    let seen = 0
    const look = (thing: unknown): void => {
      if (typeof thing !== 'object' || thing === null) return
      for (const [name, value] of Object.entries(thing)) {
        if (['example', 'examples', 'enum'].includes(name)) continue
        const isText = ['description', 'summary'].includes(name) && typeof value === 'string' && value !== ''
        if (!isText) look(value)
        else {
          seen += 1
          texts.add(value)
          if (textIn(value, 'es') === undefined) missing.add(value)
        }
      }
    }
    look(body.info)
    look(body.paths)
    look(body.components)
    assert.ok(seen > 1000)
    assert.deepEqual([...missing], [], 'say it in Spanish: src/documents/spanish/')
    assert.deepEqual(
      Object.keys(spanish).filter((english) => !texts.has(english)),
      [],
      'nothing says this any more',
    )
  })

  test('a page in Spanish has no part marked as English', async () => {
    for (const id of ['createCardPayment', 'listOperations', 'updateWebhook', 'createRefund']) {
      const { text } = await world().send({ method: 'GET', url: `/docs/calls/${id}?lang=es` })
      assert.match(text, /^<!doctype html>\n<html lang="es">/)
      assert.doesNotMatch(text.replace(/class="language"[^>]*>/, ''), /lang="en"/, id)
    }
    const { text } = await world().send({ method: 'GET', url: '/docs/calls/createRefund?lang=es' })
    assert.match(text, /<h1>Devolver un pago, completo o en parte<\/h1>/)
    assert.match(text, /De esta operación quedan \{left\} por devolver/)
  })
})
