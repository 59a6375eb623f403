// The merchant's address to which a payer returns from the acquirer's challenge.
import { isLoopback } from '../../config/addresses.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { webAddress } from '../../core/web-address.ts'

/** As long as every browser takes, with what is added. */
export const MAX_RETURN_URL = 1_000

/** What is wrong with a return address; undefined for a good one: https without a user, or with `loopback` also http of this machine. */
export function returnUrlProblem(text: string, { loopback }: { loopback: boolean }): Bilingual | undefined {
  const url = webAddress(text)
  if (url === undefined || text.length > MAX_RETURN_URL)
    return [
      `debe ser una dirección web de a lo más ${MAX_RETURN_URL} caracteres`,
      `must be a web address of at most ${MAX_RETURN_URL} characters`,
    ]
  if (url.username !== '' || url.password !== '')
    return ['no puede llevar usuario ni contraseña', 'cannot carry a user or a password']
  if (url.protocol === 'https:' || (loopback && isLoopback(url.hostname))) return undefined
  return ['debe empezar con https://', 'must start with https://']
}
