import assert from 'node:assert/strict'
import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'
import { test } from 'node:test'
import { sealCharge } from '../../client/src/seal.ts'
import { makeTransportKey } from '../support/fixtures/envelope-seal.ts'

const pair = makeTransportKey('one')

function open({ key, data }: { key: string; data: string }): { characters: string; message: unknown } {
  const messageKey = privateDecrypt(
    { key: pair.privateKeyPem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(key, 'base64'),
  )
  const bytes = Buffer.from(data, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', messageKey, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(-16))
  const plaintext = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  return { characters: messageKey.toString('latin1'), message: JSON.parse(plaintext.toString('utf8')) }
}

test('an envelope of the client opens with OAEP, SHA-256 and AES-256-GCM, for any characters', async () => {
  const message = { description: 'Año nuevo, 10 € 🎉', amount: '10.50' }
  const opened = open(await sealCharge(message, pair.publicKeyPem))
  assert.deepEqual(opened.message, message)
  assert.match(opened.characters, /^[\x21-\x7e]{32}$/, 'the 32 characters are the key')
})

test('no two envelopes share a key or a nonce', async () => {
  const sealed = await Promise.all(Array.from({ length: 20 }, () => sealCharge({ amount: 1 }, pair.publicKeyPem)))
  assert.equal(new Set(sealed.map((one) => open(one).characters)).size, 20)
  assert.equal(new Set(sealed.map((one) => Buffer.from(one.data, 'base64').toString('hex', 0, 12))).size, 20)
})
