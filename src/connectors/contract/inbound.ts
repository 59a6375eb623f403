// The duties of every connector about inbound requests, genuine and forged.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Connected, SampleNotices, SampleRequest } from '../connector.ts'
import type { InboundCall, InboundOutcome, InboundRequest } from '../notice.ts'
import type { PortName, PortTypes } from '../ports.ts'
import { outcomeFault } from '../read-notice.ts'
import { type Duty, type Ground, NotChecked, needed, patient } from './duty.ts'

type AnyGround = Ground<PortTypes[PortName]>

/** Random bytes as requests. */
const junk = (): Uint8Array[] => [
  new Uint8Array(),
  ...['{}', 'null', '[]', '"', '{"amount":', '<xml/>', '[[[['.repeat(2_000)].map((text) => Buffer.from(text)),
  randomBytes(1_000),
  Buffer.alloc(200_000, 'a'),
]

function callsOf(made: Connected<PortTypes[PortName]>) {
  if ((made.inbound ?? []).length === 0) throw new NotChecked('the connector has no inbound calls')
  return made.inbound ?? []
}

function samples(ground: AnyGround, kind: keyof SampleNotices): readonly SampleRequest[] {
  const notices = needed(ground.rehearsal.notices, 'notices')[kind] ?? []
  return needed(notices.length > 0 ? notices : undefined, `${kind} notices`)
}

export function requestOf({
  method,
  path,
  query = '',
  headers = {},
  body = '',
  address = '192.0.2.1',
}: SampleRequest): InboundRequest {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return { method, path, query, headers: lower, body: Buffer.from(body), address }
}

async function received(
  port: PortName,
  calls: readonly InboundCall[],
  request: InboundRequest,
): Promise<InboundOutcome> {
  const call = calls.find(({ method, path }) => method === request.method && path === request.path)
  assert.ok(call, `the connector has no call ${request.method} ${request.path}`)
  const outcome = await call.receive(request, patient())
  assert.equal(outcomeFault(port, outcome), undefined)
  return outcome
}

/** Without the headers of its answers, which may be signed for one request. */
function unsigned(outcome: InboundOutcome): unknown {
  return JSON.parse(JSON.stringify(outcome, (name, value) => (name === 'headers' ? undefined : value)))
}

export function inboundDuties(port: PortName): readonly Duty<PortTypes[PortName]>[] {
  return [
    {
      duty: 'a notice of its network is understood, and the same again is the same notice',
      check: async (ground) => {
        const calls = callsOf(await ground.open())
        let count = 0
        for (const sample of samples(ground, 'genuine')) {
          const [first, second] = [
            await received(port, calls, requestOf(sample)),
            await received(port, calls, requestOf(sample)),
          ]
          assert.ok(first.kind === 'taken' || first.kind === 'deposit', `it is ${first.kind}`)
          assert.deepEqual(unsigned(second), unsigned(first))
          count += first.kind === 'taken' ? first.notices.length : 1
        }
        assert.ok(count > 0, 'no genuine sample makes a notice')
      },
    },
    {
      duty: 'a forged notice is refused',
      check: async (ground) => {
        const calls = callsOf(await ground.open())
        for (const [at, sample] of samples(ground, 'forged').entries()) {
          const { kind } = await received(port, calls, requestOf(sample))
          assert.equal(kind, 'refused', `forged sample ${at + 1}`)
        }
      },
    },
    {
      duty: 'a notice of its network that it does not understand is `unreadable`, so that it is kept',
      check: async (ground) => {
        const calls = callsOf(await ground.open())
        for (const [at, sample] of samples(ground, 'unreadable').entries()) {
          const { kind } = await received(port, calls, requestOf(sample))
          assert.equal(kind, 'unreadable', `unreadable sample ${at + 1}`)
        }
      },
    },
    {
      duty: 'what is not its network’s is never taken, and makes no inbound call throw',
      check: async (ground) => {
        const calls = callsOf(await ground.open())
        for (const { method, path } of calls) {
          for (const body of junk()) {
            const outcome = await received(port, calls, { ...requestOf({ method, path }), body })
            const isTaken = outcome.kind === 'deposit' || (outcome.kind === 'taken' && outcome.notices.length > 0)
            assert.ok(!isTaken, `${method} ${path} takes anything`)
          }
        }
      },
    },
  ]
}
