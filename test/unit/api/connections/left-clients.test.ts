// A client that leaves closes all its answers: the one that is being sent, one that waits behind it, and one that is made later. Each request has an end.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { freeAtTheEnd } from '../../../../src/api/body/read-bytes.ts'
import { closedBehind, tellAllEnds } from '../../../../src/api/connections/left-clients.ts'

test('a client sends three requests and leaves before an answer: nothing stays held', async () => {
  const freed = new Set<string>()
  const answers: ServerResponse[] = []
  const all = Promise.withResolvers<void>()
  const hold = (answer: ServerResponse) =>
    freeAtTheEnd(answer, { grow: () => {}, settle: () => {}, release: () => freed.add(answer.req.url ?? '') })
  const server = createServer((_, answer) => {
    if (answers.push(answer) < 3) hold(answer)
    else all.resolve()
  })
  server.prependListener('request', closedBehind()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write(['/first', '/behind', '/later'].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))
  await all.promise
  const [first, behind, later] = answers as [ServerResponse, ServerResponse, ServerResponse]
  const closed = Promise.all([first, behind, later].map((answer) => once(answer, 'close')))
  client.destroy()
  await closed
  assert.deepEqual([...freed], ['/first', '/behind'])
  hold(later)
  assert.deepEqual([...freed], ['/first', '/behind', '/later'])
  assert.ok(behind.closed)
  server.close()
})

test('the end of each request is told once, whenever its client leaves, and is no fault', async () => {
  const faults: unknown[] = []
  const fault = (...said: unknown[]) => faults.push(said)
  const quiet = () => {}
  const log = { info: quiet, debug: quiet, trace: quiet, warn: fault, error: fault, fatal: fault, child: () => log }
  const app = Fastify({ loggerInstance: log as never })
  tellAllEnds(app as unknown as FastifyInstance)
  app.server.prependListener('request', closedBehind())
  const ends: string[] = []
  app.addHook('onResponse', (request, reply, done) => {
    ends.push(`${request.url} ${reply.statusCode}${request.isLeft ? ' left' : ''}`)
    done()
  })
  const hasLeft = Promise.withResolvers<void>()
  app.get('/quick', async () => ({}))
  app.get('/slow', async (_, reply) => {
    await hasLeft.promise
    return reply.code(201).send({})
  })
  app.get('/refused', async () => {
    await hasLeft.promise
    throw Object.assign(new Error('refused'), { statusCode: 409 })
  })
  app.get('/file', async (_, reply) => {
    const file = new Readable({ read: () => {} })
    file.push('the first bytes')
    return reply.send(file)
  })
  app.get('/kept', (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('an event')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (...paths: string[]) => {
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''))
    await once(client, 'data')
    return client
  }
  const clients = await Promise.all([ask('/file'), ask('/kept'), ask('/quick', '/slow', '/quick', '/refused')])
  for (const client of clients) client.destroy()
  while (ends.length < 4) await turn()
  assert.deepEqual(ends.toSorted(), ['/file 200 left', '/kept 200 left', '/quick 200', '/quick 200 left'])
  hasLeft.resolve()
  while (ends.length < 6) await turn()
  await app.close()
  assert.deepEqual(ends.slice(4).toSorted(), ['/refused 409 left', '/slow 201 left'])
  assert.deepEqual(faults, [])
})
