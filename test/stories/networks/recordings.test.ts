// The promise: what a service in production says to its networks, and they to it, is recorded without a card, a code, a secret, an account or a name;
// and the recording plays as the networks, so that the same story ends the same.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { playRecording } from '../../../src/connectors/recordings/player.ts'
import { readRecording } from '../../../src/connectors/recordings/recording.ts'
import { audit } from '../../../src/service/audit.ts'
import { cards, fakeOpenpay, PRIVATE_KEY, WEBHOOK_PASSWORD } from '../../openpay/fake-openpay.ts'
import { networksOver } from '../../openpay/production.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'
import { productionService } from '../../support/harness/production.ts'

after(stopPostgres)

const PAYER = '012180001554321090'
const SECURITY_CODE = '739'
type Service = Awaited<ReturnType<typeof productionService>>

for (const engine of PRODUCTION) {
  describe(`recordings of connectors [${engine}]`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-recorded-'))
    const open: { close(): Promise<void> }[] = []
    after(async () => {
      for (const one of open) await one.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const isPaid = async (it: Service, id: string): Promise<void> => {
      for (const since = Date.now(); (await it.statusOf(id)) !== 'N'; ) {
        assert.ok(Date.now() - since < 60_000, 'it is not paid')
        await it.work()
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }

    /** `happens`: what the network does by itself, where somebody must play it. */
    const story = async (
      it: Service,
      happens: Record<'till' | 'deposit', (id: string, clabe: string) => Promise<void>>,
    ) => {
      const charged = await it.pay(await it.tokenFor(cards.approved.number, SECURITY_CODE), 150, '', {
        payer: { name: 'Lucía Prado', email: 'lucia@ejemplo.mx', phone: '+52 55 1234 5678' },
      })
      assert.equal(charged.status, 200, charged.text)
      const card = charged.body.result.operations[0].transaction
      const declined = await it.pay(await it.tokenFor(cards.declined.card.number, SECURITY_CODE), 150)
      const refund = await it.call('POST', `/v1/operations/${card}/refunds`, { amount: 50 })
      assert.ok(refund.status < 300, refund.text)
      await it.settle(2)
      const store = await it.call('POST', '/v1/payment/convenience-store', { total: 80, store: '7-Eleven' })
      assert.equal(store.status, 200, store.text)
      await happens.till(store.body.result.transaction, '')
      await isPaid(it, store.body.result.transaction)
      const spei = await it.call('POST', '/v1/payment/spei', { total: 150.1 })
      assert.equal(spei.status, 200, spei.text)
      const { transaction, bank_account_number: clabe } = spei.body.result
      await happens.deposit(transaction, clabe)
      await isPaid(it, transaction)
      const { clean } = await audit(it.store)
      const transfers = await it.call('GET', `/v1/operations/${card}`)
      return {
        declined: [declined.status, declined.body.error.code, declined.body.error.detail],
        refunded: transfers.body.result.refunded ?? transfers.body.result.refunds?.length,
        clean,
      }
    }

    test('a recorded story has nothing in it that must not be kept, and played it ends the same', async () => {
      const recording = await productionService(engine, async (nowMs) => {
        const fake = await fakeOpenpay({ nowMs })
        const networks = { ...networksOver(fake), RECORD_CONNECTORS: folder }
        return { fake, networks, close: fake.close }
      })
      open.push(recording)
      const { fake } = recording.played
      const notify = async (route: string, type: string, transaction: object) => {
        const path = `/v1/networks/openpay/${route}`
        assert.equal((await recording.send('POST', path, fake.event(type, transaction), fake.headers())).status, 200)
      }
      const recorded = await story(recording, {
        till: async (id) => {
          const charge = fake.charge(id) ?? {}
          charge.status = 'completed'
          await notify('store-notices', 'charge.succeeded', charge)
        },
        deposit: async (_, clabe) => notify('bank-notices', 'spei.received', fake.deposit(clabe, 150.1)),
      })
      const clabes = [...fake.customers.values()].map(({ clabe }) => clabe)

      const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
      const canaries = [
        cards.approved.number,
        cards.declined.card.number,
        `"${SECURITY_CODE}"`,
        PRIVATE_KEY,
        WEBHOOK_PASSWORD,
        Buffer.from(`${PRIVATE_KEY}:`).toString('base64'),
        Buffer.from(`openpay:${WEBHOOK_PASSWORD}`).toString('base64'),
        'lucia@ejemplo.mx',
        '5512345678',
        'Prado',
        'LOPEZ',
        PAYER,
        ...clabes,
      ]
      for (const text of texts)
        for (const canary of canaries) assert.ok(!text.includes(canary), `${canary} is recorded`)

      const entries = await readRecording(folder)
      assert.deepEqual(
        entries.filter(({ kind }) => kind === 'gap'),
        [],
      )
      assert.equal(entries.filter(({ kind }) => kind === 'report').length, 2)
      const values: Record<string, string> = { ...recording.played.networks }
      const played = await productionService(engine, async () => {
        const player = await playRecording(entries, { setting: (name) => values[name] })
        return { player, networks: { ...values, ...player.addresses, RECORD_CONNECTORS: '' }, close: player.close }
      })
      open.push(played)
      const { player } = played.played
      const { app } = played.services[0] as (typeof played.services)[number]
      player.reportTo(await app.listen({ port: 0, host: '127.0.0.1' }))
      const nothing = async () => {}
      const again = await story(played, { till: nothing, deposit: nothing })
      assert.deepEqual(again, recorded)
      assert.deepEqual(player.deviations, [])
      assert.ok(player.answered > 0)
      assert.equal(recorded.clean, true)
    })
  })
}
