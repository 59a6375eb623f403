// The RSA pool decrypts in threads, refuses what it cannot hold, changes keys while it works, and lets the process end.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { publicEncrypt, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Failure } from '../../../src/failures.ts'
import { type KeyPadding, keyPaddings } from '../../../src/vault/key-paddings.ts'
import { createRsaPool } from '../../../src/vault/rsa-pool.ts'
import { makeTransportKey } from '../../support/fixtures/envelope-seal.ts'

const first = makeTransportKey('first')
const second = makeTransportKey('second')
const encrypt = (publicKeyPem: string, plaintext: Buffer, padding: KeyPadding = 'pkcs1') =>
  publicEncrypt({ key: publicKeyPem, ...keyPaddings[padding] }, plaintext)
const busy = (error: unknown) =>
  error instanceof Failure && error.reason === 'service-busy' && error.options.retryAfterSeconds === 1

describe('the RSA pool', () => {
  it('decrypts under every padding, many at once, each with its own answer', async () => {
    const pool = createRsaPool({ threads: 2, maxQueue: 1000, keys: [first, second] })
    try {
      assert.deepEqual(pool.keyIds(), ['first', 'second'])
      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const key = index % 2 === 0 ? first : second
          const padding = (Object.keys(keyPaddings) as KeyPadding[])[index % 3] as KeyPadding
          const plaintext = randomBytes(1 + (index % 32))
          const answer = await pool.decrypt(key.keyId, encrypt(key.publicKeyPem, plaintext, padding), padding)
          assert.deepEqual(answer, plaintext)
        }),
      )
      assert.equal(pool.queueDepth(), 0)
    } finally {
      await pool.close()
    }
  })

  it('answers undefined for a text that does not decrypt', async () => {
    const pool = createRsaPool({ threads: 1, maxQueue: 10, keys: [first] })
    try {
      const ciphertext = encrypt(first.publicKeyPem, randomBytes(32))
      assert.equal(await pool.decrypt('first', ciphertext, 'oaep-sha1'), undefined)
      assert.equal(await pool.decrypt('first', ciphertext, 'oaep-sha256'), undefined)
      assert.equal(await pool.decrypt('first', randomBytes(257), 'pkcs1'), undefined)
      assert.equal(await pool.decrypt('first', Buffer.alloc(256, 0xff), 'pkcs1'), undefined)
      assert.equal(await pool.decrypt('another', ciphertext, 'pkcs1'), undefined)
    } finally {
      await pool.close()
    }
  })

  it('gives random bytes, not an error, for a bad PKCS#1 v1.5 padding', async () => {
    const pool = createRsaPool({ threads: 1, maxQueue: 10, keys: [first] })
    try {
      const padded = encrypt(first.publicKeyPem, randomBytes(32), 'oaep-sha1')
      assert.ok(await pool.decrypt('first', padded, 'pkcs1'))
    } finally {
      await pool.close()
    }
  })

  it('refuses more than may wait, and accepts more once it has caught up', async () => {
    const pool = createRsaPool({ threads: 1, maxQueue: 3, keys: [first] })
    try {
      const ciphertext = encrypt(first.publicKeyPem, Buffer.from('key'))
      const all = await Promise.allSettled(Array.from({ length: 50 }, () => pool.decrypt('first', ciphertext, 'pkcs1')))
      const refused = all.filter((each) => each.status === 'rejected')
      const answered = all.filter((each) => each.status === 'fulfilled')
      assert.ok(refused.length > 0 && refused.every((each) => busy(each.reason)))
      assert.ok(answered.length >= 3 && answered.every((each) => each.value?.toString() === 'key'))
      assert.equal((await pool.decrypt('first', ciphertext, 'pkcs1'))?.toString(), 'key')
    } finally {
      await pool.close()
    }
  })

  it('lets no sender wait behind suspect ones', async () => {
    const pool = createRsaPool({ threads: 1, maxQueue: 1_000, keys: [first] })
    try {
      const ciphertext = encrypt(first.publicKeyPem, Buffer.from('key'))
      const order: string[] = []
      const open = async (source: string, suspect: boolean) => {
        await pool.decrypt('first', ciphertext, 'pkcs1', { urgent: false, account: 'shop', source, suspect })
        order.push(source)
      }
      // The thread is up.
      await open('first', false)
      const junk = Array.from({ length: 200 }, (_, nth) => open(`thief ${nth}`, true))
      await open('shopper', false)
      const before = order.indexOf('shopper') - 1
      assert.ok(before <= 4, `behind ${before} others`)
      const shoppers = Array.from({ length: 20 }, (_, nth) => open(`shopper ${nth}`, false))
      await Promise.all(shoppers)
      assert.ok(order.length <= 50, `the last shopper is behind ${order.length} others`)
      await Promise.all(junk)
      assert.equal(order.length, 222)
    } finally {
      await pool.close()
    }
  })

  it('opens envelopes of suspect senders too while others wait', async () => {
    const pool = createRsaPool({ threads: 1, maxQueue: 1_000, keys: [first] })
    try {
      const ciphertext = encrypt(first.publicKeyPem, Buffer.from('key'))
      const order: string[] = []
      const open = async (source: string, suspect: boolean) => {
        await pool.decrypt('first', ciphertext, 'pkcs1', { urgent: true, account: source, source, suspect })
        order.push(source)
      }
      const all = [
        ...Array.from({ length: 200 }, (_, nth) => open(`shop ${nth}`, false)),
        ...Array.from({ length: 10 }, () => open('suspect', true)),
      ]
      await Promise.all(all)
      assert.ok(order.lastIndexOf('suspect') < 150, `the last one was number ${order.lastIndexOf('suspect')}`)
    } finally {
      await pool.close()
    }
  })

  it('refuses the envelopes of suspect senders before those of others', async () => {
    const pool = createRsaPool({ threads: 1, maxQueue: 20, keys: [first] })
    try {
      const ciphertext = encrypt(first.publicKeyPem, Buffer.from('key'))
      const open = (source: string, suspect: boolean) =>
        pool.decrypt('first', ciphertext, 'pkcs1', { urgent: false, account: source, source, suspect })
      const junk = Promise.allSettled(Array.from({ length: 50 }, () => open('thief', true)))
      const honest = await Promise.allSettled(Array.from({ length: 10 }, () => open('shopper', false)))
      assert.ok(honest.every(({ status }) => status === 'fulfilled'))
      const refused = (await junk).filter(({ status }) => status === 'rejected')
      assert.ok(refused.length >= 30, `${refused.length} refused`)
    } finally {
      await pool.close()
    }
  })

  it('changes its keys without losing waiting requests', async () => {
    const pool = createRsaPool({ threads: 1, maxQueue: 100, keys: [first] })
    try {
      const ciphertext = encrypt(first.publicKeyPem, Buffer.from('old'))
      const asked = Array.from({ length: 30 }, () => pool.decrypt('first', ciphertext, 'pkcs1'))
      await pool.useKeys([second, first])
      assert.deepEqual(pool.keyIds(), ['second', 'first'])
      for (const answer of await Promise.all(asked)) assert.equal(answer?.toString(), 'old')
      const fresh = encrypt(second.publicKeyPem, Buffer.from('new'))
      assert.equal((await pool.decrypt('second', fresh, 'pkcs1'))?.toString(), 'new')
    } finally {
      await pool.close()
    }
  })

  it('refuses an invalid key, and keeps the ones it has', async () => {
    assert.throws(() => createRsaPool({ threads: 1, maxQueue: 1, keys: [] }), /at least one/)
    const pool = createRsaPool({ threads: 1, maxQueue: 1, keys: [first] })
    try {
      await assert.rejects(pool.useKeys([{ keyId: 'bad', privateKeyPem: 'nonsense' }]))
      assert.deepEqual(pool.keyIds(), ['first'])
    } finally {
      await pool.close()
    }
  })

  it('finishes its requests before it closes, and accepts none afterwards', async () => {
    const pool = createRsaPool({ threads: 2, maxQueue: 100, keys: [first] })
    const ciphertext = encrypt(first.publicKeyPem, Buffer.from('last'))
    const asked = Array.from({ length: 40 }, () => pool.decrypt('first', ciphertext, 'pkcs1'))
    await pool.close()
    for (const answer of await Promise.all(asked)) assert.equal(answer?.toString(), 'last')
    await assert.rejects(pool.decrypt('first', ciphertext, 'pkcs1'), busy)
  })

  it('lets the process end once closed', async () => {
    const seal = new URL('../../support/fixtures/envelope-seal.ts', import.meta.url).href
    const module = new URL('../../../src/vault/rsa-pool.ts', import.meta.url).href
    const script = `
      const { makeTransportKey } = await import(${JSON.stringify(seal)})
      const { createRsaPool } = await import(${JSON.stringify(module)})
      const pool = createRsaPool({ threads: 2, maxQueue: 10, keys: [makeTransportKey('only')] })
      await pool.decrypt('only', Buffer.alloc(256, 1), 'pkcs1')
      await pool.close()
      process.stdout.write('closed')`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    assert.equal(stdout, 'closed')
  })
})
