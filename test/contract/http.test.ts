// The connectors to an operator's own service keep the contract of each port, over a fake that signs by the text of the protocol; on both engines.
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { gatewayCalls, gatewayReports } from '../../scripts/gateway-schemas.ts'
import { needsOf } from '../../src/connectors/connect.ts'
import type { Connector, Rehearsal, SampleRequest } from '../../src/connectors/connector.ts'
import { httpAcquirer, httpCashNetwork, httpSpeiBank } from '../../src/connectors/http/connectors.ts'
import type { PortName, PortTypes } from '../../src/connectors/ports.ts'
import { connectorState } from '../../src/connectors/state.ts'
import { createClock } from '../../src/core/clock.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { cards, type FakeService, fakeService, SECRET } from '../http/fake-service.ts'
import { type Message, nowText, signedRequest } from '../http/signed.ts'
import { newDatabaseUrl, PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { keepsContract } from './keeps.ts'

const clock = createClock()
after(stopPostgres)

const approved = { kind: 'approved', authorizationCode: '104233', networkReference: 'net-1' }
const deposit = {
  kind: 'payment',
  networkTransaction: 'KEY1',
  institution: '012',
  operationDay: '2026-11-24',
  networkReference: '646180999000000010',
  amountCentavos: 15_010,
}
const cash = { ...deposit, institution: 'OXXO', networkReference: '93000000000420' }

const ports = [
  { port: 'acquirer', connector: httpAcquirer, genuine: { kind: 'charge', operationId: 'op-1', outcome: approved } },
  { port: 'cashNetwork', connector: httpCashNetwork, genuine: cash },
  { port: 'speiBank', connector: httpSpeiBank, genuine: deposit },
] as const

for (const engine of PRODUCTION) {
  describe(`HTTP [${engine}]`, () => {
    let store: Store
    let fake: FakeService
    before(async () => {
      store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 3 })
      fake = await fakeService()
    })
    after(async () => {
      assert.deepEqual(fake.forged, [], 'the fake does not verify these calls')
      assert.deepEqual(fake.repeated(), [])
      await fake.close()
      await store.close()
    })
    after(() => {
      const asked = new Set<string>()
      for (const { path, body, answer } of fake.calls) {
        const [, , segment = '', call = ''] = path.split('/')
        const described = gatewayCalls[segment]?.[call]
        assert.ok(described, path)
        asked.add(path)
        assert.ok(
          Value.Check(described.request, body),
          `${path} ${JSON.stringify(Value.Errors(described.request, body))}`,
        )
        if (answer !== undefined)
          assert.ok(Value.Check(Type.Union([...described.outcomes]), answer), `${path} ${JSON.stringify(answer)}`)
      }
      const all = Object.entries(gatewayCalls).flatMap(([segment, calls]) =>
        Object.keys(calls).map((call) => `/v1/${segment}/${call}`),
      )
      const unasked = all.filter((path) => !asked.has(path) && !/capabilities|sample-reports|act-as-payer/.test(path))
      assert.deepEqual(unasked, [], 'the suites ask every call that is described')
      for (const { connector, genuine } of ports) {
        const request = gatewayReports[`/v1/networks/${connector.name}/reports`]?.request
        assert.ok(request && Value.Check(request, { notices: [genuine] }))
      }
    })
    for (const { port, connector, genuine } of ports) {
      const { name } = connector
      /** Signed anew each time it is sent, as the service repeats it. */
      const sent = (path: string, make: (path: string) => Message): SampleRequest => ({
        method: 'POST',
        path,
        body: make(`/v1/networks/${name}${path}`).body,
        get headers() {
          return make(`/v1/networks/${name}${path}`).headers
        },
      })
      const signed = (content: unknown, path = '/reports') =>
        sent(path, (whole) => signedRequest(SECRET, 'report', whole, content))
      const report = { notices: [genuine] }
      keepsContract(port, name, async () => {
        const rehearsal: Rehearsal<PortTypes[PortName]> & object = {
          open: () => {
            const standing = { state: connectorState({ store, clock }, name), nowMs: clock.epochMs }
            return (connector as Connector<PortTypes[PortName]>).connect(needsOf(fake.settings[port], standing))
          },
          notices: {
            genuine: [
              signed(report),
              signed({ notices: [] }),
              ...(port === 'speiBank' ? [signed(genuine, '/deposits')] : []),
            ],
            forged: [
              { method: 'POST', path: '/reports', body: JSON.stringify(report) },
              sent('/reports', (path) => signedRequest(`${SECRET}0`, 'report', path, report)),
              sent('/reports', () => signedRequest(SECRET, 'report', '/v1/networks/another/reports', report)),
              // A call of ours that somebody sends back to us.
              sent('/reports', (path) => signedRequest(SECRET, 'call', path, report)),
              sent('/reports', (path) => signedRequest(SECRET, 'report', path, report, { time: nowText(-301) })),
              sent('/reports', (path) => signedRequest(SECRET, 'report', path, report, { time: nowText(330) })),
              sent('/reports', (path) => signedRequest(SECRET, 'report', path, report, { nonce: 'one' })),
              { ...signed(report), query: 'a=b' },
              { ...signed(report), body: JSON.stringify({ notices: [genuine, genuine] }) },
            ],
            unreadable: [
              signed('{"notices":'),
              signed([genuine]),
              signed({ notices: [{ ...genuine, kind: 'news' }] }),
              signed({ notices: [{ ...genuine, network: 'stp' }] }),
              ...(port === 'speiBank'
                ? [signed({ ...genuine, amountCentavos: -1 }, '/deposits'), signed({ kind: 'transfer' }, '/deposits')]
                : []),
            ],
          },
          ...(port === 'acquirer' && {
            cards,
            dispute: { operationId: 'op-1', networkDispute: 'case-1' },
            payer: async ({ operationId, does }: { operationId: string; does: 'confirmed' | 'rejected' }) =>
              fake.act(operationId, does),
          }),
          ...(port === 'cashNetwork' && { chains: ['OXXO', '7ELEVEN'] }),
        }
        return rehearsal
      })
    }
  })
}
