// Charges of a story's merchant: a message with every required field, sealed under the service's published key.
import { publicKeyOf, tokenFor } from './cards.ts'
import { type SealOptions, sealEnvelope } from './envelope-seal.ts'
import type { Answer, Merchant, World } from './world.ts'

export const APPROVED = '4242424242424242'
export const CREDIT = '4485531263748329'
export const DECLINED = '4111111111111111'

export type Message = Record<string, unknown>

/** A whole charge of 100.00; `change` replaces values by their path, undefined removes the key. */
export function chargeOf(recurrent: string, change: Record<string, unknown> = {}): Message {
  const message: Message = {
    recurrent,
    payment: {
      external: { transaction: '' },
      total: { amount: 100, currency: 'MXN' },
      reference: { number: '', description: 'Pedido 1' },
    },
  }
  for (const [path, value] of Object.entries(change)) put(message, path.split('.'), value)
  return message
}

/** Sends a message unchanged. */
export async function sendCharge(
  world: World,
  merchant: Merchant,
  message: Message | string,
  options: { headers?: Record<string, string>; beside?: Record<string, unknown>; seal?: SealOptions } = {},
): Promise<Answer> {
  const sealed = sealEnvelope(message, await publicKeyOf(world), options.seal)
  return merchant.post('/v1/payment/card', { ...sealed, ...options.beside }, options.headers)
}

/** Pays with a new token of a card. */
export async function payByCard(
  world: World,
  merchant: Merchant,
  number: string,
  change: Record<string, unknown> = {},
  options: Parameters<typeof sendCharge>[3] = {},
): Promise<Answer> {
  return sendCharge(world, merchant, chargeOf(await tokenFor(world, merchant, number), change), options)
}

/** Every card operation of the merchant, including declined ones. */
export async function operationsOf(world: World, merchant: Merchant) {
  const rows = await world.service.store.db
    .selectFrom('operations')
    .selectAll()
    .where('account_id', '=', merchant.accountId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row }))
}

function put(into: Message, [name = '', ...inner]: string[], value: unknown): void {
  if (inner.length === 0) {
    if (value === undefined) delete into[name]
    else into[name] = value
    return
  }
  into[name] ??= {}
  put(into[name] as Message, inner, value)
}
