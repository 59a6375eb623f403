// The promise: killed between any two writes and calls of a report, a reversal, a refund, a return, a release or a retry, no money is lost, sent twice or stuck,
// even when the bank would send again whatever it is asked again.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { readClockState, writeClockState } from '../../src/store/clock-state.ts'
import type { Store } from '../../src/store/store.ts'
import { found } from '../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import type { Child } from './child.ts'
import { BANK, CLOSED, type Entry } from './money-child.ts'
import { type Kills, openRounds } from './rounds.ts'

const CHILD = 'test/faults/money-child.ts'
const PAYER = '012180001554321090'
const OTHER = '002010077777777771'
const MONDAY_MS = Date.parse('2031-06-02T10:00:00-06:00')
const SUBJECTS = [
  'a payment',
  'a payment that goes back',
  'a reversal',
  'the making of a refund',
  'the account of a refund',
  'the retry of a refund',
  'a step of a refund',
  'a release to its payer',
  'a release to its voucher',
  'a retry',
  'the return of a transfer',
  'the request to the bank',
  'the answer of the bank',
]
const STEPS = [
  ...SUBJECTS.flatMap((name) => [`before ${name}`, `after ${name}`]),
  'before the bank sends',
  'after the bank sends',
]

interface Shown {
  id: string
  status: string
  tracking_key: string
  replaced_by: string | null
  amount: { amount: string }
}

async function moveToMonday(store: Store): Promise<void> {
  const state = await readClockState(store)
  await writeClockState(store, { ...state, offsetMs: MONDAY_MS - Date.now() })
}

