// What every network of stores must do, whoever carries it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CashNetwork, cashNetworkAnswers, type IssuedReference } from '../../src/connectors/cash-network.ts'
import { chains } from '../../src/core/chains.ts'
import { patient } from '../ports.ts'

/** Registers the suite. `open()` answers a connected network; `operationId()` an id that nobody has used. */
export function cashNetworkContract(needs: { open: () => Promise<CashNetwork>; operationId: () => string }): void {
  const issue = async (network: CashNetwork, chain: string, operationId = needs.operationId()) => {
    const request = { operationId, chain, amountCentavos: 15_000, expiresAt: '2099-12-31T05:59:59.999Z' }
    const issued = await network.issue(request, patient())
    assert.equal(issued.kind, 'issued')
    return issued as IssuedReference
  }

  test('it has a name', async () => {
    assert.match((await needs.open()).name, /^[a-z][a-z-]*$/)
  })

  for (const { shortName, referenceDigits } of chains) {
    test(`a reference of ${shortName} has ${referenceDigits} digits, and every name that a payer needs`, async () => {
      const issued = await issue(await needs.open(), shortName)
      assert.match(issued.reference, new RegExp(`^\\d{${referenceDigits}}$`))
      for (const text of [issued.paymentId, issued.shortId, issued.bankAccountNumber, issued.bankName]) {
        assert.notEqual(text, '')
      }
    })
  }

  test('two operations never share a reference, a payment_id or a short_id, however many ask at once', async () => {
    const network = await needs.open()
    const all = await Promise.all(Array.from({ length: 60 }, (_, n) => issue(network, n % 2 ? 'OXXO' : 'SORIANA')))
    for (const name of ['reference', 'paymentId', 'shortId'] as const) {
      assert.equal(new Set(all.map((issued) => issued[name])).size, all.length, name)
    }
  })

  test('an operation that asks again gets the same reference', async () => {
    const network = await needs.open()
    const operationId = needs.operationId()
    assert.deepEqual(await issue(network, 'OXXO', operationId), await issue(network, 'OXXO', operationId))
  })

  test('a chain that it does not serve and an amount that the chain does not take are refused', async () => {
    const network = await needs.open()
    const request = { chain: 'OXXO', amountCentavos: 15_000, expiresAt: '2099-12-31T05:59:59.999Z' }
    const ask = async (part: Partial<typeof request>) =>
      (await network.issue({ ...request, ...part, operationId: needs.operationId() }, patient())).kind
    assert.equal(await ask({ chain: 'NOBODY' }), 'refused')
    assert.equal(await ask({ amountCentavos: 1_000_001 }), 'refused')
    assert.equal(await ask({ amountCentavos: 99 }), 'refused')
  })

  test('a reference that nobody has paid is cancelled, again and again', async () => {
    const network = await needs.open()
    const operationId = needs.operationId()
    const { reference } = await issue(network, 'OXXO', operationId)
    for (const _ of [1, 2])
      assert.deepEqual(await network.cancel({ operationId, reference }, patient()), { kind: 'cancelled' })
  })

  test('a deadline that has passed makes no method throw', async () => {
    const network = await needs.open()
    const operationId = needs.operationId()
    const request = { operationId, chain: 'OXXO', amountCentavos: 15_000, expiresAt: '2099-12-31T05:59:59.999Z' }
    const over = AbortSignal.abort()
    const { kind: issued } = await network.issue(request, over)
    assert.ok(Object.hasOwn(cashNetworkAnswers.issue, issued), issued)
    const { kind: cancelled } = await network.cancel({ operationId, reference: '93000000000420' }, over)
    assert.ok(Object.hasOwn(cashNetworkAnswers.cancel, cancelled), cancelled)
    const ticket = { networkTransaction: 'ticket-1', chain: 'OXXO', day: '2026-11-20' }
    const back = { returnId: operationId, ...ticket, amountCentavos: 15_000 }
    const { kind: given } = await network.giveBack(back, over)
    assert.ok(Object.hasOwn(cashNetworkAnswers.giveBack, given), given)
  })

  test('money is given back under an id of ours, again and again', async () => {
    const network = await needs.open()
    const back = {
      returnId: needs.operationId(),
      networkTransaction: 'ticket-1',
      chain: 'OXXO',
      day: '2026-11-20',
      amountCentavos: 15_000,
    }
    for (const _ of [1, 2]) assert.deepEqual(await network.giveBack(back, patient()), { kind: 'sent' })
  })
}
