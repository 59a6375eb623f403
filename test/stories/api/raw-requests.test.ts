// What arrives as bytes rather than as a request of a well-behaved client is refused in the form of every refusal.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { listeningOnBothEngines } from '../../support/harness/listening.ts'
import { basic, type Merchant } from '../../support/harness/world.ts'

listeningOnBothEngines('malformed bytes as requests', (world) => {
  /** Sends bytes on a connection of their own and reads until it is closed. */
  async function send(...parts: (string | Uint8Array)[]): Promise<{ status: number; body: Record<string, never> }> {
    const { hostname, port } = new URL(world().baseUrl)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
    })
    for (const part of parts) socket.write(part)
    await once(socket, 'close')
    // The first of several answers.
    const [head = '', rest = ''] = text.split('\r\n\r\n')
    const body = rest.split('HTTP/1.1 ')[0]
    return { status: Number(head.split(' ')[1]), body: body ? JSON.parse(body) : {} }
  }

  const head = (merchant: Merchant, length: number, extra = '') =>
    `POST /v1/payment/spei HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n` +
    `authorization: ${basic(merchant.appKey, merchant.secret)}\r\n${extra}content-length: ${length}\r\n\r\n`

  for (const [title, bytes, status] of [
    ['a greeting', 'hello\r\n\r\n', 400],
    ['an unknown method', 'BREW /v1/plan HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['two lengths', 'POST /v1/plan HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    ['two hosts', 'GET /v1/plan HTTP/1.1\r\nhost: x\r\nhost: y\r\nconnection: close\r\n\r\n', 400],
    [
      'two keys',
      'POST /v1/plan HTTP/1.1\r\nhost: x\r\nidempotency-key: a\r\nIdempotency-Key: b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
      400,
    ],
    ...['x@y', 'x:1:2', 'x, y', 'x/y', 'x y', '[::1', 'x:port', '\u00f1'].map(
      (host) =>
        [`the host ${host}`, `GET /v1/plan HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`, 400] as const,
    ),
    ...[
      'http://y/v1/plan',
      'http://x:81/v1/plan',
      'http://y@x/v1/plan',
      'http://x@y/v1/plan',
      'ftp://x/v1/plan',
      'http://y\\x/v1/plan',
      'http://y',
      '*',
    ].map(
      (target) =>
        [
          `the target ${target} beside the host x`,
          `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
          400,
        ] as const,
    ),
    [
      'a body in chunks by HTTP/1.0',
      'POST /v1/plan HTTP/1.0\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      400,
    ],
    ['a request for a tunnel', 'CONNECT example.mx:443 HTTP/1.1\r\nhost: example.mx:443\r\n\r\n', 400],
    ['a TLS greeting', Buffer.from('16030102000100', 'hex'), 400],
    ['a large header', `GET /v1/plan HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a large address', `GET /v1/plan?x=${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
  ] as const) {
    test(`${title} is refused with ${status} in the usual form`, async () => {
      const answer = await send(bytes)
      assert.equal(answer.status, status)
      const { success, error, request_id } = answer.body as Record<string, unknown>
      assert.equal(success, false)
      assert.equal((error as { code: string }).code, 'InvalidParamException')
      assert.match(String(request_id), /^req_/)
    })
  }

  for (const [title, bytes] of [
    ['one stray byte', '}'],
    ['a request that is not HTTP', 'hello\r\n\r\n'],
    ['a large header', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a request for a tunnel', 'CONNECT example.mx:443 HTTP/1.1\r\nhost: example.mx:443\r\n\r\n'],
  ] as const) {
    test(`${title} after a complete request leaves it its own answer, and the connection is closed`, async () => {
      const merchant = await world().merchant()
      const body = '{"total":150}'
      const whole = head(merchant, body.length).replace('connection: close\r\n', '')
      const answer = await send(`${whole}${body}${bytes}`)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      // Also when it waits behind another, and when the bytes come while it is handled.
      assert.equal((await send(`${whole}${body}${whole}${body}`, bytes)).status, 200)
      assert.equal((await merchant.get('/v1/operations')).body.result.total, 3)
    })
  }

  test('a client that closes its side after whole requests gets every answer, and one that closes it within a request gets a refusal', async () => {
    const { hostname, port } = new URL(world().baseUrl)
    const merchant = await world().merchant()
    const body = '{"total":150}'
    const whole = `${head(merchant, body.length).replace('connection: close\r\n', '')}${body}`
    for (const [bytes, statuses] of [
      [whole, ['200']],
      [whole.repeat(5), Array(5).fill('200')],
      [`GET /console/today HTTP/1.1\r\nhost: x\r\n\r\n${whole}`, ['200', '200']],
      [whole.slice(0, -1), ['400']],
      [`${whole}${whole.slice(0, -1)}`, ['200']],
      [whole.slice(0, 20), ['400']],
    ] as const) {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
      })
      socket.end(bytes)
      await once(socket, 'close')
      assert.deepEqual(text.match(/(?<=HTTP\/1.1 )\d+/g), statuses, text)
    }
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 8)
  })

  test('a connection that is reset behind its request for a tunnel does no harm', async () => {
    const { hostname, port } = new URL(world().baseUrl)
    for (let round = 0; round < 20; round += 1) {
      const socket = connect(Number(port), hostname)
      socket.write('GET /docs HTTP/1.1\r\nhost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n')
      if (round % 2 === 0) await once(socket, 'data')
      else await once(socket, 'connect')
      socket.resetAndDestroy()
    }
    assert.equal((await send('GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).status, 200)
  })

  test('a client that sends requests without waiting for answers gets those that may wait, and the connection is closed', async () => {
    const { hostname, port } = new URL(world().baseUrl)
    const merchant = await world().merchant()
    for (const [call, many] of [
      ['GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n', 500],
      // A wrong secret, which nobody has recognised.
      [`${head({ ...merchant, secret: 'x' } as Merchant, 2).replace('connection: close\r\n', '')}{}`, 200],
    ] as const) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
      })
      socket.write(call.repeat(many))
      await once(socket, 'close')
      const answers = text.split('HTTP/1.1 ').slice(1)
      assert.ok(answers.length >= 16 && answers.length <= 24, `${answers.length} answers`)
      assert.deepEqual(
        answers.map((one) => /^connection: close\r$/im.test(one)),
        answers.map((_, at) => at === answers.length - 1),
      )
    }
  })

  test('garbage inside a body is refused with 400', async () => {
    const merchant = await world().merchant()
    const chunked = head(merchant, 0).replace('content-length: 0', 'transfer-encoding: chunked')
    assert.equal((await send(chunked, 'zz\r\n')).status, 400)
  })

  test('a request without Host is refused in the usual form, and an unknown Expect is ignored', async () => {
    const merchant = await world().merchant()
    const body = '{"total":150}'
    const { status, body: refusal } = await send(`${head(merchant, body.length).replace('host: x\r\n', '')}${body}`)
    assert.equal(status, 400)
    assert.match(JSON.stringify(refusal), /InvalidParamException.*req_/)
    assert.equal((await send(`${head(merchant, body.length, 'expect: tea\r\n')}${body}`)).status, 200)
  })

  test('a whole address of the host that is named beside it is the same call', async () => {
    const merchant = await world().merchant()
    const headers = `authorization: ${basic(merchant.appKey, merchant.secret)}\r\nconnection: close`
    for (const [target, host] of [
      ['http://x/v1/plan', 'x'],
      ['HTTP://X:80/v1/plan?limit=1', 'x'],
      ['http://[::1]:8080/v1/plan', '[::1]:8080'],
      ['https://pagos.example.mx/v1/plan', 'PAGOS.example.mx:443'],
    ] as const)
      assert.equal((await send(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n\r\n`)).status, 200, target)
    assert.equal((await send(`GET /v1/plan HTTP/1.1\r\nhost:\r\n${headers}\r\n\r\n`)).status, 200, 'an empty host')
  })

  test('a body that is not UTF-8 is refused, not guessed', async () => {
    const merchant = await world().merchant()
    const body = Buffer.from('{"total":150,"payment":{"reference":{"description":"Núñez"}}}', 'latin1')
    assert.equal((await send(head(merchant, body.length), body)).status, 400)
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 0)
  })

  test('a compressed body is refused with 415', async () => {
    const merchant = await world().merchant()
    const body = gzipSync('{"total":150}')
    const answer = await send(head(merchant, body.length, 'content-encoding: gzip\r\n'), body)
    assert.equal(answer.status, 415)
    assert.match(JSON.stringify(answer.body), /Content-Encoding/)
  })

  test('a body that its transfer compresses is refused with 415', async () => {
    const merchant = await world().merchant()
    for (const coding of ['gzip, chunked', 'identity, chunked']) {
      const coded = head(merchant, 0).replace('content-length: 0', `transfer-encoding: ${coding}`)
      const answer = await send(coded, 'd\r\n{"total":150}\r\n0\r\n\r\n')
      assert.equal(answer.status, 415, coding)
      assert.match(JSON.stringify(answer.body), /Transfer-Encoding/)
    }
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 0)
  })

  test('a byte order mark and a chunked body are accepted', async () => {
    const merchant = await world().merchant()
    const marked = Buffer.from('\ufeff{"total":150}')
    assert.equal((await send(head(merchant, marked.length), marked)).status, 200)
    const chunked = head(merchant, 0).replace('content-length: 0', 'transfer-encoding: chunked')
    assert.equal((await send(chunked, '5\r\n{"tot\r\n', '8\r\nal":150}\r\n0\r\n\r\n')).status, 200)
  })
})
