// The client seals under HPKE for the call and the credential at hand, and under RSA where that cannot be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '../../client/src/call.ts'
import { CobroError } from '../../client/src/errors.ts'
import type { Sealed } from '../../client/src/seal.ts'
import { createSealer } from '../../client/src/sealer.ts'
import { makeHpkePair } from '../../src/vault/hpke.ts'
import { makeTransportKey } from '../support/fixtures/envelope-seal.ts'

const rsa = makeTransportKey('one')
const pair = await makeHpkePair()
const publicKey = Buffer.from(pair.publicKey).toString('base64')
const HOUR = 3_600_000

/** A service that publishes one answer after another; the last one stays. */
function serviceOf(...answers: object[]): { call: Call; asked: () => number } {
  let asked = 0
  const call = async () => {
    asked += 1
    return answers[Math.min(asked, answers.length) - 1]
  }
  return { call: call as unknown as Call, asked: () => asked }
}

const published = (more: object) => ({ key_id: 'rsa_1', algorithm: 'RSA-2048', public_key: rsa.publicKeyPem, ...more })
const withHpke = () =>
  published({ hpke: { suite: '', public_key: publicKey, max_age_seconds: 600 }, time_ms: Date.now() + HOUR })
const refused = () =>
  new CobroError({ status: 400, code: 'InvalidEncryptionException', message: '', description: '' } as never)
const sealedBy = async (sealer: ReturnType<typeof createSealer>): Promise<Sealed> => {
  let sent: Sealed | undefined
  await sealer.send('POST /v1/token', { number: '1' }, async (sealed) => {
    sent = sealed
  })
  assert.ok(sent)
  return sent
}

test('under HPKE, at the time of the service’s clock, with one question for all messages', async () => {
  const { call, asked } = serviceOf(withHpke())
  for (const settings of [{ appKey: 'pk_dev_1' }, { token: 'abc' }]) {
    const sealer = createSealer(call, settings)
    const [form, keyId, at] = (await sealedBy(sealer)).key.split('.')
    assert.deepEqual([form, keyId], ['hpke1', 'rsa_1'])
    assert.ok(Math.abs(Number(at) - Date.now() - HOUR) < 60_000)
    await sealedBy(sealer)
  }
  assert.equal(asked(), 2)
})

test('under RSA where the service has no HPKE key, or the client no credential', async () => {
  for (const [answer, settings] of [
    [published({}), { appKey: 'pk_dev_1' }],
    [published({ hpke: null, time_ms: Date.now() }), { appKey: 'pk_dev_1' }],
    [withHpke(), {}],
  ] as const) {
    const { key } = await sealedBy(createSealer(serviceOf(answer).call, settings))
    assert.equal(Buffer.from(key, 'base64').length, 256)
  }
})

test('an envelope that does not open is sent once more, under the RSA key that is published then; another refusal is not', async () => {
  const { call, asked } = serviceOf(withHpke(), published({}))
  const forms: number[] = []
  const answer = await createSealer(call, { appKey: 'pk_dev_1' }).send('POST /v1/token', {}, async ({ key }) => {
    forms.push(key.startsWith('hpke1.') ? 1 : 0)
    if (forms.length === 1) throw refused()
    return 'done'
  })
  assert.deepEqual([answer, forms, asked()], ['done', [1, 0], 2])
  const always = createSealer(serviceOf(withHpke()).call, { appKey: 'pk_dev_1' })
  let tries = 0
  const failing = always.send('POST /v1/token', {}, async () => {
    tries += 1
    throw refused()
  })
  await assert.rejects(failing, CobroError)
  assert.equal(tries, 2)
})
