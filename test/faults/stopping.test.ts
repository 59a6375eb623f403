// A service that is asked to stop finishes what has arrived, waits for nobody else, and leaves nothing behind.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { SpeiBank } from '../../src/connectors/spei-bank.ts'
import { APPROVED, chargeOf, payByCard } from '../support/fixtures/charges.ts'
import { person } from '../support/fixtures/console.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { basic, openWorld } from '../support/harness/world.ts'
import { startChild } from './child.ts'

const SLOWLY_APPROVED = '4000000000010019'

describe('stopping', () => {
  test('requests that have arrived are answered; idle and half-sent connections are ended without waiting for their time limit', async () => {
    const world = await openWorld('sqlite', { BASE_URL: '' })
    const { port, hostname } = new URL(await world.service.listen())
    const merchant = await world.merchant()
    const heard = new Map<Socket, string>()
    const say = async (bytes: string): Promise<Socket> => {
      const socket = connect(Number(port), hostname)
      heard.set(socket, '')
      socket.on('data', (chunk) => heard.set(socket, heard.get(socket) + chunk.toString()))
      await once(socket, 'connect')
      if (bytes !== '') socket.write(bytes)
      return socket
    }
    const credential = `authorization: ${basic(merchant.appKey, merchant.secret)}\r\ncontent-type: application/json\r\n`
    const kept = await say('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(kept, 'data')
    const silent = await say('')
    const halfHead = await say('GET /healthz HTTP/1.1\r\nho')
    const halfBody = await say(`POST /v1/customer HTTP/1.1\r\nhost: x\r\n${credential}content-length: 99\r\n\r\n{"na`)
    const ended = [kept, silent, halfHead, halfBody].map((socket) => once(socket, 'close'))

    const slow = payByCard(world, merchant, APPROVED, { 'payment.total.amount': 4001.01 })
    // The bank takes its time: the payment is with it once it is an operation.
    while ((await merchant.get('/v1/operations')).body.result.total === 0) await pause(20)
    await world.service.close()
    await Promise.all(ended)

    assert.equal((await slow).status, 200)
    for (const socket of [silent, halfHead, halfBody]) assert.doesNotMatch(heard.get(socket) ?? '', /HTTP/)
  })

  test('connections that were made before the stop are answered when their request comes a moment later, and none is reset', async () => {
    const world = await openWorld('sqlite', { BASE_URL: '' })
    const { port, hostname } = new URL(await world.service.listen())
    const resets: string[] = []
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), hostname))
    const answers = sockets.map(async (socket) => {
      const parts: string[] = []
      socket.on('data', (chunk) => parts.push(chunk.toString()))
      socket.on('error', (error) => resets.push(error.message))
      await once(socket, 'close')
      return parts.join('').slice(0, 15)
    })
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const closed = world.service.close()
    await pause(40)
    for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await closed
    assert.deepEqual(await Promise.all(answers), Array(20).fill('HTTP/1.1 200 OK'))
    assert.deepEqual(resets, [])
  })

  test('a request that has arrived whole and is being authenticated is answered; a half-sent one is ended', async () => {
    const url = await newDatabaseUrl('postgres')
    const world = await openWorld('postgres', { DATABASE_URL: url, BASE_URL: '' })
    const { port, hostname } = new URL(await world.service.listen())
    const merchant = await world.merchant()
    let begun = 0
    world.service.app.server.on('request', () => {
      begun += 1
    })
    const admin = new pg.Client(url)
    await admin.connect()
    await admin.query('begin')
    await admin.query('lock table credentials in access exclusive mode')
    const head = `host: x\r\nauthorization: ${basic(merchant.appKey, merchant.secret)}\r\ncontent-type: application/json\r\n`
    const body = '{"name":"Ana","email":"ana@example.mx"}'
    const post = `POST /v1/customer HTTP/1.1\r\n${head}content-length: ${body.length}\r\n\r\n`
    const output = [`GET /v1/operations HTTP/1.1\r\n${head}\r\n`, post + body, post + body.slice(0, 9)].map(
      async (bytes) => {
        const socket = connect(Number(port), hostname)
        let heard = ''
        socket.on('data', (chunk) => {
          heard += chunk.toString()
        })
        socket.write(bytes)
        await once(socket, 'close')
        return heard.slice(0, 'HTTP/1.1 200'.length)
      },
    )
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    while (begun < output.length || (await admin.query(waiting)).rows.length === 0) await pause(20)
    const closed = world.service.close()
    await pause(200)
    await admin.query('commit')
    await closed
    assert.deepEqual(await Promise.all(output), ['HTTP/1.1 200', 'HTTP/1.1 200', ''])
    await admin.end()
    await world.close()
    await stopPostgres()
  })

  test('the service does not wait for a client that left before its answer, once its payment is done', async () => {
    const world = await openWorld('sqlite', { BASE_URL: '', ACQUIRER_TIMEOUT_MS: '55000' })
    const { port, hostname } = new URL(await world.service.listen())
    const merchant = await world.merchant()
    const { public_key } = (await merchant.get('/v1/public-key')).body.result
    const charge = chargeOf('', {
      recurrent: undefined,
      card: { number: SLOWLY_APPROVED, holder_name: 'Ana', cvv: '123', expiration: '3912' },
    })
    const body = JSON.stringify(sealEnvelope(charge, public_key))
    const head = `host: x\r\nauthorization: ${basic(merchant.appKey, merchant.secret)}\r\ncontent-type: application/json\r\n`
    const socket = connect(Number(port), hostname)
    socket.write(`POST /v1/payment/card HTTP/1.1\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    const first = async () => (await merchant.get('/v1/operations')).body.result.operations[0]
    while ((await first()) === undefined) await pause(20)
    socket.destroy()
    // One who watched the requests live has left, and one still does.
    const { cookie } = await person(world, merchant, 'developer')
    const watch = async () => {
      const watching = connect(Number(port), hostname)
      watching.write(`GET /v1/console/requests/live HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`)
      assert.match(String(await once(watching, 'data')), /200 OK/)
      return watching
    }
    ;(await watch()).destroy()
    await watch()
    const closed = world.service.close().then(() => 'stopped')
    // A minute is the longest that a stop may take with these settings; the bank needs some seconds.
    assert.equal(await Promise.race([closed, pause(30_000, 'waits')]), 'stopped')
  })

  test('a request that waits for a store network or a bank is answered within the limit of that network', async () => {
    const reached = Promise.withResolvers<void>()
    const slow: Partial<SpeiBank> = {
      name: 'lento',
      keyLife: 'always',
      issueAccount: async () => {
        reached.resolve()
        await pause(6_500)
        return { kind: 'issued', clabe: '646180118012345673', bankName: 'STP', paymentId: '1' }
      },
    }
    const settings = { BASE_URL: '', NETWORK_TIMEOUT_MS: '20000', ACQUIRER_TIMEOUT_MS: '1000' }
    const world = await openWorld('sqlite', settings, { connectors: { speiBank: slow as SpeiBank } })
    const url = await world.service.listen()
    const merchant = await world.merchant()
    const asked = fetch(`${url}/v1/payment/spei`, {
      method: 'POST',
      headers: { authorization: basic(merchant.appKey, merchant.secret), 'content-type': 'application/json' },
      body: '{"total":150}',
    })
    await reached.promise
    await world.close()
    assert.equal((await asked).status, 200)
  })

  test('a load balancer has time to switch: /readyz says so while requests are still answered, each the last of its connection', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-stop-'))
    const child = await startChild({ DATA_DIR: folder, STOP_DELAY_MS: '4000' })
    const { public_key } = (await child.call('GET', '/v1/public-key')).body.result
    const charge = chargeOf('', {
      recurrent: undefined,
      card: { number: SLOWLY_APPROVED, holder_name: 'Ana', cvv: '123', expiration: '3912' },
    })
    const slow = child.call('POST', '/v1/payment/card', sealEnvelope(charge, public_key))
    while ((await child.call('GET', '/v1/operations')).body.result.total === 0) await pause(20)

    const ended = child.stop()
    while ((await child.call('GET', '/readyz')).status === 200) await pause(20)
    assert.equal((await child.call('GET', '/healthz')).status, 200)
    const slip = await child.call('POST', '/v1/payment/spei', { total: 150 })
    assert.equal(slip.status, 200)
    assert.equal(slip.headers.get('connection'), 'close')

    const paid = await slow
    assert.equal(paid.body.result.status, true)
    assert.equal(paid.headers.get('connection'), 'close')
    assert.equal(await ended, 0)
    await assert.rejects(child.call('GET', '/healthz'))
    rmSync(folder, { recursive: true })
  })

  test('when npm’s shell is killed, the service ends too and frees its port', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-stop-'))
    const shell = spawn('sh', ['-c', '"$0" src/main.ts & wait', process.execPath], {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: '0',
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        npm_lifecycle_event: 'start',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    const spoken = new Promise<string>((resolve) => {
      shell.stdout.on('data', (chunk) => {
        output += chunk
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
        if (found) resolve(found[0])
      })
    })
    const address = await spoken
    assert.equal((await fetch(`${address}/healthz`)).status, 200)
    // The pipe is shared with the service: it is closed when the service has ended.
    const gone = once(shell, 'close')
    shell.kill('SIGTERM')
    await gone
    await assert.rejects(fetch(`${address}/healthz`))
    rmSync(folder, { recursive: true })
  })
})
