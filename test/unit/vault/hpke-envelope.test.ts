// An HPKE envelope of our client opens for what it was sealed for, and for nothing else, in one way whatever is wrong.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { sealHpke } from '../../../client/src/hpke.ts'
import { sealFor } from '../../../client/src/seal.ts'
import { Failure } from '../../../src/failures.ts'
import type { EnvelopeClaim } from '../../../src/vault/envelope-claims.ts'
import { type HpkePair, hpkeOpener, makeHpkePair, type OpenHpke } from '../../../src/vault/hpke.ts'
import { hpkeInfo, isHpke, openHpkeEnvelope } from '../../../src/vault/hpke-envelope.ts'

const NOW = 1_795_000_000_000
const MAX_AGE = 600_000
const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM)
const CLAIM: EnvelopeClaim = {
  claimedAtMs: () => 0,
  outcome: async () => undefined,
  settle: () => assert.fail('opening settles nothing'),
  settled: () => assert.fail('opening settles nothing'),
  keep: () => assert.fail('opening writes nothing'),
  close: () => assert.fail('opening ends no request'),
}
const use = { call: 'POST /v1/token', presentedAs: 'pk_dev_1' }

let pair: HpkePair
let opens: OpenHpke
let claims = 0
let decryptions = 0

before(async () => {
  pair = await makeHpkePair()
  opens = await hpkeOpener(pair)
})

async function open(sealed: { key: string; data: string }, as = use): Promise<Record<string, unknown>> {
  const keys = {
    keyIdFor: () => 'rsa_1',
    open: (_: string, message: Parameters<OpenHpke>[0]) => {
      decryptions += 1
      return opens(message)
    },
  }
  const claim = async () => {
    claims += 1
    return CLAIM
  }
  const envelope = { keyBase64: sealed.key, dataBase64: sealed.data }
  return (await openHpkeEnvelope(envelope, as, keys, { nowMs: NOW, maxAgeMs: MAX_AGE }, claim)).message
}

const seal = (message: unknown, sealedAtMs = NOW, as = use) =>
  sealFor(message, { keyId: 'rsa_1', publicKey: Buffer.from(pair.publicKey).toString('base64') }, { ...as, sealedAtMs })

/** Refused in the one way, without a claim, after `cost` decryptions. */
async function assertRefused(work: () => Promise<unknown>, cost: number): Promise<void> {
  const before = { claims, decryptions }
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof Failure)
    assert.deepEqual([error.reason, error.options, error.cause], ['envelope-unreadable', {}, undefined])
    return true
  })
  assert.deepEqual({ claims, decryptions }, { claims: before.claims, decryptions: before.decryptions + cost })
}

const json = fc
  .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }))
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
  .filter((value) => !/::|__proto__/.test(JSON.stringify(value)))

describe('an HPKE envelope', () => {
  it('opens, for any JSON object and any sender', async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.string({ unit: 'grapheme' }), async (message, presentedAs) => {
        assert.deepEqual(
          await open(await seal(message, NOW, { ...use, presentedAs }), { ...use, presentedAs }),
          message,
        )
      }),
      { numRuns: 60 },
    )
  })

  it('of the client opens with the library, and one of the library opens too: both are RFC 9180', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 80 }), async (message, info) => {
        const bytes = new Uint8Array(message)
        const binding = new Uint8Array(info)
        const publicKey = await suite.DeserializePublicKey(pair.publicKey)
        const [ours, theirs] = await Promise.all([
          sealHpke(new Uint8Array(pair.publicKey), binding, bytes),
          suite.Seal(publicKey, bytes, { info: binding }),
        ])
        for (const { encapsulated, ciphertext } of [
          ours,
          { encapsulated: theirs.encapsulatedSecret, ciphertext: theirs.ciphertext },
        ]) {
          assert.deepEqual(
            Buffer.from((await opens({ encapsulated, ciphertext, info: binding })) ?? []),
            Buffer.from(bytes),
          )
        }
      }),
      { numRuns: 40 },
    )
  })

  it('with any changed bit of its data or its point, or cut anywhere, does not open', async () => {
    const { key, data } = await seal({ number: '4242424242424242' })
    const [form = '', id, at, point = ''] = key.split('.')
    const bytes = Buffer.from(data, 'base64')
    const dataWith = (change: Buffer) => ({ key, data: change.toString('base64') })
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        await assertRefused(() => open(dataWith(changed)), 1)
      }),
      { numRuns: 60 },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async (length) => {
        await assertRefused(() => open(dataWith(bytes.subarray(0, length))), length > 16 ? 1 : 0)
      }),
      { numRuns: 40 },
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(65 * 8 - 1), async (bit) => {
        const changed = Buffer.from(point, 'base64url')
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        await assertRefused(() => open({ key: [form, id, at, changed.toString('base64url')].join('.'), data }), 1)
      }),
      { numRuns: 40 },
    )
  })

  it('sealed for another sender, another call or another time does not open, at the same cost', async () => {
    await assertRefused(async () => open(await seal({}, NOW, { ...use, presentedAs: 'pk_dev_2' })), 1)
    await assertRefused(async () => open(await seal({}, NOW, { ...use, call: 'POST /v1/payment/card' })), 1)
    const sealed = await seal({})
    await assertRefused(() => open({ ...sealed, key: sealed.key.replace(String(NOW), String(NOW + 1)) }), 1)
    await assertRefused(() => open({ ...sealed, key: sealed.key.replace('rsa_1', 'rsa_2') }), 1)
  })

  it('opens until its expiry, and not from the future', async () => {
    for (const sealedAtMs of [NOW - MAX_AGE, NOW, NOW + 60_000])
      assert.deepEqual(await open(await seal({}, sealedAtMs)), {})
    for (const sealedAtMs of [NOW - MAX_AGE - 1, NOW + 60_001, 1_000_000_000, 999_999_999_999_999]) {
      await assertRefused(async () => open(await seal({}, sealedAtMs)), 1)
    }
  })

  it('of another form, or not of a JSON object, is refused', async () => {
    const { key, data } = await seal({})
    for (const [other, cost] of [
      ['hpke1', 0],
      ['hpke1.', 0],
      [`${key}x`, 0],
      [key.slice(0, -1), 0],
      [key.replace('hpke1', 'hpke2'), 0],
      [key.replace(String(NOW), '-1'), 0],
      [key.replace(String(NOW), '1e15'), 0],
    ] as const) {
      await assertRefused(() => open({ key: other, data }), cost)
    }
    for (const message of [null, 7, 'text', []]) await assertRefused(async () => open(await seal(message)), 1)
    assert.equal(isHpke({ keyBase64: Buffer.alloc(256, 1).toString('base64'), dataBase64: data }), false)
  })

  it('is bound to a text that differs for every use', () => {
    fc.assert(
      fc.property(fc.tuple(fc.string(), fc.string()), fc.tuple(fc.string(), fc.string()), (one, other) => {
        const infoOf = ([call, presentedAs]: [string, string]) =>
          Buffer.from(hpkeInfo({ call, presentedAs, sealedAtMs: NOW })).toString('hex')
        assert.equal(infoOf(one) === infoOf(other), one[0] === other[0] && one[1] === other[1])
      }),
    )
  })
})
