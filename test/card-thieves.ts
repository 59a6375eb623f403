// Card testers: a bank that knows one right code, requests from many addresses, and numbers in the form of card numbers.

import type { Acquirer } from '../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../src/connectors/sandbox/acquirer.ts'
import { sealedCard, type TypedFields } from './cards.ts'
import { type Answer, basic, type Merchant, type World } from './world.ts'

/** The code that every card of `strictBank` has. */
export const RIGHT_CODE = '742'

/** The sandbox's bank with a check of codes. `asked` has every number that it was asked about, as often as it was. */
export function strictBank(): {
  acquirer: Acquirer
  asked: string[]
  timesAsked(number: string): number
  /** The card has a right code and no funds, or has funds again. */
  lacksFunds(number: string, does?: boolean): void
} {
  const asked: string[] = []
  const poor = new Set<string>()
  const sandbox = sandboxAcquirer()
  return {
    asked,
    lacksFunds: (number, does = true) => void (does ? poor.add(number) : poor.delete(number)),
    timesAsked: (number) => asked.filter((one) => one === number).length,
    acquirer: {
      ...sandbox,
      verify: async (card, signal) => {
        asked.push(card.number)
        if (card.securityCode !== RIGHT_CODE) return { kind: 'declined', code: '82' }
        return poor.has(card.number) ? { kind: 'declined', code: '51' } : sandbox.verify(card, signal)
      },
      authorise: async (request, signal) => {
        asked.push(request.card.number)
        const { securityCode } = request.card
        if (securityCode !== undefined && securityCode !== RIGHT_CODE) return { kind: 'declined', code: '82' }
        return sandbox.authorise(request, signal)
      },
    },
  }
}

/** Makes a token as a shop's page does, from an address of its own. The world must trust 127.0.0.1 as a proxy. */
export async function tokenFromPage(
  world: World,
  merchant: Merchant,
  fields: TypedFields,
  address = '203.0.113.7',
): Promise<Answer> {
  return world.send({
    method: 'POST',
    url: '/v1/token',
    headers: {
      authorization: basic(merchant.publishableKey, ''),
      'content-type': 'application/json',
      'x-forwarded-for': address,
    },
    payload: JSON.stringify(await sealedCard(world, fields)),
  })
}

/** The nth card number of a BIN: sixteen digits that pass the check. */
export function cardOf(bin: string, nth: number): string {
  const body = `${bin}${String(nth).padStart(9, '0')}`
  const sum = [...body].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** The nth address of a household. */
export function addressOf(nth: number): string {
  return `198.51.${Math.floor(nth / 250) % 250}.${1 + (nth % 250)}`
}

/** Runs `work` for 0 to `count` - 1, a number of them at a time. */
export async function eachOf<R>(count: number, atOnce: number, work: (nth: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const nth = next
      next += 1
      answers[nth] = await work(nth)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return answers
}
