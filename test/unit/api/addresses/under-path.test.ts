import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageUnder, prefixOf, withoutPrefix } from '../../../../src/api/addresses/under-path.ts'

test('the prefix is the path of the address', () => {
  assert.deepEqual(['https://a.mx', 'https://a.mx/', 'https://a.mx/pagos', 'https://a.mx/x/pagos/'].map(prefixOf), [
    '',
    '',
    '/pagos',
    '/x/pagos',
  ])
})

test('addresses of a page get the prefix once; a page elsewhere, an anchor and a relative one stay', () => {
  const page =
    '<html lang="es"><a href="/docs"><img src="/p/x.svg"><a href="//other.mx"><a href="#x"><a href="y"><a href="/pagos/p/t"><form action="/pagos">'
  assert.equal(
    pageUnder(page, '/pagos'),
    '<html data-base="/pagos" lang="es"><a href="/pagos/docs"><img src="/pagos/p/x.svg"><a href="//other.mx"><a href="#x"><a href="y"><a href="/pagos/p/t"><form action="/pagos/pagos">',
  )
  assert.equal(pageUnder('<a href="/docs/pages">', '/docs'), '<a href="/docs/docs/pages">')
})

test('a request with the prefix is the one without it, unless the prefix begins like a path of ours', () => {
  assert.equal(withoutPrefix('/pagos/v1/plan?x=1', '/pagos'), '/v1/plan?x=1')
  assert.equal(withoutPrefix('/pagos', '/pagos'), '/')
  assert.equal(withoutPrefix('/pagos?lang=en', '/pagos'), '/?lang=en')
  assert.equal(withoutPrefix('/pagosx', '/pagos'), '/pagosx')
  assert.equal(withoutPrefix('/v1/plan', '/pagos'), '/v1/plan')
  assert.equal(withoutPrefix('/docs/pages', '/docs'), '/docs/pages')
  assert.equal(withoutPrefix('/v1/plan', ''), '/v1/plan')
})
