import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { refuseOtherMethods } from '../../../../src/api/addresses/methods.ts'
import type { App } from '../../../../src/api/server.ts'

test('HEAD is answered for pages, through their own hooks, and never runs a call that changes data or is described', async () => {
  const app = fastify({ exposeHeadRoutes: false }) as never as App
  const asked: string[] = []
  const close = refuseOtherMethods(app)
  const open = { config: { access: 'public' as const }, schema: { hide: true } as object }
  const handler = async (request: { url: string }) => {
    asked.push(request.url)
    return 'text'
  }
  app.get('/page', open, handler)
  app.get('/files/*', open, handler)
  app.get('/near', { ...open, onRequest: async (_request, reply) => reply.code(404).send() }, handler)
  app.get('/v1/networks/one/paid', { ...open, config: { access: 'public', changes: true } }, handler)
  app.get('/changing', { ...open, config: { access: 'public', changes: true } }, handler)
  app.get('/v1/described', { config: { access: 'public' } }, handler)
  app.get('/own', { config: { access: 'read' }, schema: { hide: true } as object }, handler)
  await app.after()
  close()
  const head = async (url: string) => {
    const { statusCode, body } = await app.inject({ method: 'HEAD', url })
    return [statusCode, body]
  }
  assert.deepEqual(await head('/page'), [200, ''])
  assert.deepEqual(await head('/files/a/b'), [200, ''])
  assert.deepEqual(await head('/near'), [404, ''])
  asked.length = 0
  for (const url of ['/v1/networks/one/paid', '/changing', '/v1/described', '/own']) {
    assert.notEqual((await head(url))[0], 200, url)
  }
  assert.deepEqual(asked, [])
  await app.close()
})
