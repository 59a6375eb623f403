// The promise: what a network says in an odd form, for another request, out of order or during an outage of the database changes no
// other payment, loses no answer, and stops no process.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Acquirer, AuthoriseOutcome } from '../../../src/connectors/acquirer.ts'
import type { CashNetwork } from '../../../src/connectors/cash-network.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import type { PaymentNotice } from '../../../src/connectors/notice.ts'
import type { IssuedAccount, SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { DAY_MS, instantPlus, mexicoCityDay } from '../../../src/core/time.ts'
import { inTurn } from '../../../src/store/row-queue.ts'
import { operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  customerWithSource,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { newClabe, nextDigits, playedBank, playedStores, reportsTo } from '../../support/fixtures/played-networks.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const BANK = 'spei-desordenado'
const CASH = 'tiendas-desordenadas'
const CARDS = 'tarjetas-desordenadas'
const CARD = '4242424242424242'

/** What the networks do next; each story sets its own. */
const makes: () => unknown = () => ({ kind: 'unknown' })
let account: (() => IssuedAccount) | undefined
let reference: string | undefined
let authorise: (() => Promise<AuthoriseOutcome>) | undefined
/** The answers to disputes that the acquirer got. */
const answers: string[] = []
const approved = (networkReference: string) => ({ kind: 'approved', authorizationCode: '1', networkReference }) as const

/** What is reported next, before what `makes` answers: a report each, also of several calls at once. */
const reports: unknown[] = []
const inbound = reportsTo(() => reports.shift() ?? makes())

const ownBank = playedBank({ name: BANK, inbound })
const speiBank: Connected<SpeiBank> = {
  ...ownBank,
  issueAccount: async (...asked) => account?.() ?? ownBank.issueAccount(...asked),
}
const ownStores = playedStores({ name: CASH, inbound })
const cashNetwork: Connected<CashNetwork> = {
  ...ownStores,
  issue: async (...asked) => {
    const answer = await ownStores.issue(...asked)
    return answer.kind === 'issued' && reference !== undefined ? { ...answer, reference } : answer
  },
}
const acquirer: Connected<Acquirer> = {
  name: CARDS,
  capabilities: { inquiry: false, advice: true, void: true, refund: true, partialRefund: false, disputes: 1 },
  authorise: async () => authorise?.() ?? approved(`R${nextDigits()}`),
  reverse: async () => ({ kind: 'reversed' }),
  advise: async () => ({ kind: 'acknowledged' }),
  answerDispute: async ({ operationId, answer }) => {
    answers.push(`${operationId} ${answer}`)
    return { kind: 'taken' }
  },
  verify: async () => ({ kind: 'valid' }),
  inbound,
}

/** An error of a database that cannot be reached. */
const away = () => Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })

