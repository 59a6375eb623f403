// The ceiling of card payments: RSA-2048 private operations a second of one core, doing nothing else.
import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto'
import { fileURLToPath } from 'node:url'

/** Operations per second of one core, over so many seconds. */
export function rsaPerSecond(seconds: number): number {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sealed = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.alloc(32, 'a'))
  const started = performance.now()
  let count = 0
  while (performance.now() - started < seconds * 1_000) {
    for (let i = 0; i < 50; i += 1) privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, sealed)
    count += 50
  }
  return count / ((performance.now() - started) / 1_000)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${rsaPerSecond(3).toFixed(0)}\n`)
