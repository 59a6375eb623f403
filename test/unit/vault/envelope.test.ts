// The envelope opens in every form clients use, and fails in one way whatever is wrong with it.
import assert from 'node:assert/strict'
import { privateDecrypt, publicEncrypt, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Failure } from '../../../src/failures.ts'
import { openEnvelope, type Unwrap } from '../../../src/vault/envelope.ts'
import type { EnvelopeClaim } from '../../../src/vault/envelope-claims.ts'
import { type KeyPadding, keyPaddings } from '../../../src/vault/key-paddings.ts'
import { createRsaPool } from '../../../src/vault/rsa-pool.ts'
import { makeTransportKey, type SealOptions, sealEnvelope, sealedForms } from '../../support/fixtures/envelope-seal.ts'

const current = makeTransportKey('current')
const previous = makeTransportKey('previous')
const stranger = makeTransportKey('stranger')
/** Of RSA-2048. */
const MODULUS_BYTES = 256
const paddings = Object.keys(keyPaddings) as KeyPadding[]

/** Unwraps in this thread, counts the operations, and does each only once. */
function unwrapWith(...keys: ReturnType<typeof makeTransportKey>[]): Unwrap & { operations: number } {
  const known = new Map<string, Buffer | undefined>()
  return {
    operations: 0,
    keyIds: () => keys.map((key) => key.keyId),
    maxWrappedKeyBytes: () => MODULUS_BYTES,
    async decrypt(keyId, ciphertext, padding) {
      this.operations++
      const name = `${keyId} ${padding} ${ciphertext.toString('base64')}`
      if (!known.has(name)) {
        const key = keys.find((each) => each.keyId === keyId)?.privateKeyPem ?? ''
        try {
          known.set(name, privateDecrypt({ key, ...keyPaddings[padding] }, ciphertext))
        } catch {
          known.set(name, undefined)
        }
      }
      return known.get(name)
    },
  }
}

const unwrap = unwrapWith(current, previous)

const CLAIM: EnvelopeClaim = {
  claimedAtMs: () => 0,
  outcome: async () => undefined,
  settle: () => assert.fail('opening settles nothing'),
  settled: () => assert.fail('opening settles nothing'),
  keep: () => assert.fail('opening writes nothing'),
  close: () => assert.fail('opening ends no request'),
}

async function open(sealed: { key: string; data: string }, by: Unwrap = unwrap): Promise<Record<string, unknown>> {
  return (await openEnvelope({ keyBase64: sealed.key, dataBase64: sealed.data }, by, async () => CLAIM)).message
}

const unreadable = (error: unknown) =>
  error instanceof Failure &&
  error.reason === 'envelope-unreadable' &&
  error.cause === undefined &&
  Object.keys(error.options).length === 0

const json = fc
  .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }))
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
  .filter((value) => !/::|__proto__/.test(JSON.stringify(value)))

const form = fc.record<SealOptions>({
  keyPadding: fc.constantFrom(...paddings),
  dataForm: fc.constantFrom(...sealedForms),
  base64LineLength: fc.constantFrom(60, 76, 1_000_000),
})