for (const engine of ENGINES) {
  describe(`networks in disorder [${engine}]`, () => {
    let world: World
    let merchant: Merchant
    before(async () => {
      const settings = { ACQUIRER_TIMEOUT_MS: '100', NETWORK_TIMEOUT_MS: '1000' }
      world = await openWorld(engine, settings, { connectors: { speiBank, cashNetwork, acquirer } })
      merchant = await world.merchant()
    })
    after(() => world.close())

    const tells = async (network: string, ...notices: object[]) => {
      reports.push({ kind: 'taken', notices, answer: { status: 200, body: '{}' } })
      const { status, text } = await world.send({ method: 'POST', url: `/v1/networks/${network}/reports`, payload: '' })
      assert.equal(status, 200, text)
    }
    const deposit = (networkReference: string, change: Partial<PaymentNotice> = {}): PaymentNotice => ({
      kind: 'payment',
      networkTransaction: `K${nextDigits()}`,
      institution: '012',
      operationDay: mexicoCityDay(world.service.clock.now()),
      networkReference,
      amountCentavos: 15_000,
      payerClabe: '012180001554321090',
      ...change,
    })
    const receivedAs = async (networkTransaction: string) => {
      const rows = await world.service.store.db
        .selectFrom('payments_received')
        .select(['outcome', 'reason', 'paid_at', 'received_at'])
        .where('network_transaction', '=', networkTransaction)
        .execute()
      return rows.map((row) => ({ ...row }))
    }
    const cardPayment = async () => {
      const { status, body, text } = await payByCard(world, merchant, CARD)
      assert.equal(status, 200, text)
      return body.result.operations[0].transaction as string
    }
    const statusOf = async (id: string) =>
      (await operationsOf(world, merchant)).find((operation) => operation.id === id)?.status
    /** Background work, until the payment has left `pending`. */
    const untilDecided = async (id: string) => {
      for (let turn = 1; turn < 1_000 && (await statusOf(id)) === 'pending'; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve))
        await world.work()
      }
      return statusOf(id)
    }

    test('a payer’s instant in any form of ISO 8601 pays the voucher in time', async () => {
      const now = () => world.service.clock.now()
      const forms: ((at: string) => string)[] = [
        (at) => at.replace('.', ','),
        (at) => at.replace('Z', '+00'),
        (at) => at.replace(/:\d\d\.\d+Z/, 'Z'),
        (at) => at.replace(/:\d\d\.\d+Z/, ':60Z'),
      ]
      for (const form of forms) {
        const { bank_account_number } = await speiVoucher(merchant)
        const paid = deposit(bank_account_number, { paidAt: form(now()) })
        await tells(BANK, paid)
        assert.deepEqual(
          (await receivedAs(paid.networkTransaction)).map(({ reason }) => reason),
          ['voucher-paid'],
          `${paid.paidAt}`,
        )
      }
    })

    test('a deposit that is reported without its payer, and with the payer, is one deposit', async () => {
      const payers = [undefined, '012180001554321090']
      for (const [first, then] of [payers, payers.toReversed()]) {
        const { bank_account_number } = await speiVoucher(merchant)
        const { payerClabe: _, ...paid } = deposit(bank_account_number)
        const from = (payerClabe: string | undefined) => ({ ...paid, ...(payerClabe !== undefined && { payerClabe }) })
        await tells(BANK, from(first), from(then))
        await Promise.all(Array.from({ length: 8 }, (_one, at) => tells(BANK, from(at % 2 === 0 ? first : then))))
        assert.equal((await receivedAs(paid.networkTransaction)).length, 1)
      }
      await assertAudited(world)
    })

    test('a deposit that is reported without its institution, and with it, is one deposit; with another amount it is kept', async () => {
      const whole = { institution: '012', payerClabe: '012180001554321090' }
      const { payerClabe, institution } = whole
      for (const [first, then] of [
        [{ institution: '' }, whole],
        [whole, { institution: '' }],
        [{ institution: '', payerClabe }, { institution }],
        [{ institution }, { institution: '', payerClabe }],
      ]) {
        const { bank_account_number } = await speiVoucher(merchant)
        const { payerClabe: _, ...paid } = deposit(bank_account_number)
        await tells(BANK, { ...paid, ...first }, { ...paid, ...then }, { ...paid, ...first })
        await tells(BANK, { ...paid, ...then, amountCentavos: 14_000 })
        assert.deepEqual(
          (await receivedAs(paid.networkTransaction)).map(({ outcome, reason }) => [outcome, reason]).sort(),
          [
            ['matched', 'voucher-paid'],
            ['suspended', 'identity-conflict'],
          ],
        )
      }
      // The same key from another bank, which the payer's CLABE names, is another deposit.
      const [one, other] = [await speiVoucher(merchant), await speiVoucher(merchant)]
      const from = deposit(one.bank_account_number, { institution: '', payerClabe })
      const same = { networkTransaction: from.networkTransaction, institution: '', payerClabe: '002010077777777771' }
      await tells(BANK, from, deposit(other.bank_account_number, same))
      assert.deepEqual(
        (await receivedAs(from.networkTransaction)).map(({ reason }) => reason),
        ['voucher-paid', 'voucher-paid'],
      )
      await world.work()
      assert.deepEqual(await transfersOf(world, merchant), [])
      await assertAudited(world)
    })

    /** The next reports of payments, one of each process, are all decided before one of them is written. */
    const atOneMoment = async (network: string, reports: readonly object[]) => {
      const { store } = world.service
      const { commit } = store
      const decided = Promise.withResolvers<void>()
      let count = 0
      const waiting: typeof commit = async (writes) => {
        if (writes.some((one) => one.kind === 'insert' && one.table === 'payments_received')) {
          count += 1
          if (count === reports.length) decided.resolve()
          await decided.promise
        }
        return commit(writes)
      }
      Object.assign(store, { commit: waiting })
      // Work within a turn takes no turn of its own, so those of two processes are not kept apart.
      const told = reports.map((report, at) => inTurn(`process ${at}`, () => tells(network, report)))
      await Promise.all(told).finally(() => Object.assign(store, { commit }))
    }

    test('a deposit that processes hear at one moment, with its institution and without, is one, whichever bank used its key before', async () => {
      const institutions = ['012', '']
      for (const said of [institutions, institutions.toReversed(), ['', '', '012'], ['012', '012', '']]) {
        const [mine, other] = [await speiVoucher(merchant), await speiVoucher(merchant)]
        const { payerClabe: _, ...paid } = deposit(mine.bank_account_number)
        const { networkTransaction } = paid
        const { payerClabe: _theirs, ...theirs } = deposit(other.bank_account_number, { networkTransaction })
        await tells(BANK, { ...theirs, institution: '040' })
        await atOneMoment(
          BANK,
          said.map((institution) => ({ ...paid, institution })),
        )
        for (const institution of institutions) await tells(BANK, { ...paid, institution })
        const [first, second, ...more] = (await receivedAs(networkTransaction)).map(({ reason }) => reason).sort()
        assert.ok(first === 'voucher-paid' || first === 'identity-conflict', `${first}`)
        assert.deepEqual([second, more], ['voucher-paid', []], said.join())
      }
      await assertAudited(world)
    })

    test('two deposits under one key at one moment are two, each of its bank', async () => {
      const vouchers = [await speiVoucher(merchant), await speiVoucher(merchant)]
      const networkTransaction = `K${nextDigits()}`
      const reports = vouchers.map(({ bank_account_number }, at) => {
        const { payerClabe: _, ...paid } = deposit(bank_account_number, { networkTransaction })
        return { ...paid, institution: at === 0 ? '012' : '040' }
      })
      await atOneMoment(BANK, reports)
      assert.deepEqual(
        (await receivedAs(networkTransaction)).map(({ reason }) => reason),
        ['voucher-paid', 'voucher-paid'],
      )
      await assertAudited(world)
    })

    test('the money of our transfer that comes back has an instant that can be, in UTC', async () => {
      const sent = async () => {
        const { transaction, bank_account_number } = await speiVoucher(merchant)
        await tells(BANK, deposit(bank_account_number))
        assert.equal((await merchant.get(`/v1/operations/apply-reversal/${transaction}`)).status, 200)
        await world.work()
        return (await merchant.get('/v1/transfers')).body.result.transfers[0].tracking_key as string
      }
      const back = async (paidAtOf: (now: string) => string) => {
        const networkTransaction = await sent()
        const paidAt = paidAtOf(world.service.clock.now())
        await tells(BANK, deposit('646180990000000122', { networkTransaction, paidAt }))
        const [row] = await receivedAs(networkTransaction)
        assert.equal(row?.outcome, 'taken-back')
        return { ...row, told: paidAt }
      }
      const soon = await back((now) => `${now.slice(0, -1)}+00:00`)
      assert.equal(soon.paid_at, soon.told.replace('+00:00', 'Z'))
      const never = await back(() => '2126-11-23T18:00:00-06:00')
      assert.ok(`${never.paid_at}` <= `${never.received_at}`, 'an instant in the future is not believed')
      await assertAudited(world)
    })

    test('a CLABE that is none, and a reference that no notice can name, are never given to a payer', async () => {
      for (const wrong of ['646180118012345670', '12345', 'CLABE', `${newClabe()} `]) {
        account = () => ({ kind: 'issued', clabe: wrong, bankName: 'STP', paymentId: '1' })
        const { status } = await merchant.post('/v1/payment/spei', { total: 150 })
        assert.equal(status, 503, wrong)
        const customer = await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@example.mx' })
        assert.equal(customer.status, 503, wrong)
        account = undefined
        await speiVoucher(merchant)
      }
      for (const wrong of ['9'.repeat(65), ' ']) {
        reference = wrong
        const { status } = await merchant.post('/v1/payment/convenience-store', { total: 150 })
        assert.equal(status, 503, wrong)
      }
      reference = '9'.repeat(64)
      const { transaction } = await storeVoucher(merchant)
      await tells(CASH, deposit(reference, { institution: 'OXXO' }))
      assert.equal(await statusOf(transaction), 'paid')
      reference = undefined
    })

    test('a CLABE is of one voucher or of one customer, whatever account the bank answers with', async () => {
      const other = await world.merchant()
      const answering = (same: string) => {
        account = () => ({ kind: 'issued', clabe: same, bankName: 'STP', paymentId: '1' })
      }
      const ofCustomer = await customerWithSource(merchant)
      const ofVoucher = await speiVoucher(merchant)
      for (const taken of [ofCustomer.clabe, ofVoucher.bank_account_number]) {
        answering(taken)
        assert.equal((await other.post('/v1/payment/spei', { total: 150 })).status, 503)
        assert.equal((await other.post('/v1/customer', { name: 'Eva', email: 'eva@example.mx' })).status, 503)
      }
      account = undefined
      const paid = deposit(ofCustomer.clabe)
      await tells(BANK, paid)
      assert.deepEqual(
        (await receivedAs(paid.networkTransaction)).map(({ reason }) => reason),
        ['customer-paid'],
      )
    })

    test('a dispute without an end may be answered', async () => {
      const operationId = await cardPayment()
      await tells(CARDS, {
        kind: 'dispute',
        operationId,
        networkDispute: `D${nextDigits()}`,
        stage: 'chargeback',
        scheme: 'visa',
        reasonCode: '10.4',
        amountCentavos: 5_000,
        respondBy: '9999-12-31T23:59:59-06:00',
      })
      const [dispute] = (await merchant.get(`/v1/disputes?operation=${operationId}`)).body.result.disputes
      assert.equal(dispute.status, 'needs_response')
      const answered = await merchant.post(`/v1/disputes/${dispute.id}/accept`, {})
      assert.equal(answered.status, 200, answered.text)
      await assertAudited(world)
    })

    describe('a dispute whose notices come in another order', () => {
      const opened = (operationId: string, networkDispute: string, change: object = {}) => ({
        kind: 'dispute',
        operationId,
        networkDispute,
        stage: 'chargeback',
        scheme: 'visa',
        reasonCode: '10.4',
        amountCentavos: 10_000,
        respondBy: instantPlus(world.service.clock.now(), 10 * DAY_MS),
        ...change,
      })
      const ended = (operationId: string, networkDispute: string, outcome: string, stage = 'chargeback') => ({
        kind: 'dispute-outcome',
        operationId,
        networkDispute,
        stage,
        outcome,
      })
      const stages = async (operationId: string) =>
        (await merchant.get(`/v1/disputes?operation=${operationId}`)).body.result.disputes
          .map(({ stage, status }: Record<string, string>) => `${stage} ${status}`)
          .sort()
      const openReports = async (operationId: string) => {
        const { db } = world.service.store
        const rows = await db.selectFrom('unread_reports').select('body').where('closed_at', 'is', null).execute()
        return rows.filter(({ body }) => body.includes(operationId)).length
      }

      test('what came too early is recorded when its turn comes, and no person has to look at it', async () => {
        const id = await cardPayment()
        const dispute = `D${nextDigits()}`
        const arbitration = `${dispute}-2`
        await tells(CARDS, ended(id, arbitration, 'lost', 'arbitration'))
        await tells(CARDS, opened(id, arbitration, { stage: 'arbitration' }))
        await tells(CARDS, ended(id, dispute, 'won'))
        assert.deepEqual([await stages(id), await openReports(id)], [[], 3])
        await tells(CARDS, opened(id, dispute))
        assert.deepEqual([await stages(id), await openReports(id)], [['arbitration lost', 'chargeback won'], 0])
        await assertAudited(world)
      })

      test('in one request too, and when the request comes fifty times at once', async () => {
        const id = await cardPayment()
        const dispute = `D${nextDigits()}`
        const notices = [ended(id, dispute, 'won'), opened(id, dispute)]
        await Promise.all(Array.from({ length: 50 }, () => tells(CARDS, ...notices)))
        assert.deepEqual([await stages(id), await openReports(id)], [['chargeback won'], 0])
        await assertAudited(world)
      })

      test('an acceptance is not handed in after the bank has given up: it could take the money again', async () => {
        const [given, accepted] = [await cardPayment(), await cardPayment()]
        for (const id of [given, accepted]) {
          await tells(CARDS, opened(id, `${id}-1`))
          const [dispute] = (await merchant.get(`/v1/disputes?operation=${id}`)).body.result.disputes
          assert.equal((await merchant.post(`/v1/disputes/${dispute.id}/accept`, {})).status, 200)
          if (id === given) await tells(CARDS, ended(id, `${id}-1`, 'won'))
        }
        await world.work()
        assert.deepEqual(answers.slice(-1), [`${accepted} accept`])
        assert.ok(!answers.includes(`${given} accept`))
        assert.deepEqual([await stages(given), await stages(accepted)], [['chargeback won'], ['chargeback accepted']])
        await assertAudited(world)
      })

      test('what contradicts the record stays with the operator', async () => {
        const id = await cardPayment()
        const dispute = `D${nextDigits()}`
        await tells(CARDS, ended(id, 'another', 'won'))
        await tells(CARDS, opened(id, dispute))
        await tells(CARDS, opened(id, dispute, { amountCentavos: 9_000 }))
        await tells(CARDS, ended(id, dispute, 'won'))
        await tells(CARDS, ended(id, dispute, 'lost'))
        assert.deepEqual([await stages(id), await openReports(id)], [['chargeback won'], 3])
      })
    })

    describe('while the database is away', () => {
      /** Looks for cards fail until `back`. */
      const withoutCards = () => {
        const { db } = world.service.store
        const breaking = <D extends typeof db>(one: D): D => {
          const [select, marked] = [one.selectFrom, one.withPlugin] as ((given: never) => unknown)[]
          const selectFrom = (table: never) => {
            if (['cards', 'card_tokens'].includes(table)) throw away()
            return select?.call(one, table)
          }
          // Reads of all accounts go through a marked copy.
          return Object.assign(one, {
            selectFrom,
            withPlugin: (plugin: never) => breaking(marked?.call(one, plugin) as D),
          })
        }
        const { selectFrom, withPlugin } = db
        breaking(db)
        return () => Object.assign(db, { selectFrom, withPlugin })
      }

      test('a late approval, under a reference with the form of a card number, waits and stops no process', async (t) => {
        const unhandled: unknown[] = []
        const listen = (error: unknown) => unhandled.push(error)
        process.on('unhandledRejection', listen)
        t.after(() => process.off('unhandledRejection', listen))
        const answer = Promise.withResolvers<AuthoriseOutcome>()
        authorise = () => answer.promise
        const id = (await payByCard(world, merchant, CARD)).body.error ? (await declinedLast()).id : ''
        authorise = undefined
        const back = withoutCards()
        answer.resolve(approved(CARD))
        for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        back()
        const undone = async () => {
          const { db } = world.service.store
          const rows = await db
            .selectFrom('advices')
            .select('network_reference')
            .where('operation_id', '=', id)
            .where('network_reference', 'is not', null)
            .execute()
          return rows.map(({ network_reference }) => network_reference)
        }
        for (let turn = 1; turn < 100 && (await undone()).length === 0; turn += 1) await world.work()
        assert.deepEqual(await undone(), ['424242XXXXXX4242'])
        assert.deepEqual(unhandled, [])
      })

      test('an approval whose reference cannot be looked at is not an error for the client, who would pay again', async () => {
        let back = () => {}
        authorise = async () => {
          back = withoutCards()
          // Not the number of this payment's card, which is masked without a look.
          return approved('5555555555554444')
        }
        const { status, body } = await payByCard(world, merchant, CARD)
        back()
        authorise = undefined
        assert.deepEqual([status, body.result?.operations[0].status], [200, 'P'])
      })

      test('an approval that cannot be written down is written down later, and not undone', async () => {
        const { store } = world.service
        const real = store.commit
        authorise = async () => {
          Object.assign(store, {
            commit: async () => {
              Object.assign(store, { commit: real })
              throw away()
            },
          })
          return approved(`R${nextDigits()}`)
        }
        const id = await cardPayment()
        authorise = undefined
        assert.equal(await untilDecided(id), 'paid')
        await assertAudited(world)
      })
    })

    /** The last payment that was declined. */
    const declinedLast = async () => {
      const last = (await operationsOf(world, merchant)).filter(({ status }) => status === 'declined').at(-1)
      assert.ok(last)
      return last
    }
  })
}
