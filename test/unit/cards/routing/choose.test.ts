// Which acquirers may get a payment, in which order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { candidatesOf, type RoutedPayment, type RoutingRule } from '../../../../src/cards/routing/choose.ts'
import { presentRules, readRules } from '../../../../src/cards/routing/rule-forms.ts'
import { acquirersIn } from '../../../../src/connectors/config.ts'
import { brands } from '../../../../src/core/cards/number.ts'

const NAMES = ['north', 'south', 'east']
const brand = fc.constantFrom(...(Object.keys(brands) as (keyof typeof brands)[]))
const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })
const only = fc.constant(true as const)
const amounts = fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 5_000 }))

const rule: fc.Arbitrary<RoutingRule> = fc
  .record(
    {
      acquirer: fc.constantFrom(...NAMES),
      account: fc.constantFrom('acc_1', 'acc_2'),
      brand,
      bins: fc.array(digits(1, 2), { minLength: 1, maxLength: 3 }),
      amounts,
      share: fc.integer({ min: 1, max: 100 }),
      only,
    },
    { requiredKeys: ['acquirer'] },
  )
  .map(({ amounts: [from, more] = [undefined, 0], ...rest }) => ({
    ...rest,
    ...(from !== undefined && { fromCentavos: from, toCentavos: from + more }),
  }))

const payment: fc.Arbitrary<RoutedPayment> = fc.record({
  operationId: fc.uuid(),
  accountId: fc.constantFrom('acc_1', 'acc_2'),
  brand,
  firstSix: digits(6, 6),
  amountCentavos: fc.integer({ min: 1, max: 10_000 }),
})

const configured = fc.shuffledSubarray(NAMES, { minLength: 1 })

test('every configured acquirer may get a payment once, unless a rule says only', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), configured, payment, (rules, names, of) => {
      const found = candidatesOf(rules, names, of).map(({ network }) => network)
      assert.equal(new Set(found).size, found.length)
      assert.ok(found.every((name) => names.includes(name)))
      if (rules.every(({ only }) => only === undefined)) assert.deepEqual(found.toSorted(), names.toSorted())
    }),
  )
})

test('the first acquirer is that of the first rule whose every condition holds, otherwise the first of the setting', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), configured, payment, (given, names, of) => {
      const rules = given.map(({ share: _, ...rest }) => rest)
      const holds = ({ account, brand: ofBrand, bins, fromCentavos, toCentavos }: RoutingRule) =>
        [of.accountId, undefined].includes(account) &&
        [of.brand, undefined].includes(ofBrand) &&
        (bins === undefined || bins.some((bin) => of.firstSix.indexOf(bin) === 0)) &&
        (fromCentavos === undefined || fromCentavos <= Number(of.amountCentavos)) &&
        (toCentavos === undefined || toCentavos >= Number(of.amountCentavos))
      const at = rules.findIndex((one) => holds(one) && (names.includes(one.acquirer) || one.only))
      const chosen = rules[at]
      const [first] = candidatesOf(rules, names, of)
      if (chosen === undefined) assert.deepEqual(first, { network: names[0], because: 'order' })
      else if (!names.includes(chosen.acquirer)) assert.equal(first, undefined)
      else assert.deepEqual(first, { network: chosen.acquirer, because: `rule ${at + 1}` })
    }),
  )
})

test('a share takes about so many of a hundred payments, each payment alike again, and two rules draw apart', () => {
  const rules: RoutingRule[] = [
    { acquirer: 'south', share: 30 },
    { acquirer: 'east', share: 50 },
  ]
  const firsts = Array.from({ length: 4_000 }, (_, n) => {
    const of = { operationId: `op-${n}`, accountId: 'acc_1', brand: 'VISA', firstSix: '424242', amountCentavos: 100 }
    const [one, two] = [candidatesOf(rules, NAMES, of), candidatesOf(rules, NAMES, of)]
    assert.deepEqual(one, two)
    return one[0]?.network
  })
  const part = (name: string) => firsts.filter((one) => one === name).length / firsts.length
  // The draws follow from the ids, so these are always the same.
  for (const [name, wanted] of [
    ['south', 0.3],
    ['east', 0.35],
    ['north', 0.35],
  ] as const)
    assert.ok(Math.abs(part(name) - wanted) < 0.03, `${name} ${part(name)}`)
})

test('rules are read as they are shown, and each fault is named', () => {
  const limits = { acquirers: NAMES, maxRules: 100 }
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), (rules) => {
      const asGiven = rules.map(({ account, ...rest }) => ({ ...rest, ...(account && { account: `${account}_x` }) }))
      assert.deepEqual(readRules(JSON.parse(JSON.stringify(presentRules(asGiven))), limits), { rules: asGiven })
    }),
  )
  const faulty = [
    { acquirer: 'west' },
    { acquirer: 'north', brand: 'DINERS', bins: ['4a'], from: '5.00', to: '1.00', share: 0, only: false, fee: 1 },
    { account: '1' },
    7,
  ]
  const read = readRules(faulty, limits)
  assert.ok('faults' in read)
  const named = [
    '1: west',
    '2: brand',
    '2: bins',
    '2: share',
    '2: only',
    '2: fee',
    '2: from',
    '3: account',
    '3: acquirer',
    '4: acquirer',
  ]
  for (const one of named)
    assert.ok(
      read.faults.some((text) => text.startsWith(`rule ${one}`)),
      `${one}: ${read.faults}`,
    )
  for (const wrong of [undefined, {}, 'x']) assert.ok('faults' in readRules(wrong, limits))
})

test('the setting names connectors, each under its name or one of its own', () => {
  assert.deepEqual(acquirersIn('openpay, north = openpay,./our-bank.mjs'), [
    { connector: 'openpay', name: undefined },
    { connector: 'openpay', name: 'north' },
    { connector: './our-bank.mjs', name: undefined },
  ])
  assert.deepEqual(acquirersIn('@tienda/acquirer'), [{ connector: '@tienda/acquirer', name: undefined }])
})
