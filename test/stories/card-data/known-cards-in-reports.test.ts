// Whatever networks report with the number of a card in it is taken, matched once and paid; the number itself is kept and shown nowhere.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import type { CashNetwork } from '../../../src/connectors/cash-network.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import type { Notice } from '../../../src/connectors/notice.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import type { SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { makeClabe } from '../../../src/core/banks/clabe.ts'
import { mexicoCityDay, speiDay } from '../../../src/core/time.ts'
import { type StatedMovement, statementText } from '../../../src/reconciliation/write-statement.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { assertAudited, operationOf, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { everyRow } from '../../support/harness/rows.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

/** Of the form of a card number, and of nobody's card: as an id it is an id, in a text it is masked. */
const STRANGE = '5555555555554444'
const SPACED = '4242 4242 4242 4242'
const MASKED = '424242XXXXXX4242'
/** Of a card without a token. */
const TYPED = '4000056655665556'

for (const engine of ENGINES) {
  describe(`reports of networks that contain a card number [${engine}]`, () => {
    let world: World
    let merchant: Merchant
    let issued = 0
    let notices: Notice[] = []
    let rejects = ''
    const inbound = [
      {
        method: 'POST' as const,
        path: '/told',
        receive: async () => ({ kind: 'taken' as const, notices, answer: { status: 200, body: '{}' } }),
      },
    ]
    const cashNetwork: Connected<CashNetwork> = {
      name: 'red-de-prueba',
      issue: async () => {
        issued += 1
        const reference = String(issued).padStart(14, '0')
        const bank = { bankAccountNumber: '646180118012345673', bankName: 'STP' }
        return { kind: 'issued', reference, paymentId: reference, shortId: reference, ...bank }
      },
      cancel: async () => ({ kind: 'cancelled' }),
      giveBack: async () => ({ kind: 'refused', reason: `no cash for ${STRANGE}` }),
      inbound,
    }
    const speiBank: Connected<SpeiBank> = {
      name: 'banco-de-prueba',
      keyLife: 'banking-day',
      issueAccount: async () => {
        issued += 1
        const clabe = makeClabe({ bank: '646', place: '180', account: `11${String(issued).padStart(9, '0')}` })
        return { kind: 'issued', clabe, bankName: 'STP', paymentId: clabe.slice(-10) }
      },
      closeAccount: async () => ({ kind: 'closed' }),
      transfer: async () => ({ kind: 'rejected', reason: rejects }),
      findTransfer: async () => ({ kind: 'never-seen' }),
      inbound,
    }
    const own = sandboxAcquirer()
    const acquirer: Acquirer = {
      ...own,
      authorise: async ({ card: { number } }) => {
        return { kind: 'approved', authorizationCode: number, networkReference: `R${number}` }
      },
      refund: async () => ({ kind: 'refused', reason: `the card ${SPACED} is closed` }),
    }
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { cashNetwork, speiBank, acquirer } })
      merchant = await world.merchant()
      await tokenFor(world, merchant, APPROVED)
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })

    const tell = async (name: string, ...all: Notice[]) => {
      notices = all
      const answer = await world.send({ method: 'POST', url: `/v1/networks/${name}/told`, payload: '{}' })
      assert.equal(answer.status, 200, answer.text)
    }
    /** Of all reports of stores, so that none is of another day than the statement. */
    const day = mexicoCityDay(Date.now())
    const cash = (networkReference: string, networkTransaction: string): Notice => ({
      kind: 'payment',
      networkTransaction,
      institution: 'OXXO',
      operationDay: day,
      networkReference,
      amountCentavos: 15_000,
    })
    const statusOf = async (id: string) => (await operationOf(merchant, id)).status

    test('a ticket that is the number of a known card pays its voucher once, however often it is reported', async () => {
      const [one, two] = [await storeVoucher(merchant), await storeVoucher(merchant)]
      for (const _ of [1, 2]) await tell('red-de-prueba', cash(one.payment_id, APPROVED))
      await tell('red-de-prueba', cash(two.payment_id, `X-${SPACED}`))
      const paid = await operationOf(merchant, one.transaction)
      assert.deepEqual([paid.status, paid.authorization_code], ['N', MASKED])
      assert.equal(await statusOf(two.transaction), 'N')
      const rows = await world.service.store.db.selectFrom('payments_received').select('network_transaction').execute()
      assert.deepEqual(rows.map((row) => row.network_transaction).sort(), [MASKED, 'X-XXXX XXXX XXXX XXXX 4242'])
    })

    test('an id of the same form that is no known card stays as it is', async () => {
      const { transaction, payment_id } = await storeVoucher(merchant)
      await tell('red-de-prueba', cash(payment_id, STRANGE))
      assert.equal((await operationOf(merchant, transaction)).authorization_code, STRANGE)
    })

    test('a payer’s name and a bank’s reason are texts: any card number in them is masked', async () => {
      const { transaction, bank_account_number: clabe } = await speiVoucher(merchant)
      const paid = {
        kind: 'payment',
        institution: '012',
        operationDay: speiDay(Date.now()),
        networkReference: clabe,
        payerClabe: '012180001554321090',
        payerName: `ANA ${STRANGE}`,
      } as const
      await tell('banco-de-prueba', { ...paid, networkTransaction: 'NAME1', amountCentavos: 700 })
      rejects = `la cuenta ${SPACED} no existe`
      await world.work()
      await tell('banco-de-prueba', { ...paid, networkTransaction: 'NAME2', amountCentavos: 15_000 })
      assert.equal(await statusOf(transaction), 'N')
      const transfers = (await merchant.get('/v1/transfers')).body.result.transfers
      assert.deepEqual(
        transfers.map((one: { status: string; reason: string }) => [one.status, one.reason]),
        [['rejected', 'la cuenta **** **** **** **** no existe']],
      )
      const [sent] = await world.service.store.db.selectFrom('transfers').select(['tracking_key']).execute()
      await tell('banco-de-prueba', {
        kind: 'transfer',
        trackingKey: sent?.tracking_key ?? '',
        state: 'returned',
        reason: `tarjeta ${STRANGE}`,
      })
    })

    test('an acquirer answers with the card number, and refuses a refund with it', async () => {
      const paid = await sendCharge(world, merchant, chargeOf(await tokenFor(world, merchant, APPROVED)))
      assert.equal(paid.status, 200, paid.text)
      assert.ok(!paid.text.includes(APPROVED))
      const { transaction, authorization_code } = paid.body.result.operations[0]
      assert.equal(authorization_code, MASKED)
      const refund = await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: 10 })
      await world.work()
      const failed = (await merchant.get(`/v1/refunds/${refund.body.result.id}`)).body.result
      assert.deepEqual([failed.status, failed.failure], ['failed', 'the card **** **** **** **** is closed'])
    })

    test('an acquirer answers with the number of a card that was typed for this payment only', async () => {
      const card = { number: TYPED, holder_name: 'ANA LOPEZ', cvv: '123', expiration: '3912' }
      const paid = await sendCharge(world, merchant, chargeOf('', { recurrent: undefined, card }))
      assert.equal(paid.status, 200, paid.text)
      assert.equal(paid.body.result.operations[0].authorization_code, '400005XXXXXX5556')
    })

    test('a statement line under such an id is matched with the payment that was reported under it', async () => {
      const line: StatedMovement = {
        rail: 'store',
        kind: 'payment',
        day,
        amountCentavos: 15_000,
        feeCentavos: 0,
        institution: 'OXXO',
        id: APPROVED,
        reference: SPACED,
        payerClabe: '',
        paidAt: '',
      }
      const content = statementText({ network: 'red-de-prueba', firstDay: day, lastDay: day }, [line])
      for (const _ of [1, 2]) await tell('red-de-prueba', { kind: 'statement', content })
      const rows = await world.service.store.db
        .selectFrom('statement_lines')
        .select(['movement', 'verdict', 'cause_id', 'differs'])
        .execute()
      assert.deepEqual(
        rows.map(({ cause_id, ...row }) => ({ ...row, isMatched: cause_id?.startsWith('pay_') })),
        [{ movement: MASKED, verdict: 'matched', differs: '', isMatched: true }],
      )
    })

    test('no record or event has the number', async () => {
      for (const [table, rows] of await everyRow(world))
        for (const row of rows)
          for (const number of [APPROVED, SPACED, TYPED]) assert.ok(!row.includes(number), `${table}: ${row}`)
      for (const path of [
        '/v1/operations',
        '/v1/events?limit=500',
        '/v1/transfers',
        '/v1/received-payments',
        '/v1/refunds',
      ]) {
        const { status, text } = await merchant.get(path)
        assert.equal(status, 200, path)
        for (const number of [APPROVED, SPACED, TYPED]) assert.ok(!text.includes(number), path)
      }
      await assertAudited(world)
    })
  })
}
