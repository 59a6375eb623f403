// Card testing learns nothing: a few wrong codes stop a card, and more of them stop an address, a BIN or a key. Honest cards still pay.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { createService } from '../../../src/service.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import {
  addressOf,
  cardOf,
  eachOf,
  RIGHT_CODE,
  strictBank,
  tokenFromPage,
} from '../../support/fixtures/card-thieves.ts'
import { sealedCard } from '../../support/fixtures/cards.ts'
import { chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Answer, type Merchant, openWorld, type World, worldOf } from '../../support/harness/world.ts'

const HOUR_MS = 3_600_000
const HONEST = '4242424242424242'

for (const engine of ENGINES) {
  describe(`card testing is stopped [${engine}]`, () => {
    const bank = strictBank()
    let world: World
    before(async () => {
      const settings = {
        ATTACK_LIMITS: 'on',
        CARD_LIMITS: 'address-hour=8, bin-hour=12, credential-hour=30',
        TRUST_PROXY: '127.0.0.1',
      }
      world = await openWorld(engine, settings, { connectors: { acquirer: bank.acquirer } })
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })

    const advanceClock = async (ms: number) => {
      const { clock, store } = world.service
      clock.follow(await writeClockState(store, { ...clock.state(), offsetMs: clock.state().offsetMs + ms }))
    }
    /** A new hour, so that no story counts what another did, and none runs over its end. */
    const newHour = async () => {
      const { clock } = world.service
      await advanceClock(HOUR_MS - (clock.epochMs() % HOUR_MS) + 1_000)
    }
    const alerts = async (merchant: Merchant) => {
      const { body } = await merchant.get('/v1/events?type=card_testing.suspected&limit=100')
      return body.result.events as { data: { suspected: string; bin: string; credential: string } }[]
    }
    const assertStopped = (answer: Answer) => {
      assert.equal(answer.status, 429, answer.text)
      assert.equal(answer.body.error.code, 'TooManyRequestsException')
      assert.ok(Number(answer.headers['retry-after']) >= 1)
    }
    const countedTries = () =>
      world.service.store.db
        .selectFrom('card_tries')
        .select(['account_id', 'fingerprint', 'tries'])
        .where('tries', '<>', '')
        .orderBy('account_id')
        .orderBy('fingerprint')
        .execute()
    const statuses = (answers: Answer[]) => Object.groupBy(answers, ({ status }) => String(status))
    let cards = 0
    const newCard = (bin = '453201') => {
      cards += 1
      return cardOf(bin, cards)
    }
    const honest = async (merchant: Merchant, address?: string) => {
      const answer = await tokenFromPage(world, merchant, { number: HONEST, cvv: RIGHT_CODE }, address)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.result.token as string
    }

    test('999 codes of one card from a page: a few reach the bank, none is found, one alert; honest cards pay meanwhile', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = newCard()
      const answers = await eachOf(999, 4, async (nth) => {
        if (nth % 100 === 50) await honest(merchant, '203.0.113.9')
        return tokenFromPage(world, merchant, { number, cvv: String(nth).padStart(3, '0') })
      })
      assert.equal(bank.timesAsked(number), 5)
      const { 402: declined = [], 429: stopped = [] } = statuses(answers)
      assert.equal(declined.length, 5)
      assert.equal(stopped.length, 994)
      stopped.forEach(assertStopped)
      const sentEvents = await alerts(merchant)
      // The page's key is suspected at whichever card comes next, which may be the honest one.
      assert.deepEqual(sentEvents.map(({ data }) => data.suspected).sort(), ['card', 'credential'])
      assert.equal(sentEvents.find(({ data }) => data.suspected === 'card')?.data.bin, '453201')
      const token = await honest(merchant)
      assert.equal((await sendCharge(world, merchant, chargeOf(token))).status, 200)
      const { text } = await world.send({ method: 'GET', url: '/metrics' })
      assert.match(text, /^cobro_card_attempts_stopped [1-9]/m)
      assert.match(text, /^cobro_card_testing_suspected [1-9]/m)
    })

    test('of a hundred codes sent at once no more than five reach the bank', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = newCard()
      const codes = Array.from({ length: 50 }, (_, nth) => String(100 + nth))
      const answers = await Promise.all(
        codes.map((cvv, nth) => tokenFromPage(world, merchant, { number, cvv }, addressOf(nth))),
      )
      assert.ok(bank.timesAsked(number) <= 5, `asked ${bank.timesAsked(number)} times`)
      assert.ok(answers.every(({ status }) => status === 402 || status === 429))
      await honest(merchant)
    })

    if (engine === 'postgres') {
      test('codes sent to two processes at once count for one card', async () => {
        await newHour()
        const merchant = await world.merchant()
        const number = newCard()
        const substitutes = { connectors: { acquirer: bank.acquirer }, log: pino({ level: 'silent' }) }
        const service = await createService(readConfig(world.environment), substitutes)
        const other = worldOf(engine, world.environment, service)
        try {
          await Promise.all(
            Array.from({ length: 40 }, (_, nth) =>
              tokenFromPage(nth % 2 ? world : other, merchant, { number, cvv: String(100 + nth) }, addressOf(nth)),
            ),
          )
          assert.ok(bank.timesAsked(number) <= 5, `asked ${bank.timesAsked(number)} times`)
          const sentEvents = (await alerts(merchant)).filter(({ data }) => data.suspected === 'card')
          assert.equal(sentEvents.length, 1)
        } finally {
          await service.close()
        }
      })
    }

    test('codes from many addresses, in two accounts and with a secret key, count for one card', async () => {
      await newHour()
      const one = await world.merchant()
      const other = await world.merchant()
      const number = newCard()
      await eachOf(40, 4, (nth) =>
        tokenFromPage(world, nth % 2 ? one : other, { number, cvv: String(100 + nth) }, addressOf(nth)),
      )
      assert.equal(bank.timesAsked(number), 5)
      assertStopped(await one.post('/v1/token', await sealedCard(world, { number, cvv: RIGHT_CODE })))
      const charge = chargeOf('', {
        recurrent: undefined,
        card: { number, cvv: RIGHT_CODE, holder_name: 'ANA', expiration: '3912' },
      })
      assertStopped(await sendCharge(world, one, charge))
      assert.equal(bank.timesAsked(number), 5)
    })

    test('codes in charges count too', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = newCard()
      const answers = await eachOf(12, 1, (nth) => {
        const card = { number, cvv: String(100 + nth), holder_name: 'ANA', expiration: '3912' }
        return sendCharge(world, merchant, chargeOf('', { recurrent: undefined, card }))
      })
      assert.deepEqual(
        answers.map(({ status }) => status),
        [402, 402, 402, 402, 402, 429, 429, 429, 429, 429, 429, 429],
      )
      assert.equal(bank.timesAsked(number), 5)
    })

    test('many cards of one BIN from many addresses stop the BIN, and no other card', async () => {
      await newHour()
      const merchant = await world.merchant()
      const answers = await eachOf(40, 3, (nth) =>
        tokenFromPage(world, merchant, { number: newCard('491234'), cvv: '000' }, addressOf(nth)),
      )
      assert.equal(answers.filter(({ status }) => status === 402).length, 12)
      assertStopped(await tokenFromPage(world, merchant, { number: newCard('491234'), cvv: RIGHT_CODE }))
      await honest(merchant)
      assert.ok((await alerts(merchant)).some(({ data }) => data.suspected === 'bin' && data.bin === '491234'))
      const elsewhere = await world.merchant()
      const there = await tokenFromPage(world, elsewhere, { number: newCard('491234'), cvv: RIGHT_CODE })
      assert.equal(there.status, 200, there.text)
    })

    test('many cards from one address stop the address; another address and the secret key continue', async () => {
      await newHour()
      const merchant = await world.merchant()
      const answers = await eachOf(30, 6, (nth) =>
        tokenFromPage(world, merchant, { number: newCard(`4${String(10_000 + nth)}`), cvv: '000' }, '2806:1:2:3::7'),
      )
      assert.equal(answers.filter(({ status }) => status === 402).length, 8)
      assertStopped(await tokenFromPage(world, merchant, { number: HONEST, cvv: RIGHT_CODE }, '2806:1:2:3:9::8'))
      await honest(merchant, '2806:1:2:4::7')
      const own = await merchant.post('/v1/token', await sealedCard(world, { number: HONEST, cvv: RIGHT_CODE }))
      assert.equal(own.status, 200, own.text)
    })

    test('many cards of many BINs from many addresses stop the page’s key; the alert came long before, the secret key continues', async () => {
      await newHour()
      const merchant = await world.merchant()
      const attack = (nth: number) =>
        tokenFromPage(world, merchant, { number: newCard(`4${String(20_000 + nth)}`), cvv: '000' }, addressOf(nth))
      await eachOf(4, 1, attack)
      assert.deepEqual(
        (await alerts(merchant)).map(({ data }) => data.suspected),
        ['credential'],
      )
      const answers = await eachOf(40, 5, attack)
      assert.equal(answers.filter(({ status }) => status === 402).length, 26)
      const own = await merchant.post('/v1/token', await sealedCard(world, { number: HONEST, cvv: RIGHT_CODE }))
      assert.equal(own.status, 200, own.text)
    })

    test('a payer who mistypes a code twice and then types it right gets a token, and no failed try stays behind', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = newCard()
      for (const cvv of ['111', '112', RIGHT_CODE, RIGHT_CODE, RIGHT_CODE, RIGHT_CODE, RIGHT_CODE]) {
        const { status } = await tokenFromPage(world, merchant, { number, cvv })
        assert.equal(status, cvv === RIGHT_CODE ? 200 : 402)
      }
    })

    test('a page learns that a card was declined, not why; the merchant’s server gets the bank’s code', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = newCard()
      const page = await tokenFromPage(world, merchant, { number, cvv: '111' })
      assert.equal(page.status, 402)
      assert.equal(page.body.error.code, 'PaymentException')
      assert.equal(page.body.error.detail, undefined)
      const invalid = await tokenFromPage(world, merchant, { number: '5504174401458735', cvv: RIGHT_CODE })
      assert.deepEqual([invalid.status, invalid.body.error], [page.status, page.body.error])
      const server = await merchant.post('/v1/token', await sealedCard(world, { number, cvv: '112' }))
      assert.equal(server.body.error.detail.code, '82')
    })

    test('a stopped card may be tried again after an hour; and tries that no limit counts any more are deleted', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = newCard()
      const wrong = (times: number) =>
        eachOf(times, 1, (nth) => tokenFromPage(world, merchant, { number, cvv: String(100 + nth) }, addressOf(nth)))
      await wrong(6)
      assert.equal(bank.timesAsked(number), 5)
      await advanceClock(HOUR_MS)
      await wrong(6)
      assert.equal(bank.timesAsked(number), 10)
      // The limit is ten a day: the next hour changes nothing.
      await advanceClock(HOUR_MS)
      await wrong(2)
      assert.equal(bank.timesAsked(number), 10)
      await advanceClock(25 * HOUR_MS)
      assert.equal((await tokenFromPage(world, merchant, { number, cvv: RIGHT_CODE })).status, 200)
      await advanceClock(40 * 24 * HOUR_MS)
      await world.work()
      const left = await world.service.store.db.selectFrom('card_tries').selectAll().execute()
      assert.deepEqual(left, [])
    })

    test('five wrong codes in any hour stop a card, and ten in any day, whenever the hour or day begins', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = newCard()
      let sent = 0
      const wrong = (times: number) =>
        eachOf(times, 1, () => {
          sent += 1
          return tokenFromPage(world, merchant, { number, cvv: String(100 + sent) }, addressOf(sent))
        })
      await wrong(1)
      await advanceClock(HOUR_MS - 60_000)
      const last = (await wrong(5)).at(-1)
      assert.equal(bank.timesAsked(number), 5)
      assert.ok(Number(last?.headers['retry-after']) <= 60)
      // The first one no longer counts, the four of two minutes ago do.
      await advanceClock(2 * 60_000)
      await wrong(3)
      assert.equal(bank.timesAsked(number), 6)
      await advanceClock(HOUR_MS)
      await wrong(6)
      assert.equal(bank.timesAsked(number), 10)
      await advanceClock(21 * HOUR_MS)
      await wrong(2)
      assert.equal(bank.timesAsked(number), 10)
      // The first one is older than a day.
      await advanceClock(HOUR_MS)
      await wrong(2)
      assert.equal(bank.timesAsked(number), 11)
    })

    test('refused cards of a BIN count across the full hour, and the answer names the end', async () => {
      await newHour()
      const merchant = await world.merchant()
      // One after another: of several at once, one more may be stopped in case all are refused.
      const refused = (times: number) =>
        eachOf(times, 1, (nth) =>
          tokenFromPage(world, merchant, { number: newCard('491235'), cvv: '000' }, addressOf(nth)),
        )
      await advanceClock(50 * 60_000)
      await refused(12)
      await advanceClock(15 * 60_000)
      const [stopped] = await refused(1)
      assertStopped(stopped as Answer)
      await advanceClock(Number(stopped?.headers['retry-after']) * 1_000)
      const { status } = await tokenFromPage(world, merchant, { number: newCard('491235'), cvv: RIGHT_CODE })
      assert.equal(status, 200)
    })

    test('a card that was declined ten times in a day is not charged again that day, nor after fifteen in thirty days; each account has its own count', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = '4000000000000051'
      const pay = async (by: Merchant) => {
        const made = await by.post('/v1/token', await sealedCard(world, { number, cvv: RIGHT_CODE }))
        assert.equal(made.status, 200, made.text)
        return sendCharge(world, by, chargeOf(made.body.result.token))
      }
      const answers = await eachOf(12, 1, () => pay(merchant))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [...Array(10).fill(402), 429, 429],
      )
      assert.equal((await pay(await world.merchant())).status, 402)
      await advanceClock(24 * HOUR_MS)
      const nextDay = await eachOf(7, 1, () => pay(merchant))
      assert.deepEqual(
        nextDay.map(({ status }) => status),
        [402, 402, 402, 402, 402, 429, 429],
      )
      const until = Number(nextDay[6]?.headers['retry-after'])
      assert.ok(until > 28 * 24 * 3_600 && until < 30 * 24 * 3_600, `${until}`)
    })

    test('twenty payments at once with a card that is declined: ten reach the bank', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = '4000000000000622'
      const tokens = await eachOf(20, 4, async () => {
        const made = await merchant.post('/v1/token', await sealedCard(world, { number, cvv: RIGHT_CODE }))
        assert.equal(made.status, 200, made.text)
        return made.body.result.token as string
      })
      const before = bank.timesAsked(number)
      await Promise.all(tokens.map((token) => sendCharge(world, merchant, chargeOf(token))))
      assert.ok(bank.timesAsked(number) - before <= 10)
    })

    test('a card with the right code may be tried any number of times, four at once, and nothing of it stays counted', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = newCard('455600')
      const before = await countedTries()
      const answers = await eachOf(60, 4, (nth) =>
        tokenFromPage(world, merchant, { number, cvv: RIGHT_CODE }, addressOf(nth)),
      )
      for (const answer of answers) assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(await countedTries(), before)
    })

    test('of a card that the bank declines for its funds a page learns no more than of another: ten answers a day, and the card may pay', async () => {
      await newHour()
      const merchant = await world.merchant()
      const number = newCard('455700')
      bank.lacksFunds(number)
      const before = bank.timesAsked(number)
      const answers = await eachOf(45, 4, (nth) =>
        tokenFromPage(world, merchant, { number, cvv: RIGHT_CODE }, addressOf(nth)),
      )
      const { 402: declined = [], 429: stopped = [] } = statuses(answers)
      assert.deepEqual([declined.length, stopped.length, bank.timesAsked(number) - before], [10, 35, 10])
      stopped.forEach(assertStopped)
      bank.lacksFunds(number, false)
      const card = { number, cvv: RIGHT_CODE, holder_name: 'ANA', expiration: '3912' }
      const paid = await sendCharge(world, merchant, chargeOf('', { recurrent: undefined, card }))
      assert.equal(paid.status, 200, paid.text)
    })

    test('many cards without funds from one address stop the address', async () => {
      await newHour()
      const merchant = await world.merchant()
      const answers = await eachOf(20, 4, (nth) => {
        const number = newCard(`4${String(30_000 + nth)}`)
        bank.lacksFunds(number)
        return tokenFromPage(world, merchant, { number, cvv: RIGHT_CODE }, '2806:1:2:5::7')
      })
      assert.equal(answers.filter(({ status }) => status === 402).length, 8)
    })

    test('an approved card may pay any number of times', async () => {
      await newHour()
      const merchant = await world.merchant()
      const answers = await eachOf(16, 2, async () => sendCharge(world, merchant, chargeOf(await honest(merchant))))
      assert.ok(answers.every(({ status }) => status === 200))
    })

    test('declines of long ago do not stop a card, however often it has paid since', async () => {
      await newHour()
      const merchant = await world.merchant()
      const pay = async (amount: string) =>
        sendCharge(world, merchant, chargeOf(await honest(merchant), { 'payment.total.amount': amount }))
      for (let nth = 0; nth < 10; nth += 1) {
        assert.equal((await pay('4000.51')).status, 402)
        await advanceClock(8 * 24 * HOUR_MS)
        assert.equal((await pay('10.00')).status, 200)
      }
      const answers = await eachOf(12, 1, () => pay('10.00'))
      assert.ok(answers.every(({ status }) => status === 200))
    })
  })
}
