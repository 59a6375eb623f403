// The oracle attacks of long: whoever has captured an envelope asks with its key, and with data of their own, a hundred thousand times.
import { Agent } from 'node:http'
import { publicKeyOf } from '../support/fixtures/cards.ts'
import {
  CAPTURED_AS,
  type Captured,
  codeByCbc,
  codeByCounter,
  secretMessage,
} from '../support/fixtures/envelope-attacks.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { sealHpkeEnvelope } from '../support/fixtures/hpke-seal.ts'
import type { Engine } from '../support/harness/engines.ts'
import { basic, openWorld } from '../support/harness/world.ts'
import { diceOf } from './dice.ts'
import { sendRequest } from './send.ts'

interface AttackOptions {
  engine: Engine
  requests: number
  seed: number
  /** Whether the service slows who sends what does not open, as production does. */
  limited?: boolean
}

interface AttackReport {
  sent: number
  /** Answers that revealed anything but "unreadable" or "later". The attack has won when there is one. */
  told: number
  /** Security codes that the attack has learned. */
  learned: number
  /** Different texts of the refusal, without the request's id. */
  refusals: number
  tooMany: number
  /** Median of the answer, in ms: of a captured key, and of bytes that are none. */
  capturedMs: number
  junkMs: number
}

const CODE = '042'
const AT_ONCE = 8

export async function attackOracles({ engine, requests, seed, limited = false }: AttackOptions): Promise<AttackReport> {
  const world = await openWorld(engine, { BASE_URL: '', ATTACK_LIMITS: limited ? 'on' : 'off', RSA_THREADS: '2' })
  const port = Number(new URL(await world.service.listen()).port)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const merchant = await world.merchant()
  const pem = await publicKeyOf(world)
  const texts = new Set<string>()
  const times: Record<'captured' | 'junk', number[]> = { captured: [], junk: [] }
  const report = { sent: 0, told: 0, learned: 0, tooMany: 0 }

  /** With the publishable key alone, as anybody who has opened the shop's page can ask. */
  const ask = async (envelope: Captured, kind: 'captured' | 'junk'): Promise<boolean> => {
    const began = performance.now()
    const reply = await sendRequest(
      { port, agent },
      {
        method: 'POST',
        path: '/v1/token',
        headers: { authorization: basic(merchant.publishableKey, ''), 'content-type': 'application/json' },
        body: JSON.stringify(envelope),
      },
    )
    report.sent += 1
    times[kind].push(performance.now() - began)
    if (reply.status === 429) {
      report.tooMany += 1
      return false
    }
    const { request_id: _, ...body } = JSON.parse(reply.text)
    texts.add(JSON.stringify(body))
    if (reply.status === 400 && body.error?.code === 'InvalidEncryptionException') return false
    report.told += 1
    return true
  }

  /** One capture of each kind and what its attacker asks; half have been used before, half are held back. */
  const round = async (number: number) => {
    const dice = diceOf(seed * 1_000_003 + number)
    const junk = Buffer.from(Array.from({ length: 256 }, (_, index) => (index === 0 ? 1 : dice.below(256))))
    switch (number % 4) {
      case 0: {
        const captured = await capture(CAPTURED_AS.ecb)
        const learned = await codeByCbc(captured, (data) => ask({ key: captured.key, data }, 'captured'))
        if (learned === CODE) report.learned += 1
        return
      }
      case 1: {
        const captured = await capture(CAPTURED_AS['GCM under OAEP'])
        const opens = (data: string) => ask({ key: captured.key, data }, 'captured')
        if ((await codeByCounter(captured, opens, 100)) === CODE) report.learned += 1
        return
      }
      case 2: {
        const captured = await sealHpkeEnvelope(world, secretMessage(CODE), {
          call: 'POST /v1/token',
          presentedAs: merchant.appKey,
        })
        const bytes = Buffer.from(captured.data, 'base64')
        for (let guess = 0; guess < 30; guess += 1) {
          const changed = Buffer.from(bytes)
          if (guess > 0) changed[dice.below(bytes.length)] = dice.below(256)
          await ask({ key: captured.key, data: changed.toString('base64') }, 'captured')
        }
        return
      }
      default:
        for (let guess = 0; guess < 30; guess += 1) {
          await ask(
            { key: junk.toString('base64'), data: Buffer.alloc(96, dice.below(256)).toString('base64') },
            'junk',
          )
        }
    }

    async function capture(form: (typeof CAPTURED_AS)[keyof typeof CAPTURED_AS]): Promise<Captured> {
      const captured = sealEnvelope(secretMessage(CODE), pem, form)
      if (dice.oneIn(2)) await merchant.post('/v1/token', captured)
      return captured
    }
  }

  try {
    let number = 0
    const lane = async () => {
      while (report.sent < requests) {
        number += 1
        await round(number - 1)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  } finally {
    agent.destroy()
    await world.close()
  }
  return { ...report, refusals: texts.size, capturedMs: median(times.captured), junkMs: median(times.junk) }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[sorted.length >> 1] ?? 0) * 100) / 100
}
