// Changes of an account's fees by processes whose clocks differ.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeFee } from '../../../src/accounts/fees/schedules.ts'
import { processActor } from '../../../src/accounts/trail/record.ts'
import type { Clock } from '../../../src/core/clock.ts'
import { instantPlus } from '../../../src/core/time.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const BEHIND_MS = 900

onBothEngines('changes of fees', (world) => {
  test('count in the order in which they were made, also when the second process has a clock that is behind', async () => {
    const merchant = await world().merchant()
    const { store, clock } = world().service
    const behind: Clock = {
      ...clock,
      now: () => instantPlus(clock.now(), -BEHIND_MS),
      epochMs: () => clock.epochMs() - BEHIND_MS,
      wallMs: () => clock.wallMs() - BEHIND_MS,
    }
    const { accountId } = merchant
    for (const [by, percentageMillis] of [
      [clock, 2_000],
      [behind, 3_000],
    ] as const)
      await changeFee({ store, clock: by }, processActor('accounts'), {
        accountId,
        rail: 'card',
        newTerms: { percentageMillis, fixedCentavos: 0 },
      })
    const { fees } = (await merchant.get('/v1/fees')).body.result
    assert.equal(fees.find((one: { payment_method: string }) => one.payment_method === 'POS').percentage, 3)
    await assertAudited(world())
  })

  test('of two at once from the same terms, one starts anew', async () => {
    const merchant = await world().merchant()
    const { store, clock } = world().service
    const { accountId } = merchant
    await Promise.all(
      [1, 2, 3, 4].map((nth) =>
        changeFee({ store, clock }, processActor('accounts'), {
          accountId,
          rail: 'spei',
          newTerms: { percentageMillis: nth * 1_000, fixedCentavos: 0 },
        }),
      ),
    )
    const changes = await store.db
      .selectFrom('fee_changes')
      .select('number')
      .where('account_id', '=', accountId)
      .where('rail', '=', 'spei')
      .orderBy('number')
      .execute()
    assert.deepEqual(
      changes.map(({ number }) => number),
      [1, 2, 3, 4, 5],
    )
    await assertAudited(world())
  })
})