describe('an envelope', () => {
  it('opens in every form, for any JSON object', async () => {
    await fc.assert(
      fc.asyncProperty(json, form, async (message, options) => {
        assert.deepEqual(await open(sealEnvelope(message, current.publicKeyPem, options)), message)
      }),
      { numRuns: 150 },
    )
  })

  it('opens in every form at every length of the last block', async () => {
    for (const dataForm of sealedForms) {
      for (let length = 0; length <= 32; length++) {
        const message = { name: `${'x'.repeat(length)}ñ€😀` }
        assert.deepEqual(await open(sealEnvelope(message, current.publicKeyPem, { dataForm })), message)
      }
    }
  })

  it('keeps a message that itself ends in white space', async () => {
    for (const dataForm of sealedForms) {
      for (const end of ['\n', '\r\n', '\t', ' ', '\n'.repeat(10), '\t'.repeat(9)]) {
        assert.deepEqual(await open(sealEnvelope(`{"a":[1]}${end}`, current.publicKeyPem, { dataForm })), { a: [1] })
      }
    }
  })

  it('opens through the threads', async () => {
    const threads = createRsaPool({ threads: 1, maxQueue: 100, keys: [current, previous] })
    const pool: Unwrap = { ...threads, maxWrappedKeyBytes: () => MODULUS_BYTES }
    try {
      for (const keyPadding of paddings) {
        assert.deepEqual(await open(sealEnvelope({ a: 1 }, current.publicKeyPem, { keyPadding }), pool), { a: 1 })
      }
      await assert.rejects(open(sealEnvelope({ a: 1 }, stranger.publicKeyPem), pool), unreadable)
    } finally {
      await threads.close()
    }
  })

  it('reports that the threads are busy', async () => {
    const full: Unwrap = {
      keyIds: () => ['current'],
      maxWrappedKeyBytes: () => MODULUS_BYTES,
      decrypt: async () => {
        throw new Failure('service-busy', { retryAfterSeconds: 1 })
      },
    }
    await assert.rejects(
      open(sealEnvelope({}, current.publicKeyPem), full),
      (error) => error instanceof Failure && error.reason === 'service-busy',
    )
  })

  it('opens under a previous key', async () => {
    for (const keyPadding of paddings) {
      assert.deepEqual(await open(sealEnvelope({ a: 1 }, previous.publicKeyPem, { keyPadding })), { a: 1 })
    }
  })

  it('costs the common client one RSA operation', async () => {
    const counting = unwrapWith(current, previous)
    await open(sealEnvelope({ a: 1 }, current.publicKeyPem), counting)
    assert.equal(counting.operations, 1)
  })

  it('accepts url-safe base64, with and without padding', async () => {
    const { key, data } = sealEnvelope({ a: 1 }, current.publicKeyPem)
    const urlSafe = (text: string) => Buffer.from(text, 'base64').toString('base64url')
    assert.deepEqual(await open({ key: urlSafe(key), data: urlSafe(data) }), { a: 1 })
  })

  it('reads flat names as nested', async () => {
    assert.deepEqual(await open(sealEnvelope({ 'payment::total::amount': '10.5' }, current.publicKeyPem)), {
      payment: { total: { amount: '10.5' } },
    })
  })
})

describe('an envelope whose key was used before', () => {
  const sealed = sealEnvelope({ a: 1 }, current.publicKeyPem)
  const openedAs = (claim: () => Promise<EnvelopeClaim | undefined>, by: Unwrap) =>
    openEnvelope({ keyBase64: sealed.key, dataBase64: sealed.data }, by, claim)

  it('costs every operation, as one that does not open, and fails like it', async () => {
    for (const claim of [
      async () => undefined,
      () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 5)),
    ]) {
      const counting = unwrapWith(current, previous)
      await assert.rejects(openedAs(claim, counting), unreadable)
      assert.equal(counting.operations, paddings.length * 2)
    }
  })

  it('is not opened before it is known whether its key was used', async () => {
    const { promise, resolve } = Promise.withResolvers<EnvelopeClaim | undefined>()
    let opened = false
    const opening = openedAs(() => promise, unwrapWith(current)).then(() => {
      opened = true
    })
    await new Promise((next) => setTimeout(next, 20))
    assert.equal(opened, false)
    resolve(CLAIM)
    await opening
  })

  it('reports that the claim could not be read, whether a key is readable or not', async () => {
    const fails = async () => {
      throw new Failure('service-busy', { retryAfterSeconds: 1 })
    }
    for (const by of [unwrapWith(current), unwrapWith()]) {
      await assert.rejects(openedAs(fails, by), (error) => error instanceof Failure && error.reason === 'service-busy')
    }
  })

  it('is identified by its number: leading zeros do not count', async () => {
    const seen: string[] = []
    for (const zeros of [0, 1, 70]) {
      const key = Buffer.concat([Buffer.alloc(zeros), Buffer.from(sealed.key, 'base64')]).toString('base64')
      await openEnvelope({ keyBase64: key, dataBase64: sealed.data }, unwrap, async ({ wrappedKey }) => {
        seen.push(wrappedKey.toString('hex'))
        return CLAIM
      })
    }
    assert.equal(new Set(seen).size, 1)
  })
})

