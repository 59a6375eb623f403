import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sealedCard } from '../../support/fixtures/cards.ts'
import { payByCard } from '../../support/fixtures/charges.ts'
import { onBothEngines, openWorld } from '../../support/harness/world.ts'

const HEADER = 'from,to,country,bank,funding\n'
const RANGES = `${HEADER}49999900000,49999949999,US,Lejano Bank,CREDIT\n49999950000,49999999999,,Banco Incierto,\n`
const folder = mkdtempSync(join(tmpdir(), 'cobro-issuers-'))
const file = join(folder, 'ranges.csv')
writeFileSync(file, RANGES)
/** Of the first range, of the second, and of none. */
const FOREIGN = '4999990000000004'
const UNCERTAIN = '4999995000000003'
const UNKNOWN = '4888880000000006'

function withLuhn(first15: string): string {
  for (let digit = 0; digit < 10; digit += 1) {
    let sum = digit
    for (let at = 0; at < 15; at += 1) {
      const doubled = Number(first15[14 - at]) * (at % 2 === 0 ? 2 : 1)
      sum += doubled > 9 ? doubled - 9 : doubled
    }
    if (sum % 10 === 0) return `${first15}${digit}`
  }
  throw new Error('no check digit')
}

onBothEngines(
  'issuers come from the operator’s file, and unknown is not a guess',
  (world) => {
    const tokenOf = async (number: string) => {
      const merchant = await world().merchant()
      const answer = await merchant.post(
        '/v1/token',
        await sealedCard(world(), { number: withLuhn(number.slice(0, 15)) }),
      )
      assert.equal(answer.status, 200, answer.text)
      const { country_code, bank_name, funding } = answer.body.result
      return [country_code, bank_name, funding]
    }

    test('a card has the issuer of its range; without a range, country and kind are unknown; test cards stay as they are', async () => {
      assert.deepEqual(await tokenOf(FOREIGN), ['US', 'Lejano Bank', 'CREDIT'])
      assert.deepEqual(await tokenOf(UNCERTAIN), ['', 'Banco Incierto', 'UNKNOWN'])
      assert.deepEqual(await tokenOf(UNKNOWN), ['', '', 'UNKNOWN'])
      assert.deepEqual(await tokenOf('4485531263748329'), ['MX', 'VISA TEST', 'CREDIT'])
      const merchant = await world().merchant()
      const promotions = async (bin: string) =>
        (await merchant.get(`/v1/partial-payment/promotion/${bin}/600.00`)).body.result
      assert.equal((await promotions('49999901')).promotions.length, 2)
      // Six digits stand for both ranges.
      assert.deepEqual(
        [(await promotions('499999')).binInfo.funding, (await promotions('499999')).promotions],
        ['UNKNOWN', []],
      )
    })

    test('an unknown kind gets no months, and the refusal says so; an unknown country is not foreign', async () => {
      const merchant = await world().merchant()
      const pay = (number: string, change: Record<string, unknown>, beside = {}) =>
        payByCard(
          world(),
          merchant,
          withLuhn(number.slice(0, 15)),
          { 'payment.total.amount': 600, ...change },
          { beside },
        )
      assert.equal((await pay(FOREIGN, { months: 3 })).status, 200)
      const refused = await pay(UNKNOWN, { months: 3 })
      assert.equal(refused.status, 400)
      assert.match(refused.body.error.messages.months[0], /no se conoce el tipo/)
      const rules = [{ kind: 'block', of: 'country', value: 'US' }, { kind: 'country-mismatch' }]
      const set = await merchant.call('PUT', '/v1/risk/rules', { rules })
      assert.equal(set.status, 200, set.text)
      const mexican = { metadata: { country: 'MX' } }
      assert.equal((await pay(UNKNOWN, {}, mexican)).status, 200)
      assert.equal((await pay(FOREIGN, {}, mexican)).status, 403)
    })

    test('the file is read again on request; an invalid file changes nothing', async () => {
      const { service } = world()
      writeFileSync(file, `${HEADER}49999900000,49999949999,CA,Otro Bank,PREPAID\n`)
      assert.equal(await service.reloadIssuers(), true)
      const merchant = await world().merchant()
      const binInfo = async () => {
        // A twin has not read it: only this process was asked to.
        const answer = await service.app.inject({
          url: '/v1/partial-payment/promotion/49999901/600.00',
          headers: {
            authorization: `Basic ${Buffer.from(`${merchant.appKey}:${merchant.secret}`).toString('base64')}`,
          },
        })
        return JSON.parse(answer.body).result.binInfo
      }
      assert.equal((await binInfo()).funding, 'PREPAID')
      writeFileSync(file, `${HEADER}nonsense\n`)
      assert.equal(await service.reloadIssuers(), false)
      assert.equal((await binInfo()).bank_name, 'Otro Bank')
      writeFileSync(file, RANGES)
      assert.equal(await service.reloadIssuers(), true)
    })

    test('a start with invalid ranges names the lines; a connector can supply ranges too', async () => {
      const bad = join(folder, 'bad.csv')
      writeFileSync(bad, `${HEADER}450000,459999,MX,A,DEBIT\n455555,455555,MX,B,CREDIT\nx,y,MX,B,CREDIT\n`)
      const start = (ISSUERS: string) => openWorld(world().engine, { ISSUERS })
      await assert.rejects(start(bad), (error: Error) => {
        assert.match(error.message, /bad\.csv: line 3: overlaps the range of 2\n.*line 4: from must have/)
        return true
      })
      await assert.rejects(start(join(folder, 'none.csv')), /ISSUERS=.*none\.csv/)
      const connector = join(folder, 'issuers.mjs')
      writeFileSync(
        connector,
        `export const issuerSource = { portVersion: 1, name: 'banco-de-rangos', connect: () => ({ name: 'banco-de-rangos', *ranges() {
          yield { from: '477777', to: '477777', country: 'MX', bank: 'Siete', funding: 'CREDIT' } } }) }`,
      )
      const other = await start(connector)
      const merchant = await other.merchant()
      const { binInfo } = (await merchant.get('/v1/partial-payment/promotion/477777/600.00')).body.result
      assert.deepEqual([binInfo.bank_name, binInfo.funding], ['Siete', 'CREDIT'])
      await other.close()
    })
  },
  { ISSUERS: file },
)
