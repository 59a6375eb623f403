// The message that binds values to a statement holds exactly them, whatever characters they have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bindMessage } from '../../../../src/store/postgres/bind-message.ts'

/** Reads a message as the server does. */
function read(message: Buffer) {
  let at = 0
  const number = (bytes: 2 | 4) => {
    at += bytes
    return message.readIntBE(at - bytes, bytes)
  }
  const name = () => {
    const end = message.indexOf(0, at)
    const found = message.toString('utf8', at, end)
    at = end + 1
    return found
  }
  const value = () => {
    const length = number(4)
    if (length === -1) return null
    at += length
    return message.toString('utf8', at - length, at)
  }
  const kind = message.toString('latin1', at++, at)
  const length = number(4)
  const [portal, statement, formats] = [name(), name(), number(2)]
  const values = Array.from({ length: number(2) }, value)
  const answerFormats = number(2)
  assert.equal(at, message.length)
  return { kind, length, portal, statement, formats, values, answerFormats }
}

const text = fc.string({ unit: fc.constantFrom('a', '0', ' ', '\0', '\x7f', '\x80', 'ñ', '€', '😀', '\ud800', 'z') })

test('a bind message is read as the values that it was made of', () => {
  const long = fc.nat(70_000).map((length) => 'x'.repeat(length))
  fc.assert(
    fc.property(
      fc.constantFrom('', 'batch'),
      fc.constantFrom('', 's1'),
      fc.array(fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: long }, fc.constant(null))),
      (portal, statement, values) => {
        const message = bindMessage(portal, statement, values)
        assert.deepEqual(read(message), {
          ...{ kind: 'B', length: message.length - 1, portal, statement, formats: 0, answerFormats: 0 },
          // Half a character has no bytes of its own.
          values: values.map((value) => value?.toWellFormed() ?? null),
        })
      },
    ),
  )
})
