import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashSlots } from '../../../../src/console/sign-in/hash-slots.ts'
import { createPasswords } from '../../../../src/console/sign-in/passwords.ts'

const SENDER = { address: '10.0.0.1', isKnown: true }
const PASSWORD = 'caballo correcto pila grapa'

test('a password is hashed at the cost that OWASP recommends, and each hash is checked at the cost that it says', async (t) => {
  const slots = hashSlots({ wallMs: Date.now })
  t.after(() => slots.close())
  const passwords = createPasswords(slots)
  const hash = await passwords.hash(PASSWORD, SENDER)
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.ok(await passwords.matches(PASSWORD, hash, SENDER))
  assert.equal(await passwords.matches(`${PASSWORD}.`, hash, SENDER), false)
  for (const nobody of [null, undefined]) assert.equal(await passwords.matches(PASSWORD, nobody, SENDER), false)

  const cheap = createPasswords(slots, { memory: 64, passes: 1 })
  const other = await cheap.hash(PASSWORD, SENDER)
  assert.match(other, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  assert.ok(await passwords.matches(PASSWORD, other, SENDER))
  assert.ok(await cheap.matches(PASSWORD, hash, SENDER))
  for (const broken of ['', hash.replace('argon2id', 'argon2i'), hash.slice(0, -1), hash.replace('p=1', 'p=2')])
    await assert.rejects(passwords.matches(PASSWORD, broken, SENDER), /hashed in another way/)
})
