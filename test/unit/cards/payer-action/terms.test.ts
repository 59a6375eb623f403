import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { declinedWith, moveOf, refusalOf } from '../../../../src/cards/outcome.ts'
import { ACT_WITHIN_MS, type NextForPayer, nextForPayer } from '../../../../src/cards/payer-action/begin.ts'
import { MAX_RETURN_URL, returnUrlProblem } from '../../../../src/cards/payer-action/return-address.ts'
import { GIVEN_UP_CODES, PAYER_ABSENT, PAYER_NEEDED } from '../../../../src/core/cards/decline-codes.ts'
import { type Instant, instantOf, instantPlus } from '../../../../src/core/time.ts'
import { withTransaction } from '../../../../src/pages/payer-action-routes.ts'

const ASKED = instantOf(Date.parse('2026-11-26T18:00:00.000Z'))
const EXPIRES = instantPlus(ASKED, ACT_WITHIN_MS)

const kinds = fc.constantFrom('never-seen', 'payer-must-act', 'unknown')
const ages = fc.integer({ min: 0, max: 3 * ACT_WITHIN_MS })
const asked = fc
  .record({
    ageMs: ages,
    returnedMs: fc.option(ages),
    kind: kinds,
    takesAdvice: fc.boolean(),
    cancelAsked: fc.boolean(),
  })
  .map(({ ageMs, returnedMs, ...rest }) => ({
    ...rest,
    now: instantPlus(ASKED, ageMs),
    askedAt: ASKED,
    expiresAt: EXPIRES,
    returnedAt: returnedMs === null ? null : instantPlus(ASKED, Math.min(returnedMs, ageMs)),
  }))

describe('what follows for a charge that waits for its payer', () => {
  test('while there is time it is looked at again, later than now and at the latest at the end', () => {
    fc.assert(
      fc.property(asked, (one) => {
        const next = nextForPayer({ ...one, cancelAsked: false })
        if (one.now >= EXPIRES) return assert.notEqual(next.what, 'look')
        assert.ok(next.what === 'look')
        assert.ok(next.at > one.now && next.at <= EXPIRES, next.at)
      }),
    )
  })

  test('at the end it is given up, unless the payer came back and the acquirer does not know', () => {
    fc.assert(
      fc.property(asked, (one) => {
        const { what } = nextForPayer({ ...one, now: instantPlus(EXPIRES, 1), cancelAsked: false })
        assert.equal(what, one.returnedAt !== null && one.kind === 'unknown' ? 'ask on' : 'give up')
      }),
    )
  })

  test('a cancellation is carried out at any time, unless the charge may have been made and can only be undone by asking', () => {
    fc.assert(
      fc.property(asked, (one) => {
        const next = nextForPayer({ ...one, cancelAsked: true })
        const mayBeMade = one.kind === 'unknown' && !one.takesAdvice
        assert.equal(next.what === 'cancel', !mayBeMade)
      }),
    )
  })

  test('asked each time that it says, an acquirer without an outcome is asked a few times, the last at the end', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.option(fc.integer({ min: 0, max: ACT_WITHIN_MS - 1 })),
        (takesAdvice, returnedMs) => {
          const returnedAt = returnedMs === null ? null : instantPlus(ASKED, returnedMs)
          let now: Instant = returnedAt ?? ASKED
          let next: NextForPayer = { what: 'look', at: now }
          let times = 0
          while (next.what === 'look') {
            now = next.at
            times += 1
            assert.ok(times < 20, 'it ends')
            next = nextForPayer({
              ...{ now, askedAt: ASKED, expiresAt: EXPIRES, returnedAt, takesAdvice },
              kind: 'payer-must-act',
              cancelAsked: false,
            })
          }
          assert.deepEqual([now, next], [EXPIRES, { what: 'give up' }])
        },
      ),
    )
  })
})

describe('the reason of a payment without its payer', () => {
  const declined = (decline_code: string) => ({ status: 'declined', decline_code }) as Parameters<typeof refusalOf>[0]

  test('is its own, in both languages, and undone like every payment that is given up', () => {
    for (const code of [PAYER_ABSENT, PAYER_NEEDED]) {
      const refusal = refusalOf(declined(code))
      assert.deepEqual([refusal?.status, refusal?.code, refusal?.reason], [402, 'PaymentException', code])
      assert.equal(refusal?.options.detail?.code, code)
      assert.notEqual(refusal?.sentence('es'), refusal?.sentence('en'))
      assert.ok(GIVEN_UP_CODES.includes(code))
    }
  })

  test('no answer of an acquirer looks like it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z]{1,3}$/), (code) => {
        assert.deepEqual(
          moveOf({ authorized_centavos: null, expires_at: null }, { kind: 'declined', code }),
          declinedWith(code),
        )
        assert.ok(!GIVEN_UP_CODES.includes(code))
      }),
    )
  })
})

describe('the merchant’s address', () => {
  const https = fc
    .webUrl({ validSchemes: ['https'], withQueryParameters: true })
    .filter((url) => url.length <= MAX_RETURN_URL)

  test('any https address is taken, and keeps all that it has when the operation is added', () => {
    fc.assert(
      fc.property(https, (text) => {
        fc.pre(returnUrlProblem(text, { loopback: false }) === undefined)
        const [before, after] = [new URL(text), new URL(withTransaction(text, 'op-1'))]
        assert.equal(after.searchParams.get('transaction'), 'op-1')
        assert.deepEqual([after.origin, after.pathname, after.hash], [before.origin, before.pathname, before.hash])
        for (const [name, value] of before.searchParams)
          if (name !== 'transaction') assert.ok(after.searchParams.getAll(name).includes(value), name)
      }),
    )
  })

  test('no other scheme is, nor a user, nor this machine outside of the sandbox', () => {
    const wrong = [
      'http://tienda.mx/',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://x.mx',
      'https://a:b@x.mx/',
      '//x.mx',
      '/x',
    ]
    for (const text of wrong)
      for (const loopback of [true, false]) assert.ok(returnUrlProblem(text, { loopback }), text)
    for (const text of ['http://localhost/x', 'http://127.0.0.1:3000/', 'http://[::1]:3000/']) {
      assert.equal(returnUrlProblem(text, { loopback: true }), undefined, text)
      assert.ok(returnUrlProblem(text, { loopback: false }), text)
    }
    assert.ok(returnUrlProblem(`https://x.mx/${'a'.repeat(MAX_RETURN_URL)}`, { loopback: true }))
  })
})
