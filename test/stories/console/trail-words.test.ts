// What a person asks for at the console is told in words on the trail: every call that changes something has some.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedWords } from '../../../web/src/trail/act-words.ts'
import { onBothEngines, type World } from '../../support/harness/world.ts'

/** Each `METHOD /route` of the service: the framework prints a tree of the beginnings that routes share. */
function routesOf(world: World): string[] {
  const parts: string[] = []
  return world.service.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?/.exec(line) ?? []
      const depth = indent.length / 4
      parts.splice(depth, parts.length, part)
      return methods.split(', ').map((method) => `${method} ${parts.join('')}`)
    })
}

/** Calls of nobody who is signed in, and those that have a record of their own. */
const NOT_RECORDED = /^\S+ (?!\/v1\/)|^\S+ \/v1\/(auth|console\/(session|invitation))(\/|$)/

onBothEngines('the trail', (world) => {
  test('has words for every call that a person may make to change something', () => {
    const changes = routesOf(world()).filter((route) => /^(POST|PUT|DELETE) /.test(route) && !NOT_RECORDED.test(route))
    assert.ok(changes.length > 100, String(changes.length))
    const silent = changes.filter((route) => askedWords(...(route.split(' ') as [string, string])) === undefined)
    assert.deepEqual(silent, [])
  })

  test('says what was asked for, and what another person is asked to approve', () => {
    assert.deepEqual(askedWords('POST', '/v1/credentials'), ['Pidió crear una llave', 'Asked to create a key'])
    assert.deepEqual(askedWords('POST', '/v1/console/ask/credentials'), [
      'Pidió que otra persona apruebe crear una llave',
      'Asked another person to approve: create a key',
    ])
    assert.deepEqual(askedWords('POST', '/v1/console/ask/webhook/:id'), [
      'Pidió que otra persona apruebe un cambio',
      'Asked another person to approve a change',
    ])
    assert.equal(askedWords('POST', '/v1/constructor'), undefined)
  })
})
