// Hashes passwords with Argon2id and compares them, in the turn of whoever sends them.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { invalidField } from '../../failures.ts'
import type { HashSlots, Sender } from './hash-slots.ts'
import { isEasilyGuessed } from './weak-passwords.ts'

export interface Passwords {
  /** In the PHC string format. */
  hash(password: string, sender: Sender): Promise<string>
  /** Takes as long for an unknown person (`undefined`). Fails with `too-many-requests` when too many wait. */
  matches(password: string, hash: string | null | undefined, sender: Sender): Promise<boolean>
}

/** What a hash takes: KiB of memory, and how often it is walked through. */
export interface PasswordCost {
  memory: number
  passes: number
}

/** OWASP's smallest recommended cost: some 20 ms of one processor. */
const COST: PasswordCost = { memory: 19_456, passes: 2 }
const PARALLELISM = 1
const TAG_BYTES = 32
const SALT_BYTES = 16
const MIN_LENGTH = 12
const MAX_LENGTH = 128
const FEWEST_DIFFERENT = 5

/** `cost`: of new hashes. Each hash says its own. */
export function createPasswords(slots: HashSlots, cost = COST): Passwords {
  const tagOf = async (password: string, salt: Buffer, { memory, passes }: PasswordCost, sender: Sender) => {
    const request = { message: plain(password), nonce: new Uint8Array(salt), tagLength: TAG_BYTES }
    return Buffer.from(await slots.run({ ...request, memory, passes, parallelism: PARALLELISM }, sender))
  }
  const nobody = encoded({ salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES), cost })
  return {
    hash: async (password, sender) => {
      const salt = randomBytes(SALT_BYTES)
      return encoded({ salt, tag: await tagOf(password, salt, cost, sender), cost })
    },
    matches: async (password, hash, sender) => {
      const { salt, tag, cost } = decoded(hash ?? nobody)
      const typed = await tagOf(password, salt, cost, sender)
      const isRight = timingSafeEqual(typed, tag) && typeof hash === 'string'
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

interface Hash {
  salt: Buffer
  tag: Buffer
  cost: PasswordCost
}

function encoded({ salt, tag, cost: { memory, passes } }: Hash): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${PARALLELISM}$${text(salt)}$${text(tag)}`
}

const FORM = /^\$argon2id\$v=19\$m=(\d{1,5}),t=(\d),p=1\$([\w+/]{22})\$([\w+/]{43})$/

/** An Error for a text of another form. */
function decoded(hash: string): Hash {
  const [, memory, passes, salt = '', tag = ''] = FORM.exec(hash) ?? []
  if (memory === undefined) throw new Error('The password was hashed in another way')
  return {
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes) },
  }
}
