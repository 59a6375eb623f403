// A connector that cannot be used is a clear fault of the start; one that misses a duty is refused with its name.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import type { CashNetwork } from '../../../src/connectors/cash-network.ts'
import type { Connected, Connector } from '../../../src/connectors/connector.ts'
import { checkConnector } from '../../../src/connectors/contract/check.ts'
import type { InboundCall } from '../../../src/connectors/notice.ts'
import type { AnyConnector, PortName } from '../../../src/connectors/ports.ts'
import { ownAcquirers, ownCashNetworks, ownSpeiBanks } from '../../../src/connectors/sandbox/connectors.ts'
import type { SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { cobroIn, emptyFolder } from '../../support/harness/guide-files.ts'
import { startFault } from '../../support/harness/start-fault.ts'

const folder = emptyFolder()
let files = 0

/** A file with this text; answers its path. */
function fileOf(text: string): string {
  files += 1
  const path = join(folder, `connector-${files}.mjs`)
  writeFileSync(path, text)
  return path
}

const METHODS = `authorise: async () => ({ kind: 'unknown' }), inquire: async () => ({ kind: 'unknown' }),
  reverse: async () => ({ kind: 'unknown' }), verify: async () => ({ kind: 'unknown' }), name: 'ejemplo',
  capabilities: { inquiry: true, advice: false, void: true, refund: false, partialRefund: false }`

const acquirerFile = (fields: string) =>
  fileOf(`export const acquirer = { portVersion: 1, name: 'ejemplo', ${fields} }`)

describe('a start names the faults of a connector', () => {
  for (const [title, path, expected] of [
    [
      'an unknown word',
      () => 'nobody',
      /ACQUIRER=nobody: .*no package of that name is installed here; Cobro’s own: sandbox/,
    ],
    ['a path to nothing', () => './nothing.mjs', /ACQUIRER=\.\/nothing\.mjs: there is no such file/],
    ['a folder', () => folder, /it is no file/],
    ['neither', () => '<script>', /neither a path .* nor the name of a package/],
    ['a file that does not parse', () => fileOf('export const'), /it cannot be loaded: /],
    ['a file that throws', () => fileOf("throw new Error('out of order')"), /it cannot be loaded: out of order/],
    ['another port', () => fileOf('export const speiBank = {}'), /it exports no `acquirer`, only speiBank/],
    [
      'no version',
      () => fileOf('export const acquirer = {}'),
      /says no portVersion .* has version 2, and takes 1 and 2/,
    ],
    [
      'a later version',
      () => fileOf('export const acquirer = { portVersion: 3 }'),
      /written for version 3 of the port; .* version 2/,
    ],
    [
      'a name that is ours',
      () => fileOf("export const acquirer = { portVersion: 1, name: 'sandbox' }"),
      /its name must be/,
    ],
    ['no connect', () => acquirerFile(''), /has no connect/],
    [
      'a connect that throws',
      () => acquirerFile("connect: () => { throw new Error('no key') }"),
      /its connect threw: no key/,
    ],
    ['no port', () => acquirerFile('connect: () => 7'), /its connect answered no port/],
    ['another name inside', () => acquirerFile("connect: () => ({ name: 'otro' })"), /a port of another name: "otro"/],
    ['missing duties', () => acquirerFile("connect: () => ({ name: 'ejemplo', verify() {} })"), /it lacks .*authorise/],
    [
      'no capabilities',
      () => acquirerFile("connect: () => ({ name: 'ejemplo', authorise() {}, verify() {} })"),
      /does not say by true or false whether it has the capabilities inquiry, advice/,
    ],
    [
      'a capability without its method',
      () =>
        acquirerFile(`connect: () => ({ name: 'ejemplo', authorise() {}, verify() {},
          capabilities: { inquiry: false, advice: true, void: false, refund: false, partialRefund: false } })`),
      /declares advice and has no advise/,
    ],
    [
      'nothing by which a charge could be undone',
      () =>
        acquirerFile(`connect: () => ({ name: 'ejemplo', authorise() {}, verify() {}, inquire() {},
          capabilities: { inquiry: true, advice: false, void: false, refund: false, partialRefund: false } })`),
      /cannot undo a charge/,
    ],
    [
      'a call without a path',
      () => acquirerFile(`connect: () => ({ ${METHODS}, inbound: [{ method: 'POST', path: '../x' }] })`),
      /needs a path such as/,
    ],
  ] as const) {
    test(title, async () => {
      assert.match(await startFault({ ACQUIRER: path() }), expected)
    })
  }

  test('all faults of all settings at once, and no secret in them', async () => {
    const path = fileOf(`
      const settings = {
        URL: { meaning: 'address', required: true },
        KEY: { meaning: 'key', secret: true, check: (value) => (value.length === 4 ? undefined : 'four characters') },
        MODE: { meaning: 'mode', default: 'test', check: () => { throw new Error('broken') } },
      }
      export const acquirer = { portVersion: 1, name: 'ejemplo', settings, connect: () => ({ ${METHODS} }) }
      export const cashNetwork = { portVersion: 1, name: 'limit', settings: { x: { meaning: '' } }, connect() {} }
      export const speiBank = { portVersion: 1, name: 'rate', settings: { LIMIT: { meaning: '' } }, connect() {} }`)
    const fault = await startFault({ ACQUIRER: path, CASH_NETWORK: path, SPEI_BANK: path, EJEMPLO_KEY: 'hush-hush' })
    assert.match(fault, /EJEMPLO_URL is needed by the connector ejemplo: address/)
    assert.match(fault, /EJEMPLO_KEY: four characters/)
    assert.match(fault, /EJEMPLO_MODE="test": mode/)
    assert.match(fault, /CASH_NETWORK=.*declares the setting "x": capitals, digits and _ only/)
    assert.match(fault, /SPEI_BANK=.*declares RATE_LIMIT, which is a setting of Cobro/)
    assert.doesNotMatch(fault, /hush-hush/)
  })

  test('a connector’s error about its secret is not repeated', async () => {
    const path = acquirerFile(
      `settings: { KEY: { meaning: 'key', secret: true } }, connect: (needs) => { throw new Error('bad ' + needs.settings.KEY + '!') }`,
    )
    assert.match(await startFault({ ACQUIRER: path, EJEMPLO_KEY: 'hush-hush' }), /its connect threw: bad …!/)
  })

  test('a connector of version 1 works; one that has methods of version 2 is refused by a sentence', async () => {
    const bank = (portVersion: number, more = '') =>
      fileOf(`const none = async () => ({ kind: 'unknown' })
        export const speiBank = { portVersion: ${portVersion}, name: 'banco-uno', connect: () => ({ name: 'banco-uno', keyLife: 'always',
          issueAccount: none, closeAccount: none, transfer: none, findTransfer: none, ${more} }) }`)
    assert.equal(await startFault({ SPEI_BANK: bank(1) }), '')
    assert.equal(await startFault({ SPEI_BANK: bank(2, 'balance: none, returnDeposit: none') }), '')
    assert.match(
      await startFault({ SPEI_BANK: bank(1, 'balance: none') }),
      /it is written for version 1 of the port, which has no balance: if it is written for version 2, let it say `portVersion: 2`/,
    )
  })

  test('two ports of one provider need calls of different paths', async () => {
    const part = (methods: string) =>
      `{ portVersion: 1, name: 'doble', connect: () => ({ name: 'doble', ${methods}, inbound }) }`
    const path = fileOf(`
      const none = async () => ({ kind: 'unknown' })
      const inbound = [{ method: 'POST', path: '/hook', receive: none }]
      export const cashNetwork = ${part('issue: none, cancel: none, giveBack: none')}
      export const speiBank = ${part("keyLife: 'always', issueAccount: none, closeAccount: none, transfer: none, findTransfer: none")}`)
    const fault = await startFault({ CASH_NETWORK: path, SPEI_BANK: path })
    assert.match(fault, /CASH_NETWORK and SPEI_BANK both take POST \/v1\/networks\/doble\/hook/)
  })

  test('production does not start with a simulated connector', async () => {
    const production = {
      COBRO_MODE: 'production',
      AT_REST_KEY: randomBytes(32).toString('hex'),
      TRUST_PROXY: '127.0.0.1',
    }
    const path = acquirerFile(`connect: () => ({ ${METHODS}, simulated: true })`)
    const fault = await startFault({
      ...production,
      ACQUIRER: path,
      CASH_NETWORK: './none.mjs',
      SPEI_BANK: './none.mjs',
    })
    assert.match(fault, /production needs a real connector/)
  })

  test('a package that is installed in the working folder is found by its name', async () => {
    const inside = join(folder, 'node_modules', '@tienda', 'acquirer')
    mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, 'package.json'), '{"name":"@tienda/acquirer","type":"module","exports":"./main.js"}')
    writeFileSync(
      join(inside, 'main.js'),
      `export const acquirer = { portVersion: 1, name: 'ejemplo', connect: () => ({ ${METHODS} }) }`,
    )
    const listed = await cobroIn(folder, ['connectors'], { ACQUIRER: '@tienda/acquirer' })
    assert.equal(listed.code, 0, listed.error)
    assert.match(listed.out, /^acquirer: ejemplo {2}ACQUIRER=@tienda\/acquirer$/m)
    const checked = await cobroIn(folder, ['connectors', 'check', '@tienda/acquirer'])
    assert.equal(checked.code, 0, checked.error)
    assert.match(checked.out, /^1 kept, 0 missed, \d+ not checked$/m)
    const faulty = await cobroIn(folder, ['connectors', 'check', fileOf('export const acquirer = { portVersion: 9 }')])
    assert.equal(faulty.code, 1)
    assert.equal((await cobroIn(folder, ['connectors', 'check', './none.mjs'])).code, 2)
  })
})

