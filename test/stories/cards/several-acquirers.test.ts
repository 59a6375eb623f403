// The promise: of several acquirers the operator's rules choose one for each card payment. One that surely did nothing is followed by the next, one
// whose answer is missing never; whatever follows goes to the acquirer that has the charge, and each acquirer's money agrees by itself.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import { replaceRules } from '../../../src/cards/routing/rules.ts'
import { statementText } from '../../../src/reconciliation/write-statement.ts'
import { audit } from '../../../src/service/audit.ts'
import { eachOpen } from '../../../src/service/open-items.ts'
import { run, update } from '../../../src/store/write.ts'
import { type FakeService, fakeService, SECRET } from '../../http/fake-service.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'
import { productionService, settingsNamed } from '../../support/harness/production.ts'

after(stopPostgres)

const CARD = '4242424242424242'
const MASTERCARD = '5555555555554444'

for (const engine of PRODUCTION) {
  describe(`two acquirers [${engine}]`, () => {
    const fakes: Record<'north' | 'south', FakeService> = {} as never
    let it: Awaited<ReturnType<typeof open>>
    const open = () =>
      productionService(engine, async () => {
        for (const name of ['north', 'south'] as const) fakes[name] = await fakeService()
        return {
          networks: {
            ACQUIRER: 'north=http, south=http',
            ACQUIRER_TIMEOUT_MS: '10000',
            ...settingsNamed('NORTH', fakes.north.settings.acquirer),
            ...settingsNamed('SOUTH', fakes.south.settings.acquirer),
          },
          close: async () => {
            for (const fake of Object.values(fakes)) await fake.close()
          },
        }
      })
    before(async () => {
      it = await open()
      const rules = [{ acquirer: 'south', brand: 'VISA', fromCentavos: 50_000 }] as const
      await replaceRules(it, rules, operatorActor('ana', 'routing set'))
    })
    after(() => it?.close())

    const rowOf = (id: string) =>
      it.store.db.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const choicesOf = async (id: string) => {
      const rows = await it.store.db
        .selectFrom('acquirer_choices')
        .select(['network', 'because', 'passed'])
        .where('operation_id', '=', id)
        .orderBy('turn')
        .execute()
      return rows.map(({ network, because, passed }) => `${network} by ${because} ${passed}`)
    }
    /** A charge, whatever becomes of it. */
    const charged = async (amount = 100, number = CARD) => {
      const answer = await it.pay(await it.tokenFor(number), amount)
      return { id: await it.newest(), ...answer }
    }
    const paid = async (amount = 100, number = CARD) => {
      const { id, status, text } = await charged(amount, number)
      assert.equal(status, 200, text)
      assert.equal((await rowOf(id)).status, 'paid', text)
      return id
    }
    const carrier = async (id: string) => {
      const { network, status } = await rowOf(id)
      const has = Object.entries(fakes).filter(([, fake]) => fake.charges.has(id) && !fake.undone.has(id))
      return [status, network, ...has.map(([name]) => name)].join(' ')
    }
    const callsAbout = (fake: FakeService, id: string) =>
      fake.calls.filter(({ body }) => body.operationId === id).map(({ path }) => path.split('/').at(-1))

    test('the rules choose, and what follows goes to the acquirer that has the charge', async () => {
      const [small, large, other] = [await paid(100), await paid(600), await paid(600, MASTERCARD)]
      assert.deepEqual(
        [await carrier(small), await carrier(large), await carrier(other)],
        ['paid north north', 'paid south south', 'paid north north'],
      )
      assert.deepEqual(await choicesOf(large), ['south by rule 1 []'])
      assert.deepEqual(await choicesOf(other), ['north by order []'])
      for (const id of [small, large])
        assert.equal((await it.call('POST', `/v1/operations/${id}/refunds`, { amount: 30 })).status, 200)
      await it.settle()
      assert.deepEqual(callsAbout(fakes.north, small), ['authorise', 'refund'])
      assert.deepEqual(callsAbout(fakes.south, large), ['authorise', 'refund'])
      assert.deepEqual([callsAbout(fakes.south, small), callsAbout(fakes.north, large)], [[], []])
      const [one, two] = [await paid(100), await paid(600)]
      for (const id of [one, two])
        assert.equal((await it.call('GET', `/v1/operations/apply-reversal/${id}`)).status, 200)
      assert.deepEqual(
        [callsAbout(fakes.north, one).at(-1), callsAbout(fakes.south, two).at(-1)],
        ['reverse', 'reverse'],
      )
    })

    test('an acquirer that says that it did nothing is followed by the next, after a decline or without an answer nobody is', async () => {
      fakes.north.say('acquirer/authorise', { kind: 'not-processed' })
      const moved = await paid()
      assert.equal(await carrier(moved), 'paid south south')
      assert.deepEqual(await choicesOf(moved), ['north by order []', 'south by order [["north","not-processed"]]'])
      const { text } = await it.call('GET', `/v1/console/operations/${moved}/about`)
      assert.deepEqual(JSON.parse(text).result.acquirer, {
        name: 'south',
        because: 'order',
        passed: [{ name: 'north', why: 'not-processed' }],
      })
      const declined = await charged(100, '4111111111111111')
      assert.deepEqual([declined.status, await carrier(declined.id)], [402, 'declined north north'])
      for (const fault of ['half', 'html', 'taken-html'] as const) {
        fakes.north.fail('acquirer/authorise', fault)
        const { id } = await charged()
        assert.equal((await rowOf(id)).network, 'north')
        await it.settle()
        assert.deepEqual(callsAbout(fakes.south, id), [], fault)
        assert.match(await carrier(id), fault === 'html' ? /^declined north$/ : /^paid north north$/)
      }
      // Nobody processes it: it is declined, and nothing has to be undone.
      for (const fake of Object.values(fakes)) fake.say('acquirer/authorise', { kind: 'not-processed' })
      const nobody = await charged()
      assert.equal(nobody.status, 402, nobody.text)
      assert.match(await carrier(nobody.id), /^declined south$/)
      const advices = await it.store.db
        .selectFrom('advices')
        .select('id')
        .where('operation_id', '=', nobody.id)
        .execute()
      assert.deepEqual(advices, [])
    })

    test('each acquirer reports at its own address, signed for it; a report about another acquirer’s charge changes nothing', async () => {
      fakes.north.fail('acquirer/authorise', 'taken-html')
      const { id } = await charged()
      assert.match(await carrier(id), /^pending north north$/)
      const outcome = fakes.north.charges.get(id)
      const reported = async (name: 'north' | 'south', path = `/v1/networks/${name}/reports`) => {
        const { body, headers } = fakes[name].report(path, { notices: [{ kind: 'charge', operationId: id, outcome }] })
        return (await it.send('POST', `/v1/networks/${name}/reports`, body, headers)).status
      }
      assert.equal(await reported('north', '/v1/networks/http-acquirer/reports'), 403)
      assert.equal(await reported('south'), 200)
      assert.equal((await rowOf(id)).status, 'pending')
      const kept = await it.store.db.selectFrom('unread_reports').select('network').execute()
      assert.deepEqual(kept, [{ network: 'south' }])
      assert.equal(await reported('north'), 200)
      assert.match(await carrier(id), /^paid north north$/)
    })

    test('one acquirer dies: its payments go to the next, and what it left unknown is found by it alone when it is back', async () => {
      const before = await paid()
      fakes.north.fail('acquirer/authorise', 'taken-html')
      const { id: unknown } = await charged()
      await fakes.north.die()
      const refund = await it.call('POST', `/v1/operations/${before}/refunds`, { amount: 10 })
      assert.equal(refund.status, 200, refund.text)
      // Enough for its circuit to open in both processes.
      const tokens = []
      await fakes.north.rise()
      for (let n = 0; n < 24; n += 1) tokens.push(await it.tokenFor(CARD))
      await fakes.north.die()
      const moved: string[] = []
      for (const token of tokens) {
        const { status, text } = await it.pay(token)
        assert.equal(status, 200, text)
        moved.push(await it.newest())
      }
      for (const id of moved) assert.equal(await carrier(id), 'paid south south')
      const all = await Promise.all(moved.map(choicesOf))
      assert.deepEqual(all[0], ['north by order []', 'south by order [["north","not-processed"]]'])
      assert.deepEqual(all.at(-1), ['south by order [["north","circuit-open"]]'])
      // A rule sends it there, and the next one loses the answer: the choice was on disk before.
      fakes.south.fail('acquirer/authorise', 'html')
      const lost = await charged(100, MASTERCARD)
      assert.equal((await rowOf(lost.id)).network, 'south')
      await it.settle()
      assert.deepEqual([await carrier(unknown), await carrier(lost.id)], ['pending north north', 'declined south'])
      assert.deepEqual(callsAbout(fakes.south, unknown), [])
      await fakes.north.rise()
      await it.settle(30)
      assert.equal(await carrier(unknown), 'paid north north')
      assert.equal(callsAbout(fakes.north, before).at(-1), 'refund')
      assert.deepEqual([fakes.north.repeated(), fakes.south.repeated()], [[], []])
    })

    test('the money of each acquirer agrees in five views', async () => {
      const rows = await it.store.db.selectFrom('operations').selectAll().where('paid_at', 'is not', null).execute()
      const kept = await it.store.db.selectFrom('balances').selectAll().execute()
      const refunds = await it.store.db.selectFrom('refunds').selectAll().where('state', '=', 'settled').execute()
      const open = new Map<string, number>()
      for await (const item of eachOpen(it.store)) {
        if (item.kind !== 'receivable') continue
        const [, network = ''] = item.because[1].split(', by ')
        open.set(network, (open.get(network) ?? 0) + item.amountCentavos)
      }
      for (const [network, fake] of Object.entries(fakes)) {
        const own = rows.filter((row) => row.network === network)
        const back = refunds.filter(({ operation_id }) => own.some(({ id }) => id === operation_id))
        const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
        const inBooks = sum(
          kept
            .filter((row) => row.ledger_account === 'receivable:acquirer' && row.network === network)
            .map(({ amount_centavos }) => amount_centavos),
        )
        const inOperations = sum(own.filter(({ status }) => status === 'paid').map((one) => one.total_centavos))
        const asked = fake.calls.filter(
          ({ path, answer: text }) => path.endsWith('/authorise') && text?.kind === 'approved',
        )
        const amountOf = new Map(asked.map(({ body }) => [body.operationId as string, body.amountCentavos as number]))
        const done = (what: string) =>
          fake.calls.filter(({ path }) => path.endsWith(`/${what}`)).map(({ body }) => body)
        const reversed = new Set(done('reverse').map(({ operationId }) => operationId))
        const atNetwork =
          sum([...amountOf].filter(([id]) => !reversed.has(id) && !fake.undone.has(id)).map(([, amount]) => amount)) -
          sum([...new Map(done('refund').map((body) => [body.refundId, body.refundCentavos as number])).values()])
        const given = sum(back.map(({ amount_centavos }) => amount_centavos))
        assert.ok(inBooks > 0)
        assert.deepEqual([inBooks, open.get(network), atNetwork], Array(3).fill(inOperations - given), network)

        const movement = { rail: 'card', institution: '', payerClabe: '', paidAt: '', feeCentavos: 0 } as const
        const day = '2026-11-24' as never
        const days = { firstDay: day, lastDay: day }
        const lines = [
          ...own.map((row) => ({
            id: row.network_reference ?? '',
            reference: row.id,
            amountCentavos: row.total_centavos,
            kind: 'payment' as const,
          })),
          ...own
            .filter(({ status }) => status === 'cancelled')
            .map((row) => ({
              id: row.network_reference ?? '',
              reference: row.id,
              amountCentavos: row.total_centavos,
              kind: 'reversal' as const,
            })),
          ...back.map((row) => ({
            id: row.id,
            reference: row.id,
            amountCentavos: row.amount_centavos,
            kind: 'reversal' as const,
          })),
        ].map((line) => ({ ...movement, ...line, day }))
        const text = statementText({ network, ...days }, lines)
        const [service] = it.services
        assert.ok(service)
        const findings: object[] = []
        const { counts } = await service.reconcile({
          source: async function* () {
            yield Buffer.from(text)
          },
          accountId: undefined,
          onFinding: (finding) => void findings.push(finding),
        })
        assert.deepEqual([findings, counts.matched], [[], lines.length], network)
      }
      const { clean, invariants } = await audit(it.store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
      for (const text of [...it.logged, ...it.answered]) assert.ok(!text.includes(SECRET) && !text.includes(CARD))
    })

    test('the audit names a payment that stands with another acquirer than was chosen, and rules that nobody set', async () => {
      const first = await it.store.db
        .selectFrom('operations')
        .select(['id', 'network'])
        .where('reroutes', '>', 0)
        .limit(1)
        .executeTakeFirstOrThrow()
      const named = async () =>
        (await audit(it.store)).invariants.filter(({ faults }) => faults > 0).map(({ name }) => name)
      await it.store.commit([update('operations', { network: 'north' }, { id: first.id })])
      assert.deepEqual((await named()).sort(), ['acquirers', 'payment-entries'])
      await it.store.commit([update('operations', { network: first.network }, { id: first.id })])
      // As somebody does it who has the database alone.
      await it.store.commit([run(sql`update routing_rules set rules = '[]'`.compile(it.store.db))])
      assert.deepEqual(await named(), ['authority'])
    })
  })
}