describe('an envelope that does not open', () => {
  it('fails in one way, after every operation, whatever is wrong inside', async () => {
    const good = sealEnvelope({ a: 1 }, current.publicKeyPem)
    const shortKey = publicEncrypt({ key: current.publicKeyPem, ...keyPaddings.pkcs1 }, randomBytes(31)).toString(
      'base64',
    )
    const wrong: Record<string, { key: string; data: string }> = {
      'another public key': sealEnvelope({ a: 1 }, stranger.publicKeyPem),
      'another message key': { ...good, key: sealEnvelope({}, current.publicKeyPem).key },
      'a message key of 31 bytes': { ...good, key: shortKey },
      'a wrapped key of the wrong size': { ...good, key: 'AAAA' },
      'random data': { ...good, data: randomBytes(64).toString('base64') },
      'not JSON': sealEnvelope('not JSON at all', current.publicKeyPem),
      'a list': sealEnvelope([1], current.publicKeyPem),
      null: sealEnvelope(null, current.publicKeyPem),
      'too deep': sealEnvelope(`{"a":${'['.repeat(50)}${']'.repeat(50)}}`, current.publicKeyPem),
    }
    for (const [what, sealed] of Object.entries(wrong)) {
      const counting = unwrapWith(current, previous)
      await assert.rejects(open(sealed, counting), unreadable, what)
      assert.equal(counting.operations, paddings.length * 2, what)
    }
  })

  it('fails in the same way if it is not base64, empty or too large', async () => {
    const good = sealEnvelope({ a: 1 }, current.publicKeyPem)
    const wrong = [
      { ...good, key: '' },
      { ...good, data: '' },
      { ...good, key: `${good.key.slice(0, 20)}*${good.key.slice(21)}` },
      { ...good, data: '{"a":1}' },
      { ...good, data: `=${good.data}` },
      { ...good, data: good.data.slice(0, 8) },
      { ...good, key: 'A'.repeat(1025) },
      { ...good, key: ' '.repeat(4000) + good.key },
      sealEnvelope({ a: 'x'.repeat(160_000) }, current.publicKeyPem),
    ]
    for (const sealed of wrong) await assert.rejects(open(sealed), unreadable)
    const large = { a: 'x'.repeat(150_000) }
    assert.deepEqual(await open(sealEnvelope(large, current.publicKeyPem)), large)
  })

  it('claims nothing when its wrapped key is longer than any modulus', async () => {
    const { data } = sealEnvelope({ a: 1 }, current.publicKeyPem)
    let claims = 0
    const openWith = (bytes: number) => {
      const keyBase64 = Buffer.alloc(bytes, 1).toString('base64')
      return openEnvelope({ keyBase64, dataBase64: data }, unwrap, async () => {
        claims += 1
        return CLAIM
      })
    }
    for (const bytes of [MODULUS_BYTES + 1, 512, 768]) await assert.rejects(openWith(bytes), unreadable)
    assert.equal(claims, 0)
    await assert.rejects(openWith(MODULUS_BYTES), unreadable)
    assert.equal(claims, 1)
  })

  it('never opens with any changed bit of the key', async () => {
    for (const keyPadding of paddings) {
      const sealed = sealEnvelope({ a: 1 }, current.publicKeyPem, { keyPadding })
      const bytes = Buffer.from(sealed.key, 'base64')
      for (let bit = 0; bit < bytes.length * 8; bit += 31) {
        await assert.rejects(open({ ...sealed, key: flipped(bytes, bit) }), unreadable, `bit ${bit}`)
      }
    }
  })

  it('with a changed bit of the data fails in that way or, having no tag, opens as another object; GCM never opens', async () => {
    for (const dataForm of sealedForms) {
      const message = { total: { amount: '10.5' }, name: 'ñandú' }
      const sealed = sealEnvelope(message, current.publicKeyPem, { dataForm })
      const bytes = Buffer.from(sealed.data, 'base64')
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const opened = open({ ...sealed, data: flipped(bytes, bit) })
        if (dataForm === 'gcm') await assert.rejects(opened, unreadable, `bit ${bit}`)
        else {
          const outcome = await opened.catch((error: unknown) => error)
          assert.ok(unreadable(outcome) || Object.prototype.toString.call(outcome) === '[object Object]', `bit ${bit}`)
          assert.notDeepEqual(outcome, message, `bit ${bit}`)
        }
      }
    }
  })

  it('fails in that way for any garbage', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.base64String(),
      fc.uint8Array().map((b) => Buffer.from(b).toString('base64')),
    )
    await fc.assert(
      fc.asyncProperty(text, text, async (key, data) => {
        await assert.rejects(open({ key, data }), unreadable)
      }),
    )
  })
})

function flipped(bytes: Buffer, bit: number): string {
  const changed = Buffer.from(bytes)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed.toString('base64')
}
