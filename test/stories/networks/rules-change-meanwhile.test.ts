// A network may take long to issue a reference. The rules that hold when it answers apply to the voucher: an account that was told of a new rule sees no voucher under the old one.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { limitAccount, suspendAccount } from '../../../src/accounts/change-standing.ts'
import { changeFee } from '../../../src/accounts/fees/schedules.ts'
import { processActor } from '../../../src/accounts/trail/record.ts'
import type { CashNetwork } from '../../../src/connectors/cash-network.ts'
import { sandboxCashNetwork } from '../../../src/connectors/sandbox/cash-network.ts'
import { sandboxSpeiBank } from '../../../src/connectors/sandbox/spei-bank.ts'
import type { SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { createClock } from '../../../src/core/clock.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { done, openWorld } from '../../support/harness/world.ts'

/** A world whose networks answer only after a given change. */
async function slowNetworks(engine: Engine) {
  let meanwhile: (() => Promise<unknown>) | undefined
  const ofNetworks = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 2 })
  const [ownCash, ownBank] = [sandboxCashNetwork(ofNetworks), sandboxSpeiBank(ofNetworks, createClock())]
  const late = async () => {
    const happens = meanwhile
    meanwhile = undefined
    await happens?.()
  }
  const cashNetwork: CashNetwork = {
    ...ownCash,
    name: 'slow-cash',
    issue: async (...asked) => {
      await late()
      return ownCash.issue(...asked)
    },
  }
  const speiBank: SpeiBank = {
    ...ownBank,
    name: 'slow-bank',
    issueAccount: async (...asked) => {
      await late()
      return ownBank.issueAccount(...asked)
    },
  }
  const world = await openWorld(
    engine,
    { NETWORK_TIMEOUT_MS: '60000' },
    { connectors: { cashNetwork: { ...cashNetwork, simulated: false }, speiBank: { ...speiBank, simulated: false } } },
  )
  return {
    world,
    while: (happens: () => Promise<unknown>) => {
      meanwhile = happens
    },
    close: async () => {
      await world.close()
      await ofNetworks.close()
    },
  }
}

const BY = processActor('accounts')
const WAYS = [
  ['/v1/payment/convenience-store', { total: 150, store: 'OXXO' }, 'store'],
  ['/v1/payment/spei', { total: 150 }, 'spei'],
] as const

for (const engine of ENGINES)
  describe(`a rule that changes while a network issues a reference [${engine}]`, () => {
    after(stopPostgres)

    for (const [path, body, rail] of WAYS) {
      test(`${rail}: an account that is suspended gets no voucher`, async (t) => {
        const slow = await slowNetworks(engine)
        t.after(slow.close)
        const { world } = slow
        const merchant = await world.merchant()
        const { accountId } = merchant
        slow.while(async () => {
          await suspendAccount(world.service, { accountId, because: 'fraude' }, BY)
          // The process reads the change with its next request.
          await merchant.get('/v1/operations?limit=1')
        })
        const { status, body: answer } = await merchant.post(path, body)
        assert.deepEqual([status, answer.error?.reason], [403, 'account-suspended'])
        const made = await world.service.store.db.selectFrom('operations').select('id').execute()
        assert.deepEqual(made, [])
        await assertAudited(world)
      })

      test(`${rail}: it costs the new fee, and keeps to the new limit`, async (t) => {
        const slow = await slowNetworks(engine)
        t.after(slow.close)
        const { world } = slow
        const merchant = await world.merchant()
        const { accountId } = merchant
        const newTerms = { percentageMillis: 0, fixedCentavos: 700 }
        slow.while(async () => {
          await changeFee(world.service, BY, { accountId, rail, newTerms })
          await merchant.get('/v1/operations?limit=1')
        })
        await done(merchant.post(path, body))
        const made = await world.service.store.db
          .selectFrom('operations')
          .select(['fee_centavos', 'iva_centavos'])
          .execute()
        assert.deepEqual(made, [{ fee_centavos: 700, iva_centavos: 112 }])
        slow.while(async () => {
          const limits = { payment_limit_centavos: 10_000, day_limit_centavos: null }
          await limitAccount(world.service, { accountId, limits }, BY)
          await merchant.get('/v1/operations?limit=1')
        })
        const refused = await merchant.post(path, body)
        assert.equal(refused.body.error?.reason, 'payment-beyond-limit', refused.text)
        await assertAudited(world)
      })
    }
  })
