// Hashes passwords with Argon2id and compares them, in the turn of whoever sends them.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { invalidField } from '../core/failure.ts'
import type { HashSlots, Sender } from './hash-slots.ts'
import { isEasilyGuessed } from './weak-passwords.ts'

export interface Passwords {
  /** In the PHC string format. */
  hash(password: string, sender: Sender): Promise<string>
  /** Takes as long for an unknown person (`undefined`). Fails with `too-many-requests` when too many wait. */
  matches(password: string, hash: string | null | undefined, sender: Sender): Promise<boolean>
}

/** OWASP's smallest recommended cost: some 20 ms of one processor. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const SALT_BYTES = 16
const MIN_LENGTH = 12
const MAX_LENGTH = 128
const FEWEST_DIFFERENT = 5

export function createPasswords(slots: HashSlots): Passwords {
  const tagOf = async (password: string, nonce: Buffer, sender: Sender): Promise<Buffer> => {
    const wish = { message: plain(password), nonce: new Uint8Array(nonce), tagLength: TAG_BYTES, ...COST }
    return Buffer.from(await slots.run(wish, sender))
  }
  const nobody = encoded(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))
  return {
    hash: async (password, sender) => {
      const salt = randomBytes(SALT_BYTES)
      return encoded(salt, await tagOf(password, salt, sender))
    },
    matches: async (password, hash, sender) => {
      const { salt, tag } = decoded(hash ?? nobody)
      const given = await tagOf(password, salt, sender)
      const isRight = timingSafeEqual(given, tag) && typeof hash === 'string'
      slots.judged(sender, isRight)
      return isRight
    },
  }
}

/** Whose password it is: what the person is called is guessed first. */
interface PasswordOwner {
  email: string
  name: string
  account: string
}

/** Fails with `parameters-invalid`. The length makes a password strong; its characters are not prescribed. */
export function refuseWeakPassword(password: string, { email, name, account }: PasswordOwner): void {
  const characters = [...plain(password)]
  if (characters.length < MIN_LENGTH || characters.length > MAX_LENGTH)
    throw invalidField(
      'password',
      `la contraseña debe tener de ${MIN_LENGTH} a ${MAX_LENGTH} caracteres`,
      `the password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`,
    )
  if (new Set(characters).size < FEWEST_DIFFERENT || isEasilyGuessed(plain(password), [email, name, account]))
    throw invalidField(
      'password',
      'la contraseña es de las que se prueban primero: usa varias palabras, sin tu nombre, tu correo ni secuencias',
      'the password is among those that are tried first: use several words, without your name, e-mail or sequences',
    )
}

/** Normalised, so that the same letters from another keyboard are the same password. */
function plain(password: string): string {
  return password.normalize('NFKC')
}

function encoded(salt: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(salt)}$${text(tag)}`
}

/** An Error for a hash of another cost: after a change of the cost it must be read from the text. */
function decoded(hash: string): { salt: Buffer; tag: Buffer } {
  const [, name, version, cost, salt = '', tag = ''] = hash.split('$')
  if (name !== 'argon2id' || version !== 'v=19' || cost !== `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`)
    throw new Error('The password was hashed in another way')
  return { salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}