/** The connectors of the sandbox, each with one thing done wrong, and the duty that they then miss. */
type Wrong<Port> = [change: (port: Connected<Port>) => Partial<Connected<Port>>, missed: RegExp]

const acquirers: Wrong<Acquirer>[] = [
  [() => ({ name: 'otro' }), /under its own name/],
  [
    () => ({ authorise: async () => ({ kind: 'approved', authorizationCode: 'x', networkReference: 'r' }) }),
    /an approval carries/,
  ],
  [
    (port) => ({
      authorise: async (request, signal) =>
        ({ ...(await port.authorise(request, signal)), networkReference: `${Math.random()}` }) as never,
    }),
    /the same operation asked again/,
  ],
  [() => ({ inquire: async () => ({ kind: 'never-seen' }) }), /inquire answers what became/],
  [
    (port) => ({
      authorise: async (request, signal) =>
        signal.aborted ? Promise.reject(new Error('over')) : port.authorise(request, signal),
    }),
    /a deadline makes the outcome unknown/,
  ],
  [
    (port) => ({
      verify: async (card, signal) => (signal.aborted ? Promise.reject(new Error('over')) : port.verify(card, signal)),
    }),
    /makes no method throw/,
  ],
  [() => ({ reverse: async () => ({ kind: 'refused' }) }), /can be reversed/],
  [() => ({ verify: async () => ({ kind: 'valid' }) }), /wrong security code/],
]