for (const engine of ENGINES) {
  describe(`killed at any step of a report, a reversal, a refund, a return, a release and a retry [${engine}]`, () => {
    after(stopPostgres)

    test('every payee gets the money once, and the books are right', async (t) => {
      const {
        books: all,
        ask,
        ok,
        post,
        arm,
        disarm,
        killAtEach,
      } = await openRounds<Entry>(t, engine, CHILD, { prepare: moveToMonday })
      const transferOf = (centavos: number, status: string): Promise<Shown> => {
        const amount = (centavos / 100).toFixed(2)
        return found(`a transfer of ${amount} that is ${status}`, async () => {
          const { transfers } = await ok('GET', '/v1/transfers?limit=50')
          return transfers.find(
            (one: Shown) => one.amount.amount === amount && one.status === status && one.replaced_by === null,
          )
        })
      }
      const refundIn = (id: string, status: string) =>
        found(`the refund ${id} that is ${status}`, async () => {
          const refund = await ok('GET', `/v1/refunds/${id}`)
          return refund.status === status ? refund : undefined
        })
      /** The path of the page on which the payer says the account. */
      const pageOf = (email: string): Promise<string> =>
        found(`a letter to ${email}`, async () => {
          const { messages } = await ok('GET', '/v1/sandbox/mailbox?limit=50')
          const letter = messages.find((one: { recipient: string }) => one.recipient === email)
          const url = /https?:\S+\/r\/[\w-]{24}/.exec(letter?.body ?? '')?.[0]
          return url === undefined ? undefined : new URL(url).pathname
        })

      /** One of everything; its amounts are no other round's. */
      const play = async (round: number, kills: Kills) => {
        const [refunded = 0, sentBack = 0, kept = 0, accepted = 0, partly = 0, byPage = 0] = [1, 2, 3, 4, 5, 6].map(
          (n) => 10_000 + round * 10 + n,
        )
        const issue = async (rail: string, centavos: number, n: number) =>
          (await post(`/v1/payment/${rail}`, { total: centavos / 100 }, `${round} issue ${n}`)).transaction
        const cash = 'convenience-store'
        const [one, two] = [await issue('spei', refunded, 1), await issue('spei', sentBack + 500, 2)]
        const [three, four, five] = [
          await issue(cash, kept + 500, 3),
          await issue(cash, kept, 4),
          await issue(cash, accepted, 5),
        ]
        const [six, seven] = [await issue('spei', partly + 5_000, 6), await issue(cash, byPage + 5_000, 7)]
        arm(kills)

        const pay = (rail: string, body: object, n: number) =>
          post(`/v1/sandbox/pay/${rail}`, body, `${round} pay ${n}`)
        await pay('spei', { transaction: one, payer_clabe: CLOSED }, 1)
        await post(`/v1/operations/apply-reversal/${one}`, {}, `${round} reverse`)
        const failed = await transferOf(refunded, 'rejected')
        await post(`/v1/transfers/${failed.id}/retry`, { clabe: OTHER }, `${round} retry 1`)
        await transferOf(refunded, 'settled')

        await pay('spei', { transaction: two, amount: sentBack / 100, payer_clabe: PAYER }, 2)
        const sent = await transferOf(sentBack, 'settled')
        const back = { key: sent.tracking_key, amount: sentBack }
        await ask((child) => child.call('POST', `/v1/networks/${BANK}/returns`, back))
        const returned = await transferOf(sentBack, 'returned')
        await post(`/v1/transfers/${returned.id}/retry`, { clabe: OTHER }, `${round} retry 2`)
        await transferOf(sentBack, 'settled')

        const held = await pay('store', { transaction: three, amount: kept / 100 }, 3)
        const to = { action: 'return', clabe: OTHER, beneficiary: 'Ana' }
        await post(`/v1/received-payments/${held.id}/release`, to, `${round} release 1`)
        await transferOf(kept, 'settled')

        await pay('store', { transaction: four, ticket: `ROUND${round}` }, 4)
        const clash = await pay('store', { transaction: five, ticket: `ROUND${round}` }, 5)
        assert.equal(clash.reason, 'identity-conflict')
        await post(`/v1/received-payments/${clash.id}/release`, { action: 'accept' }, `${round} release 2`)

        const destination = { clabe: OTHER, name: 'Ana Lopez' }
        await pay('spei', { transaction: six, payer_clabe: CLOSED }, 6)
        const part = await post(`/v1/operations/${six}/refunds`, { amount: partly / 100 }, `${round} refund 1`)
        await refundIn(part.id, 'failed')
        await post(`/v1/refunds/${part.id}/retry`, { destination }, `${round} retry 3`)
        await refundIn(part.id, 'settled')

        await pay('store', { transaction: seven }, 7)
        const email = `payer-${round}@example.mx`
        const asked = { amount: byPage / 100, destination: { email } }
        const paged = await post(`/v1/operations/${seven}/refunds`, asked, `${round} refund 2`)
        const path = await pageOf(email)
        const submit = async (child: Child) => ({
          status: await child.form(path, destination),
          body: {},
          headers: new Headers(),
        })
        assert.equal((await ask(submit)).status, 303)
        await refundIn(paged.id, 'settled')
        disarm()

        const statuses = []
        for (const id of [one, two, three, four, five, six, seven])
          statuses.push((await ok('GET', `/v1/operations/${id}`)).status)
        assert.deepEqual(statuses, ['C', 'P', 'P', 'N', 'N', 'N', 'N'])
        const books = all()
          .filter(({ amount }) => [refunded, sentBack, kept, partly, byPage].includes(amount ?? 0))
          .map(({ what, destination, amount }) => `${what} ${amount} to ${destination}`)
        assert.deepEqual(books, [
          `rejected ${refunded} to ${CLOSED}`,
          `sent ${refunded} to ${OTHER}`,
          `sent ${sentBack} to ${PAYER}`,
          `sent ${sentBack} to ${OTHER}`,
          `sent ${kept} to ${OTHER}`,
          `rejected ${partly} to ${CLOSED}`,
          `sent ${partly} to ${OTHER}`,
          `sent ${byPage} to ${OTHER}`,
        ])
      }

      await killAtEach(STEPS, play, { killsARound: 7, onEngines: ENGINES })
      const { balances } = await ok('GET', '/v1/ledger/balances?start_date=2031-06-01&end_date=2031-06-30')
      for (const { account, closing } of balances) {
        if (['payable:returns', 'returns', 'payable:suspense'].includes(account)) assert.equal(closing, '0.00', account)
      }
      assert.deepEqual((await ok('GET', '/v1/transfers?status=open')).transfers, [])
    })
  })
}
