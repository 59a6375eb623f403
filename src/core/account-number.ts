// A number for an account, for tables of many short rows: its id is five times as long.
import { createHash } from 'node:crypto'

/**
 * 48 bits of the SHA-256 of the account's id: always the same, because rows are found by it. Two of a million
 * accounts may have one number, with a chance of one in six hundred, so what is found by it is compared with the account.
 */
export function accountNumber(accountId: string): number {
  return createHash('sha256').update(accountId).digest().readUIntBE(0, 6)
}
