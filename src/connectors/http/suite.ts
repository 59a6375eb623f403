// The contract suite of a port against an operator's own service that plays its network: the duties of the port, and those of the protocol.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Connected, Rehearsal, SampleRequest } from '../connector.ts'
import { portDutiesOf } from '../contract/check.ts'
import { type Duty, type Finding, findings, type Ground, NotChecked, patient } from '../contract/duty.ts'
import { requestOf } from '../contract/inbound.ts'
import { below, exchanger } from '../exchange.ts'
import type { PortName, PortTypes } from '../ports.ts'
import { outcomeFault } from '../read-notice.ts'
import { passingState } from '../state.ts'
import { type DeclaredAbilities, readAbilities } from './capabilities.ts'
import { type ServiceAddress, serviceClient } from './client.ts'
import { portOver } from './connectors.ts'
import { services } from './services.ts'
import { NONCE, newNonce, nowSeconds, requestSignature, SIGNATURE, TIME, WINDOW_SECONDS } from './signatures.ts'

const SAYS = 'it says what it can do, signed'
const PLAYS = 'it plays its network'
const ANSWER_MS = 15_000

type AnyPort = PortTypes[PortName]

/** Moves money unless the service says that it plays its network: then the suite is not run. */
export async function serviceFindings(port: PortName, address: ServiceAddress): Promise<Finding[]> {
  const client = serviceClient(address)
  const stated = await readAbilities(port, client, AbortSignal.timeout(ANSWER_MS))
  if (typeof stated === 'string') return [{ duty: SAYS, result: 'missed', why: stated }]
  const { rehearsal: parts } = stated
  if (parts === undefined) {
    const why = 'its answer has no rehearsal, so that its money may be real, and nothing was asked of it'
    return [
      { duty: SAYS, result: 'kept' },
      { duty: PLAYS, result: 'missed', why },
    ]
  }
  /** The service plays its payer where it has a card that is challenged. */
  const payer = async (act: object) => {
    const answer = await client.call('/v1/acquirer/act-as-payer', act, patient())
    assert.ok(answer.kind === 'answered' && answer.body.kind === 'acted', 'it does not act as its payer')
  }
  const open = () => portOver(port, { address, abilities: stated, state: passingState() }) as Connected<AnyPort>
  const rehearsal: Rehearsal<AnyPort, object> = { ...parts, ...(port === 'acquirer' && { payer }), open }
  const ground: Ground<AnyPort> = { rehearsal, open: async () => open(), newId: randomUUID }
  const duties = [...portDutiesOf(port), ...protocolDuties(port, address, stated)]
  return [{ duty: SAYS, result: 'kept' }, { duty: PLAYS, result: 'kept' }, ...(await findings(duties, ground))]
}

/** The call of each port that may move the most. */
const dearest = { acquirer: 'authorise', cashNetwork: 'issue', speiBank: 'transfer' } as const satisfies Record<
  PortName,
  string
>

interface Sent {
  call: string
  body?: string
  secret?: string
  time?: number
  nonce?: string
  /** What is signed, where it is not what is sent. */
  signed?: { path?: string; body?: string }
}

function protocolDuties(port: PortName, address: ServiceAddress, { rehearsal }: DeclaredAbilities): Duty<AnyPort>[] {
  const { segment, name } = services[port]
  const exchange = exchanger(address.ca)
  /** Sends what a forger could; answers the status, 0 for none. */
  const statusOf = async ({ call, body = '{}', secret = address.secret, signed = {}, ...when }: Sent) => {
    const path = `/v1/${segment}/${call}`
    const { time: seconds = nowSeconds(), nonce = newNonce() } = when
    const time = String(seconds)
    const text = { kind: 'call', method: 'POST', path, time, nonce, body, ...signed } as const
    const headers = {
      'content-type': 'application/json',
      [TIME]: time,
      [NONCE]: nonce,
      [SIGNATURE]: requestSignature(secret, text),
    }
    const limits = { maxBytes: 65_536, answerMs: ANSWER_MS, signal: patient() }
    const answer = await exchange({ method: 'POST', url: below(address.url, path), headers, body, ...limits })
    return answer.status ?? 0
  }
  const refuses = async (sent: Sent, what: string) =>
    assert.ok((await statusOf(sent)) >= 400, `it takes ${what} of ${sent.call}`)
  const harmless = 'capabilities'
  return [
    {
      duty: 'a call that is signed with another key, for another path or for another body is refused',
      check: async () => {
        assert.equal(await statusOf({ call: harmless }), 200)
        for (const call of [harmless, dearest[port]]) {
          await refuses({ call, secret: `${address.secret}0` }, 'another key')
          await refuses({ call, signed: { path: `/v1/${segment}/elsewhere` } }, 'another path')
          await refuses({ call, signed: { body: '{"more":1}' } }, 'another body')
          await refuses({ call, nonce: 'a' }, 'a malformed nonce')
        }
      },
    },
    {
      duty: 'a call whose time is more than five minutes away is refused',
      check: async () => {
        for (const away of [-WINDOW_SECONDS - 30, WINDOW_SECONDS + 30])
          await refuses({ call: harmless, time: nowSeconds() + away }, `a time ${away} seconds away`)
      },
    },
    {
      duty: 'a call that comes again with the same nonce is refused',
      check: async () => {
        const again = { call: harmless, time: nowSeconds(), nonce: newNonce() }
        assert.equal(await statusOf(again), 200)
        await refuses(again, 'a replay')
      },
    },
    {
      duty: 'what is no JSON object and what it does not know is refused, and it goes on',
      check: async () => {
        for (const body of ['', '{"', '[]', 'null'])
          await refuses({ call: dearest[port], body }, `the body ${JSON.stringify(body)}`)
        await refuses({ call: 'no-such-call' }, 'an unknown call')
        assert.equal(await statusOf({ call: harmless }), 200)
      },
    },
    {
      duty: 'its reports are signed, each time anew, and are notices of the port',
      check: async (ground) => {
        if (rehearsal?.reports !== true) throw new NotChecked('its rehearsal does not say `reports: true`')
        const calls = (await ground.open()).inbound ?? []
        for (const _ of [1, 2]) {
          const answer = await serviceClient(address).call(`/v1/${segment}/sample-reports`, {}, patient())
          assert.equal(answer.kind, 'answered', answer.kind === 'none' ? answer.why : '')
          const { reports } = (answer as { body: { reports?: unknown } }).body
          assert.ok(Array.isArray(reports) && reports.length > 0, 'it has no reports')
          for (const report of reports as Partial<SampleRequest>[]) {
            const { path = '', headers = {}, body = '' } = report
            const call = calls.find((one) => one.path === path)
            assert.ok(call, `no report goes to /v1/networks/${name}${path}`)
            const outcome = await call.receive(requestOf({ method: 'POST', path, headers, body }), patient())
            assert.equal(outcomeFault(port, outcome), undefined)
            const why = 'reason' in outcome ? `: ${outcome.reason}` : ''
            assert.ok(outcome.kind === 'taken' || outcome.kind === 'deposit', `a report is ${outcome.kind}${why}`)
          }
        }
      },
    },
  ]
}
