import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { type Acquirer, acquirerAnswers } from '../../../src/connectors/acquirer.ts'
import { bounded } from '../../../src/connectors/bounded.ts'
import { FAILURES_TO_OPEN, FIRST_PAUSE_MS, LONGEST_PAUSE_MS } from '../../../src/connectors/breaker.ts'
import { cashNetworkAnswers } from '../../../src/connectors/cash-network.ts'
import { speiBankAnswers } from '../../../src/connectors/spei-bank.ts'
import { notingOutages } from '../../../src/connectors/state-outages.ts'
import { noticeUnanswered, noticeWait } from '../../../src/connectors/why-unanswered.ts'

const DEADLINE_MS = 30
const NUMBER = '4242424242424242'

type Method = (request: unknown, signal: AbortSignal) => unknown
type Answers = Record<string, Record<string, readonly string[]>>

/** A port whose every method does the same, what its log says, and real time that the test moves. */
function portOf(answers: Answers, method: Method, simulated = false) {
  const lines: object[] = []
  const time = { ms: 0 }
  const connector: Record<string, unknown> = { name: 'story', simulated }
  for (const name of Object.keys(answers)) connector[name] = method
  const say = (fields: object) => lines.push(fields)
  const bounds = { deadlineMs: DEADLINE_MS, wallMs: () => time.ms, log: { warn: say, info: say } as never }
  const port = bounded(connector as never, answers as never, bounds) as unknown as Record<
    string,
    (request: unknown) => Promise<{ kind: string }>
  > & { mayCall(method: string): boolean; openCircuits(): number }
  return { port, lines, time }
}

/** The values of fields that have a form of their own. */
const special: Record<string, unknown> = {
  trace: { stan: '000001' },
  clabe: '646180118012345673',
  payerUrl: 'https://acs.banco.mx/desafio/1',
  availableCentavos: 1,
  notices: [],
  content: 'statement',
}

const misbehaviours: Record<string, Method> = {
  'says nothing, whatever the signal says': () => new Promise(() => {}),
  'throws at once': () => {
    throw new Error(`broken by ${NUMBER}`)
  },
  rejects: async () => {
    throw new TypeError(`broken by ${NUMBER}`)
  },
  'throws what is no error': () => Promise.reject(NUMBER),
  'answers after the deadline': async (_, signal) => {
    // Timers of two lengths may fire in either order on a machine that stands still meanwhile.
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await sleep(DEADLINE_MS * 2)
    return { kind: 'unknown' }
  },
  'answers when its signal aborts': (_, signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'unknown' }))),
  'rejects when its signal aborts': (_, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  'answers nothing': async () => undefined,
  'answers text': async () => 'approved',
  'answers a kind that there is not': async () => ({ kind: 'perhaps' }),
  'answers a kind of every object': async () => ({ kind: 'constructor' }),
}

const ports: Record<string, Answers> = {
  acquirer: acquirerAnswers,
  'cash network': cashNetworkAnswers,
  'SPEI bank': speiBankAnswers,
}

for (const [title, answers] of Object.entries(ports)) {
  describe(`no method of a bounded ${title} hangs or throws`, () => {
    for (const [what, method] of Object.entries(misbehaviours)) {
      test(`when its connector ${what}`, async () => {
        const { port, lines } = portOf(answers, method)
        for (const name of Object.keys(answers)) {
          assert.deepEqual(await port[name]?.({ card: { number: NUMBER } }), { kind: 'unknown' }, name)
        }
        assert.ok(lines.length >= Object.keys(answers).length, 'each is logged')
        assert.ok(!JSON.stringify(lines).includes(NUMBER), 'the log has no card number')
        for (const line of lines) assert.equal((line as { connector: string }).connector, 'story')
      })
    }

    test('an answer without the fields of its kind counts as none, and a complete one is passed on unchanged', async () => {
      for (const [name, kinds] of Object.entries(answers)) {
        for (const [kind, fields] of Object.entries(kinds)) {
          const whole = Object.fromEntries([['kind', kind], ...fields.map((field) => [field, special[field] ?? 'x'])])
          assert.deepEqual(await portOf(answers, async () => whole).port[name]?.({}), whole)
          for (const field of fields) {
            const { port } = portOf(answers, async () => ({ ...whole, [field]: undefined }))
            assert.deepEqual(await port[name]?.({}), { kind: 'unknown' }, `${name} ${kind} without ${field}`)
          }
        }
      }
    })
  })
}

test('a connector’s data about a charge must be a few printable texts, or the answer counts as none', async () => {
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`n${n}`, 'x']))
  for (const trace of [
    { stan: 1 },
    { stan: 'a\u0000b' },
    { 'a b': 'x' },
    { stan: 'x'.repeat(251) },
    ['x'],
    'x',
    null,
    many,
  ]) {
    const { port } = portOf(acquirerAnswers, async () => ({ kind: 'prepared', trace }) as never)
    assert.deepEqual(await port.prepare?.({}), { kind: 'unknown' }, JSON.stringify(trace))
  }
  for (const trace of [{}, { trace: '000042', code: 'A long one', clabe: 'none' }]) {
    const { port } = portOf(acquirerAnswers, async () => ({ kind: 'prepared', trace }) as never)
    assert.deepEqual(await port.prepare?.({}), { kind: 'prepared', trace })
  }
})

