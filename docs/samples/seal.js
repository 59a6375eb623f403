// Seals a message for Cobro: reads JSON from standard input, prints {key, data}. Node 20 or newer, nothing to install.
import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'

const base = process.env.COBRO ?? 'http://127.0.0.1:8080'
let message = ''
for await (const chunk of process.stdin) message += chunk
const publicKey = await (await fetch(`${base}/v1/public-key.pem`)).text()

const key = Buffer.from(randomBytes(16).toString('hex')) // these 32 characters are the AES-256 key
const nonce = randomBytes(12)
const cipher = createCipheriv('aes-256-gcm', key, nonce)
const sealed = Buffer.concat([nonce, cipher.update(message, 'utf8'), cipher.final(), cipher.getAuthTag()])
const padding = constants.RSA_PKCS1_OAEP_PADDING
const sealedKey = publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, key)

console.log(JSON.stringify({ key: sealedKey.toString('base64'), data: sealed.toString('base64') }))