let issued = 0
const cashNetworks: Wrong<CashNetwork>[] = [
  [
    (port) => ({
      issue: async (request, signal) => {
        issued += 1
        const answer = await port.issue(request, signal)
        return answer.kind === 'issued' ? { ...answer, reference: String(issued).padStart(14, '0') } : answer
      },
    }),
    /asks again gets the same reference/,
  ],
  [
    (port) => ({
      issue: async (request, signal) => {
        const answer = await port.issue(request, signal)
        return answer.kind === 'issued' ? { ...answer, shortId: '1' } : answer
      },
    }),
    /never share a reference/,
  ],
  [
    (port) => ({ issue: (request, signal) => port.issue({ ...request, chain: 'OXXO' }, signal) }),
    /a chain that it does not serve/,
  ],
  [() => ({ cancel: async () => ({ kind: 'unknown' }) }), /nobody has paid is cancelled/],
  [() => ({ giveBack: async () => ({ kind: 'unknown' }) }), /money is given back/],
  [
    () => ({ inbound: [call(async () => ({ kind: 'taken', notices: [NOTICE], answer: { status: 200 } }))] }),
    /never taken/,
  ],
  [() => ({ inbound: [call(async ({ body }) => JSON.parse(Buffer.from(body).toString()))] }), /throw/],
]

