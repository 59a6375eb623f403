// What requests hold is bounded for each sender and in all; room is made by whoever holds the most, and nobody unknown takes the room of an account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Held, heldBytes } from '../../../../src/api/limits/held-bytes.ts'
import { Failure } from '../../../../src/failures.ts'

const BOUNDS = {
  account: { ofOne: 50, ofAll: 100 },
  page: { ofOne: 10, ofAll: 20 },
  nobody: { ofOne: 10, ofAll: 20 },
}
const account = (accountId: string) => ({ caller: { accountId, kind: 'secret' as const }, ip: '203.0.113.1' })
const nobody = (nth: number) => ({ caller: null, ip: `203.0.113.${nth}` })
const page = (nth: number) => ({ caller: { accountId: 'shop', kind: 'publishable' as const }, ip: `203.0.113.${nth}` })

const refusal = (work: () => void): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    assert.ok(error instanceof Failure)
    return error.reason
  }
}

test('a sender holds so much, and after a release again', () => {
  const memory = heldBytes(BOUNDS)
  const first = memory.hold(account('a'))
  first.grow(50)
  assert.equal(
    refusal(() => memory.hold(account('a')).grow(1)),
    'too-many-requests',
  )
  assert.equal(
    refusal(() => memory.hold(account('b')).grow(50)),
    undefined,
  )
  first.release()
  first.release()
  assert.equal(
    refusal(() => memory.hold(account('a')).grow(50)),
    undefined,
  )
  assert.equal(memory.held(), 100)
})

test('in all: the sender with the most gives up its newest request, and one whose handler has begun does not', () => {
  const memory = heldBytes(BOUNDS)
  const given: string[] = []
  const hold = (of: string, name: string, bytes: number) => {
    const held = memory.hold(account(of), () => given.push(name))
    held.grow(bytes)
    return held
  }
  hold('a', 'a1', 10).settle()
  hold('a', 'a2', 15)
  hold('a', 'a3', 20)
  hold('b', 'b1', 30)
  hold('c', 'c1', 30)
  assert.deepEqual(given, ['a3'])
  assert.equal(memory.held(), 85)
  // Nobody holds more than the one who asks.
  assert.equal(
    refusal(() => hold('c', 'c2', 18)),
    'service-busy',
  )
  assert.deepEqual(given, ['a3'])
})

test('addresses without a credential, and pages, take none of an account’s room', () => {
  const memory = heldBytes(BOUNDS)
  const outcomes = Array.from({ length: 100 }, (_, nth) => [
    refusal(() => memory.hold(nobody(nth), () => {}).grow(10)),
    refusal(() => memory.hold(page(nth), () => {}).grow(10)),
  ])
  assert.ok(outcomes.flat().every((one) => one === undefined || one === 'service-busy'))
  assert.ok(memory.held() <= 40)
  assert.equal(
    refusal(() => memory.hold(account('a')).grow(50)),
    undefined,
  )
  // A small one of another address is let in beside large ones.
  assert.equal(
    refusal(() => memory.hold(nobody(200), () => {}).grow(1)),
    undefined,
  )
})

test('whatever is held, given up and released: the sums are right and within the bounds', () => {
  const step = fc.record({
    kind: fc.constantFrom('hold', 'grow', 'settle', 'release'),
    who: fc.integer({ min: 0, max: 8 }),
    bytes: fc.integer({ min: 0, max: 30 }),
    at: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const memory = heldBytes(BOUNDS)
      const open = new Map<Held, number>()
      for (const { kind, who, bytes, at } of steps) {
        const sender = who < 4 ? account(`a${who}`) : who < 6 ? page(who) : nobody(who)
        const held = [...open.keys()][at % Math.max(1, open.size)]
        if (kind === 'hold') {
          const one: Held = memory.hold(sender, () => open.delete(one))
          open.set(one, 0)
        } else if (held !== undefined && kind === 'grow') {
          if (refusal(() => held.grow(bytes)) !== undefined) open.delete(held)
          else if (open.has(held)) open.set(held, (open.get(held) ?? 0) + bytes)
        } else if (held !== undefined && kind === 'settle') held.settle()
        else if (held !== undefined) {
          held.release()
          open.delete(held)
        }
        assert.equal(
          memory.held(),
          [...open.values()].reduce((sum, one) => sum + one, 0),
        )
        assert.ok(memory.held() <= 140)
      }
    }),
  )
})
