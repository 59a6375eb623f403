// What every bank on SPEI must do, whoever it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type IssuedAccount, type SpeiBank, speiBankAnswers } from '../../src/connectors/spei-bank.ts'
import { isValidClabe } from '../../src/core/clabe.ts'
import { speiDay } from '../../src/core/time.ts'
import { patient } from '../ports.ts'

/** Registers the suite. `open()` answers a connected bank; `id()` an id that nobody has used, letters and digits. */
export function speiBankContract(needs: { open: () => Promise<SpeiBank>; id: () => string }): void {
  const issue = async (bank: SpeiBank, ownerId = needs.id()) => {
    const issued = await bank.issueAccount({ ownerId }, patient())
    assert.equal(issued.kind, 'issued')
    return issued as IssuedAccount
  }

  test('it has a name', async () => {
    assert.match((await needs.open()).name, /^[a-z][a-z-]*$/)
  })

  test('an account is a valid CLABE with the name of its bank and a payment_id', async () => {
    const issued = await issue(await needs.open())
    assert.ok(isValidClabe(issued.clabe), issued.clabe)
    assert.notEqual(issued.bankName, '')
    assert.match(issued.paymentId, /^\d+$/)
  })

  test('two owners never share an account, however many ask at once', async () => {
    const bank = await needs.open()
    const all = await Promise.all(Array.from({ length: 60 }, () => issue(bank)))
    assert.equal(new Set(all.map((issued) => issued.clabe)).size, all.length)
    assert.equal(new Set(all.map((issued) => issued.paymentId)).size, all.length)
  })

  test('an owner that asks again gets the same account', async () => {
    const bank = await needs.open()
    const ownerId = needs.id()
    assert.deepEqual(await issue(bank, ownerId), await issue(bank, ownerId))
  })

  test('an account is closed, again and again', async () => {
    const bank = await needs.open()
    const { clabe } = await issue(bank)
    for (const _ of [1, 2]) assert.deepEqual(await bank.closeAccount({ clabe }, patient()), { kind: 'closed' })
  })

  test('a deadline that has passed makes no method throw', async () => {
    const bank = await needs.open()
    const { clabe } = await issue(bank)
    const over = AbortSignal.abort()
    const { kind: issued } = await bank.issueAccount({ ownerId: needs.id() }, over)
    assert.ok(Object.hasOwn(speiBankAnswers.issueAccount, issued), issued)
    const { kind: closed } = await bank.closeAccount({ clabe }, over)
    assert.ok(Object.hasOwn(speiBankAnswers.closeAccount, closed), closed)
    const to = { destination: '032180000118359719', beneficiary: 'Ana', amountCentavos: 100, concept: 'Nada' }
    const { kind: sent } = await bank.transfer({ trackingKey: needs.id(), ...to }, over)
    assert.ok(Object.hasOwn(speiBankAnswers.transfer, sent), sent)
    const { kind: found } = await bank.findTransfer({ trackingKey: needs.id(), day: '2026-11-20' }, over)
    assert.ok(Object.hasOwn(speiBankAnswers.findTransfer, found), found)
  })

  test('it says for how long a tracking key keeps it from sending twice', async () => {
    assert.match((await needs.open()).keyLife, /^(always|banking-day)$/)
  })

  test('a transfer is taken, again and again under one tracking key, and found under it', async () => {
    const bank = await needs.open()
    const transfer = {
      trackingKey: needs.id(),
      destination: '032180000118359719',
      beneficiary: 'Ana Núñez',
      amountCentavos: 9_990,
      concept: 'Devolución',
    }
    const day = speiDay(Date.now())
    for (const _ of [1, 2]) {
      const { kind } = await bank.transfer(transfer, patient())
      assert.ok(kind === 'accepted' || kind === 'settled', kind)
      const found = await bank.findTransfer({ trackingKey: transfer.trackingKey, day }, patient())
      assert.ok(found.kind === 'accepted' || found.kind === 'settled', found.kind)
    }
  })

  test('a transfer that was never asked for has never been seen', async () => {
    const bank = await needs.open()
    const day = speiDay(Date.now())
    for (const _ of [1, 2]) {
      const found = await bank.findTransfer({ trackingKey: needs.id(), day }, patient())
      assert.deepEqual(found, { kind: 'never-seen' })
    }
  })

  test('many ask for one transfer at once, and all are told that it is taken', async () => {
    const bank = await needs.open()
    const transfer = {
      trackingKey: needs.id(),
      destination: '032180000118359719',
      beneficiary: 'Ana Núñez',
      amountCentavos: 100,
      concept: 'Devolución',
    }
    const kinds = await Promise.all(
      Array.from({ length: 8 }, async () => (await bank.transfer(transfer, patient())).kind),
    )
    assert.ok(
      kinds.every((kind) => kind === 'accepted' || kind === 'settled'),
      String(kinds),
    )
  })

  test('a transfer to what is no CLABE is rejected with a reason', async () => {
    const bank = await needs.open()
    for (const destination of ['', '032180000118359718', '0321800001183597190', 'abc']) {
      const request = { trackingKey: needs.id(), destination, beneficiary: 'Ana', amountCentavos: 100, concept: 'Nada' }
      const outcome = await bank.transfer(request, patient())
      assert.equal(outcome.kind, 'rejected', destination)
      assert.notEqual((outcome as { reason: string }).reason, '')
    }
  })
}