test('the log of a call without an answer says what its exchange noticed, and of another call nothing', async () => {
  const { port, lines } = portOf(acquirerAnswers, async (why, signal) => {
    if (typeof why === 'string') noticeUnanswered(signal, why)
    return { kind: 'unknown', failed: true }
  })
  await port.inquire?.('CERT_HAS_EXPIRED')
  await port.inquire?.(undefined)
  const said = lines.map((line) => ({ ...line, ms: 0 }))
  const about = { connector: 'story', method: 'inquire', why: 'no answer', ms: 0 }
  assert.deepEqual(said, [{ ...about, noticed: 'CERT_HAS_EXPIRED' }, about])
})

const briefly = { deadlineMs: 20, wallMs: () => Date.now(), log: pino({ level: 'silent' }) }

test('an answer after the deadline is handed over, unless it is unknown or incomplete', async () => {
  const heard: unknown[] = []
  const approved = { kind: 'approved', authorizationCode: '1', networkReference: 'r' }
  for (const [answer, meaning] of [
    [approved, [approved]],
    [{ kind: 'unknown' }, []],
    [{ kind: 'approved' }, []],
  ] as const) {
    heard.length = 0
    const connector = { name: 'story', authorise: async () => sleep(60, answer) } as unknown as Acquirer
    const port = bounded(connector, acquirerAnswers, briefly)
    assert.deepEqual(await port.authorise({} as never, { late: (late) => heard.push(late) }), { kind: 'unknown' })
    await sleep(80)
    assert.deepEqual(heard, meaning)
  }
})

describe('an outage of the database in which a connector keeps its state', () => {
  const outage = () => Object.assign(new Error('the server shuts down'), { code: '57P01' })
  const state = notingOutages({
    read: async () => {
      throw outage()
    },
  })

  test('is thrown, and is no failure of its network', async () => {
    const { port, lines } = portOf(speiBankAnswers, () => state.read())
    for (let calls = 0; calls < FAILURES_TO_OPEN * 2; calls += 1)
      await assert.rejects(async () => port.issueAccount?.({}), { code: '57P01' })
    assert.equal(port.openCircuits(), 0)
    assert.deepEqual(lines, [])
  })

  test('is thrown by a simulated network, which is nothing else', async () => {
    const { port } = portOf(speiBankAnswers, () => Promise.reject(outage()), true)
    await assert.rejects(async () => port.issueAccount?.({}), { code: '57P01' })
  })

  test('is not what a network’s own failure to connect is taken for', async () => {
    const { port, lines } = portOf(speiBankAnswers, () =>
      Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })),
    )
    assert.deepEqual(await port.issueAccount?.({}), { kind: 'unknown' })
    assert.equal(lines.length, 1)
  })

  test('leaves the probe of an open circuit to another call', async () => {
    let method: () => Promise<unknown> = () => Promise.reject(new Error('broken'))
    const { port, time } = portOf(cashNetworkAnswers, () => method())
    const issue = async () => port.cancel?.({})
    for (let calls = 0; calls < FAILURES_TO_OPEN; calls += 1) await issue()
    assert.equal(port.mayCall('cancel'), false)
    time.ms += FIRST_PAUSE_MS
    method = () => state.read()
    await assert.rejects(issue, { code: '57P01' })
    method = async () => ({ kind: 'cancelled' })
    assert.equal((await issue())?.kind, 'cancelled')
    assert.equal(port.openCircuits(), 0)
  })
})

describe('a network that asks to wait', () => {
  for (const [title, waitS, heldMs] of [
    ['is not called before', '10', 10_000],
    ['for a day is probed after the longest pause', '86400', LONGEST_PAUSE_MS],
  ] as const)
    for (const kind of ['cancelled', 'unknown'])
      test(`${title}, after ${kind}`, async () => {
        let calls = 0
        const { port, time } = portOf(cashNetworkAnswers, async (_, signal) => {
          calls += 1
          if (calls === 1) noticeWait(signal, waitS)
          return { kind: calls === 1 ? kind : 'paid', ...(kind === 'unknown' && { failed: true }) }
        })
        assert.equal((await port.cancel?.({}))?.kind, kind)
        time.ms += heldMs - 1
        assert.equal(port.mayCall('cancel'), false)
        assert.equal((await port.cancel?.({}))?.kind, 'unknown')
        assert.equal(port.mayCall('giveBack'), true)
        assert.equal(calls, 1)
        time.ms += 1
        assert.equal((await port.cancel?.({}))?.kind, 'paid')
        assert.equal(port.openCircuits(), 0)
      })
})

