// The promise: with a host of ISO 8583 as its acquirer a service in production charges each card once. Whatever the host answers, or does not, a
// payment is paid exactly when the host has it and has not reversed it; and no number or code of a card is written anywhere.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { audit } from '../../../src/service/audit.ts'
import { fakeService } from '../../http/fake-service.ts'
import { cards, FAULTS, fakeHost, type HostFault } from '../../iso8583/fake-host.ts'
import { networksOver, type Production, production } from '../../iso8583/production.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'
import { productionService, settingsNamed } from '../../support/harness/production.ts'

after(stopPostgres)

const CARD = cards.approved.number
const CODE = '739'
const PATIENCE_MS = 60_000
/** They wait until the service gives up, so they are tried at once. */
const WAITING: HostFault[] = ['silent', 'lost', 'after-reversal']

const UNDOING: HostFault[] = ['of-others', 'half', 'wrong-length', 'cut-before', 'cut-after', 'other-amount']

for (const engine of PRODUCTION) {
  describe(`ISO 8583 in production [${engine}]`, () => {
    let it: Production
    before(async () => {
      it = await production(engine)
    })
    after(async () => {
      if (!it) return
      assert.deepEqual(it.fake.wrongs, [])
      const { clean, invariants } = await audit(it.store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
      const kept = await Promise.all(
        (['connector_state', 'operations', 'advices', 'reversals'] as const).map((table) =>
          it.store.db.selectFrom(table).selectAll().execute(),
        ),
      )
      const secrets = [...Object.values(cards).map((one) => ('card' in one ? one.card : one).number), `9203${CODE}`]
      for (const text of [...it.logged, ...it.answered, JSON.stringify(kept)])
        for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is written`)
      await it.close()
    })

    const rows = () =>
      it.store.db
        .selectFrom('operations')
        .select(['id', 'network_trace', 'total_centavos', 'authorization_code'])
        .orderBy('id')
        .execute()
    const referenceOf = async (id: string) => {
      const row = (await rows()).find((one) => one.id === id)
      return (JSON.parse(row?.network_trace ?? '{}') as { reference: string }).reference
    }
    const atHost = async (id: string) => it.fake.purchases.get(await referenceOf(id))
    const tokenFor = (number = CARD) => it.tokenFor(number, CODE)
    /** Pays, whatever comes of it, and answers the operation. */
    const tried = async (token: string, amount = 100, more: object = {}) => {
      const known = new Set((await rows()).map(({ id }) => id))
      const { status } = await it.pay(token, amount, '', more)
      const id = (await rows()).map((one) => one.id).find((one) => !known.has(one))
      assert.ok(id, 'no operation')
      return { id, status }
    }
    const paid = async (amount = 100) => {
      const { id, status } = await tried(await tokenFor(), amount)
      assert.equal(status, 200)
      return id
    }
    const agrees = async (id: string, what: string) => {
      const found = await atHost(id)
      const isMade = found !== undefined && !found.reversed
      assert.equal(await it.statusOf(id), isMade ? 'N' : 'D', what)
      const row = (await rows()).find((one) => one.id === id)
      assert.equal(row?.authorization_code || null, isMade ? found.code : null, what)
    }
    const until = async (what: string, holds: () => Promise<boolean> | boolean) => {
      for (const end = Date.now() + PATIENCE_MS; !(await holds()); await pause(20)) assert.ok(Date.now() < end, what)
    }
    const sent = (type: string, reference: string) =>
      it.fake.calls.filter((one) => one.type === type && one.fields[37] === reference)

    test('a purchase carries what the table says, a decline is the bank’s, and a reversal gives the purchase back', async () => {
      const id = await paid(600)
      const reference = await referenceOf(id)
      assert.match(reference, /^6328(18|19)\d{6}$/)
      const [purchase] = sent('0200', reference)
      const { 7: time, 11: trace, 12: _, ...rest } = purchase?.fields ?? {}
      assert.equal(trace, reference.slice(6))
      assert.deepEqual(rest, {
        3: '000000',
        4: '000000060000',
        13: '1124',
        18: '5999',
        22: '012',
        25: '59',
        32: '12345',
        37: reference,
        41: 'TERM0001',
        42: 'COMERCIO1      ',
        43: 'TIENDA EJEMPLO CIUDAD DE MEXICO MX      ',
        49: '484',
      })
      const gone = await it.call('GET', `/v1/operations/apply-reversal/${id}`)
      assert.equal(gone.status, 200, gone.text)
      assert.equal(await it.statusOf(id), 'C')
      assert.equal((await atHost(id))?.reversed, true)
      const [reversal] = sent('0420', reference)
      const { 11: again, 38: code, 39: reason, 90: original } = reversal?.fields ?? {}
      assert.deepEqual([again, code, reason], [trace, (await atHost(id))?.code, '17'])
      assert.equal(original, `0200${trace}${time}00000012345${'0'.repeat(11)}`)
      const declined = await it.pay(await it.tokenFor(CARD), 100)
      assert.equal(declined.status, 200)
      const token = await it.call(
        'POST',
        '/v1/token',
        await it.sealed({ cardholder_name: 'ANA', expiration: '3912', cvv: '123', number: cards.declined.card.number }),
      )
      assert.equal(token.status, 402, token.text)
      assert.equal(token.body.error.detail.code, '51')
    })

    test('answers that come out of order, or together with what the host says by itself, go where they belong', async () => {
      const tokens = await Promise.all([tokenFor(), tokenFor(), tokenFor()])
      it.fake.fail('purchase', 'slow')
      const before = (await rows()).length
      const answers = await Promise.all(tokens.map((token, n) => it.pay(token, 200 + n)))
      it.fake.say({ type: '0800', fields: { 7: '1124180000', 11: '777777', 70: '301' } })
      for (const { status, text } of answers) assert.equal(status, 200, text)
      for (const { id, total_centavos } of (await rows()).slice(before)) {
        assert.equal(Number((await atHost(id))?.amount), total_centavos)
        await agrees(id, 'out of order')
      }
      await until('the host’s echo is answered', () =>
        it.fake.calls.some(({ type, fields }) => type === '0810' && fields[11] === '777777' && fields[39] === '00'),
      )
    })

    test('whatever comes instead of the answer, a purchase is made once, and is paid or reversed', async () => {
      for (const fault of FAULTS.filter((one) => !WAITING.includes(one))) {
        const token = await tokenFor()
        it.fake.fail('purchase', fault)
        const { id } = await tried(token)
        await it.settle(2)
        await agrees(id, fault)
        // Eight failures in a row would stop the calls.
        await paid()
      }
      const before = new Set((await rows()).map(({ id }) => id))
      const tokens = await Promise.all(WAITING.map(() => tokenFor()))
      it.fake.fail('purchase', ...WAITING)
      await Promise.all(tokens.map((token) => it.pay(token)))
      const lost = (await rows()).map(({ id }) => id).filter((id) => !before.has(id))
      assert.equal(lost.length, WAITING.length)
      // The one that never arrived may still be on its way: its reversal is not over yet.
      await it.work()
      const open = await it.store.db.selectFrom('advices').select('id').where('state', '=', 'pending').execute()
      assert.ok(open.length >= 1)
      await it.settle(3)
      for (const id of lost) {
        await agrees(id, 'no answer')
        assert.equal(await it.statusOf(id), 'D')
        const reference = await referenceOf(id)
        const [reversal] = sent('0420', reference)
        assert.equal(reversal?.fields[39], '68')
        assert.ok(sent('0421', reference).every(({ fields }) => fields[90] === reversal?.fields[90]))
      }
      assert.equal(it.fake.faultsLeft(), 0)
    })

    test('a reversal is repeated until it is answered', async () => {
      const undoes = async (...faults: HostFault[]) => {
        const doubtful: string[] = []
        for (const fault of faults) {
          const token = await tokenFor()
          it.fake.fail('purchase', 'unheard-of')
          doubtful.push((await tried(token, 70)).id)
          it.fake.fail('reversal', fault)
        }
        await it.settle(2)
        assert.equal(it.fake.faultsLeft(), 0)
        for (const id of doubtful) {
          assert.equal(await it.statusOf(id), 'D')
          assert.equal((await atHost(id))?.reversed, true, faults.join())
        }
      }
      for (const fault of UNDOING) await undoes(fault)
      await undoes('silent', 'lost')
      const closed = await it.store.db.selectFrom('advices').select('state').execute()
      assert.ok(closed.every(({ state }) => state === 'acknowledged'))
      const id = await paid(80)
      it.fake.fail('reversal', 'cut-after')
      await it.call('GET', `/v1/operations/apply-reversal/${id}`)
      await it.settle(4)
      assert.equal(await it.statusOf(id), 'C')
      it.fake.habits.reversal = '12'
      const late = await paid(90)
      await it.call('GET', `/v1/operations/apply-reversal/${late}`)
      it.fake.habits.reversal = undefined
      assert.equal(await it.statusOf(late), 'N', 'past the cut-off')
    })

    test('without a sign-on nothing is sent; when the host is back, the line is made anew', async () => {
      const token = await tokenFor()
      it.fake.habits.signOn = '91'
      it.fake.dropAll()
      const sentBefore = it.fake.calls.filter(({ type }) => type === '0200').length
      const { id, status } = await tried(token)
      assert.notEqual(status, 200)
      assert.equal(it.fake.calls.filter(({ type }) => type === '0200').length, sentBefore)
      it.fake.habits.signOn = '00'
      await it.settle(2)
      assert.equal(await it.statusOf(id), 'D')
      const connections = it.fake.connections()
      const isTaken = async () => {
        const another = await tokenFor().catch(() => undefined)
        return another !== undefined && (await it.pay(another)).status === 200
      }
      await until('a payment is taken again', isTaken)
      it.fake.dropAll()
      await until('another payment is taken', isTaken)
      assert.ok(it.fake.connections() > connections)
    })
  })

  describe(`a host beside another acquirer [${engine}]`, () => {
    test('two names of one terminal are refused at the start: each would count its trace numbers', async () => {
      const { settings, close } = await fakeHost()
      const networks = {
        ACQUIRER: 'north=iso8583, south=iso8583',
        ...settingsNamed('NORTH', settings),
        ...settingsNamed('SOUTH', settings),
      }
      const made = productionService(engine, async () => ({ networks, close }))
      await assert.rejects(made, /ACQUIRER=iso8583: another acquirer is the terminal \S+ of 127\.0\.0\.1:\d+ already/)
      await close()
    })

    test('a purchase for which there is no line goes to the next acquirer, and the host never gets it', async () => {
      const it = await productionService(engine, async () => {
        const [host, other] = [await fakeHost(), await fakeService()]
        return {
          host,
          other,
          networks: {
            ...networksOver(host),
            ACQUIRER: 'iso8583, http',
            ACQUIRER_TIMEOUT_MS: '9000',
            ...settingsNamed('HTTP_ACQUIRER', other.settings.acquirer),
          },
          close: async () => {
            await host.close()
            await other.close()
          },
        }
      })
      try {
        const { host, other } = it.played
        host.habits.signOn = '91'
        const { status, text } = await it.pay(await it.tokenFor(CARD, CODE), 100)
        assert.equal(status, 200, text)
        const row = await it.store.db
          .selectFrom('operations')
          .select(['id', 'network', 'status'])
          .executeTakeFirstOrThrow()
        assert.deepEqual([row.network, row.status], ['http-acquirer', 'paid'])
        host.habits.signOn = '00'
        await it.settle(2)
        assert.ok(other.charges.has(row.id) && !other.undone.has(row.id))
        assert.deepEqual(
          host.calls.filter(({ type }) => type === '0200'),
          [],
        )
        assert.ok((await audit(it.store)).clean)
      } finally {
        await it.close()
      }
    })
  })
}