const NOTICE = {
  kind: 'payment' as const,
  networkTransaction: 'T-1',
  institution: 'OXXO',
  operationDay: '2026-11-23',
  networkReference: '93000000000017',
  amountCentavos: 100,
  paidAt: '2026-11-23T18:00:00.000Z',
}

function call(receive: InboundCall['receive']): InboundCall {
  return { method: 'POST', path: '/hook', receive }
}

const speiBanks: Wrong<SpeiBank>[] = [
  [
    () => ({
      issueAccount: async () => ({ kind: 'issued', clabe: '646180118012345670', bankName: 'STP', paymentId: '1' }),
    }),
    /a valid CLABE/,
  ],
  [
    () => ({
      issueAccount: async () => ({ kind: 'issued', clabe: '646180118012345673', bankName: 'STP', paymentId: '1' }),
    }),
    /two owners never share/,
  ],
  [() => ({ closeAccount: async () => ({ kind: 'unknown' }) }), /an account is closed/],
  [() => ({ transfer: async () => ({ kind: 'settled' }) }), /what is no CLABE is rejected/],
  [() => ({ transfer: async () => ({ kind: 'rejected', reason: 'no' }) }), /a transfer is taken/],
  [() => ({ findTransfer: async () => ({ kind: 'settled' }) }), /has never been seen/],
  [() => ({ findTransfer: async () => ({ kind: 'never-seen' }) }), /a transfer is taken/],
]

const store = await openDatabase(':memory:', { connections: 1 })

describe('each duty that a connector misses is named', () => {
  const settings = readConfig({})
  const own: [PortName, AnyConnector, Wrong<never>[]][] = [
    ['acquirer', ownAcquirers.sandbox?.({ store }) as AnyConnector, acquirers as never],
    ['cashNetwork', ownCashNetworks.sandbox?.({ store }) as AnyConnector, cashNetworks as never],
    ['speiBank', ownSpeiBanks.sandbox?.({ store }) as AnyConnector, speiBanks as never],
  ]
  for (const [port, connector, wrongs] of own) {
    for (const [change, missed] of wrongs) {
      test(`${port}: ${missed.source}`, async () => {
        const found = await checkConnector(port, changed(connector as never, change), settings)
        const named = found.filter(({ result }) => result === 'missed').map(({ duty }) => duty)
        assert.ok(
          named.some((duty) => missed.test(duty)),
          named.join('; ') || 'nothing is missed',
        )
      })
    }
  }
})

function changed<Port extends object>(connector: Connector<Port>, change: Wrong<Port>[0]): AnyConnector {
  const rehearse = async (needs: Parameters<NonNullable<Connector<Port>['rehearse']>>[0]) => {
    const rehearsal = await connector.rehearse?.(needs)
    assert.ok(rehearsal)
    const open = async () => {
      const port = await rehearsal.open()
      return { ...port, ...change(port) }
    }
    return { ...rehearsal, open }
  }
  return { ...connector, rehearse } as unknown as AnyConnector
}