test('answers to calls that were under way neither end the wait that a network asks for, nor shorten it', async () => {
  const under: (() => void)[] = []
  let calls = 0
  const { port, time } = portOf(cashNetworkAnswers, async (_, signal) => {
    const nth = calls++
    await new Promise<void>((resolve) => under.push(resolve))
    if (nth < 2) noticeWait(signal, ['10', '1'][nth] ?? '')
    return { kind: nth < 2 ? 'unknown' : 'cancelled' }
  })
  const asked = [0, 1, 2].map(async () => port.cancel?.({}))
  for (const [at, one] of asked.entries()) {
    under[at]?.()
    await one
  }
  time.ms += 9_999
  assert.equal(port.mayCall('cancel'), false)
  assert.equal((await port.cancel?.({}))?.kind, 'unknown')
  assert.equal(calls, 3)
  time.ms += 1
  assert.equal(port.mayCall('cancel'), true)
})

test('a method that a connector lacks is unknown, and no failure', async () => {
  const port = bounded({ name: 'story' } as Acquirer, acquirerAnswers, briefly)
  for (let call = 0; call < FAILURES_TO_OPEN; call += 1)
    assert.deepEqual(await port.inquire({} as never), { kind: 'unknown' })
  assert.equal(port.openCircuits(), 0)
})

describe('only a call that failed counts for the circuit breaker', () => {
  for (const [title, answers] of Object.entries(ports)) {
    test(`a ${title} that answers, whatever it answers, is always called`, async () => {
      for (const [name, kinds] of Object.entries(answers)) {
        for (const [kind, fields] of Object.entries(kinds)) {
          const whole = Object.fromEntries([['kind', kind], ...fields.map((field) => [field, special[field] ?? 'x'])])
          const { port } = portOf(answers, async () => whole)
          for (let call = 0; call < 3 * FAILURES_TO_OPEN; call += 1) await port[name]?.({})
          assert.equal(port.mayCall(name), true, `${name} ${kind}`)
          assert.equal(port.openCircuits(), 0, `${name} ${kind}`)
        }
      }
    })

    const failures = { ...misbehaviours, 'says that the call failed': async () => ({ kind: 'unknown', failed: true }) }
    for (const [what, method] of Object.entries(failures)) {
      test(`a ${title} is not called for a while after its connector ${what} ${FAILURES_TO_OPEN} times`, async () => {
        for (const name of Object.keys(answers)) {
          const { port } = portOf(answers, method)
          const calls = Array.from({ length: FAILURES_TO_OPEN }, () => port[name]?.({}))
          for (const outcome of await Promise.all(calls)) assert.deepEqual(outcome, { kind: 'unknown' })
          assert.equal(port.mayCall(name), false, name)
          assert.equal(port.openCircuits(), 1)
        }
      })
    }
  }

  test('an unknown answer between failures keeps the circuit closed, because the network answers', async () => {
    let calls = 0
    const { port } = portOf(acquirerAnswers, async () => {
      calls += 1
      if (calls % FAILURES_TO_OPEN !== 0) throw new Error('down')
      return { kind: 'unknown' }
    })
    for (let call = 0; call < 10 * FAILURES_TO_OPEN; call += 1) await port.authorise?.({})
    assert.equal(calls, 10 * FAILURES_TO_OPEN)
  })
})

describe('a network that fails again and again is not called for a while, then probed by one call before all others', () => {
  const broken = { answers: 0, works: false }
  const asked = portOf(speiBankAnswers, async () => {
    broken.answers += 1
    if (!broken.works) throw new Error('down')
    return { kind: 'settled' }
  })
  const transfer = () => asked.port.transfer?.({}) as Promise<{ kind: string }>

  test('the circuit opens, calls do not reach the network, and one probe closes it again', async () => {
    for (let call = 0; call < FAILURES_TO_OPEN; call += 1) {
      assert.equal(asked.port.mayCall('transfer'), true)
      await transfer()
    }
    assert.equal(asked.port.mayCall('transfer'), false)
    assert.deepEqual(await transfer(), { kind: 'unknown' })
    assert.equal(broken.answers, FAILURES_TO_OPEN)

    asked.time.ms += FIRST_PAUSE_MS
    assert.equal(asked.port.mayCall('transfer'), true)
    await Promise.all([transfer(), transfer(), transfer()])
    assert.equal(broken.answers, FAILURES_TO_OPEN + 1, 'one probe of three calls')
    assert.equal(asked.port.mayCall('transfer'), false)

    asked.time.ms += 2 * FIRST_PAUSE_MS
    broken.works = true
    assert.deepEqual(await transfer(), { kind: 'settled' })
    assert.deepEqual(await transfer(), { kind: 'settled' })
    assert.equal(asked.port.mayCall('transfer'), true)
  })

  test('a simulated network is called however often it stays silent', async () => {
    const { port } = portOf(speiBankAnswers, () => Promise.reject(new Error('down')), true)
    for (let call = 0; call < 3 * FAILURES_TO_OPEN; call += 1) await port.transfer?.({})
    assert.equal(port.mayCall('transfer'), true)
  })
})
