// Reads the data of a payer's page: the operation, its refunds and the name of its merchant.
import { isFromAccount, isVoucher } from '../core/rail.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { across } from '../store/across.ts'
import { columnsOf } from '../store/columns.ts'
import { operationOf } from '../store/operation.ts'
import { prepared } from '../store/prepared.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { PayerFacts } from './content.ts'

export interface PayerFactsNeeds extends StoreAndClock {
  links: PageLinks
  sandbox: boolean
}

export type ReadPayerFacts = (operationId: string, options?: { picture: boolean }) => Promise<PayerFacts | undefined>

/** Reads by the operation's id; undefined when there is none. The caller must have checked the page's token. */
export function payerFactsReader({ store, clock, links, sandbox }: PayerFactsNeeds): ReadPayerFacts {
  const { db } = store
  const byId = prepared((hole) =>
    db
      .selectFrom('operations')
      .select(columnsOf('operations'))
      .where('operations.id', '=', hole('id'))
      .modifyEnd(across('payers'))
      .compile(),
  )
  const merchantOf = prepared((hole) =>
    db
      .selectFrom('accounts')
      .leftJoin('profiles', 'profiles.account_id', 'accounts.id')
      .select(['accounts.name as merchant', 'trade_name', 'legal_name', 'rfc', 'phone', 'site', 'colour', 'logo'])
      .select('profiles.email as email')
      .where('accounts.id', '=', hole('accountId'))
      .compile(),
  )
  const logoOf = prepared((hole) =>
    db.selectFrom('logos').select(['type', 'content']).where('account_id', '=', hole('accountId')).compile(),
  )
  const refundsOf = prepared((hole) =>
    db
      .selectFrom('refunds')
      .select(['amount_centavos', 'way', 'state', 'waits_for', 'settled_at'])
      .where('account_id', '=', hole('accountId'))
      .where('operation_id', '=', hole('id'))
      .orderBy('id')
      .compile(),
  )
  const heldOf = prepared((hole) =>
    db
      .selectFrom('payments_received')
      .select(({ fn }) => [
        fn.countAll<number>().as('payments'),
        fn.sum<number | null>('amount_centavos').as('centavos'),
      ])
      .where('account_id', '=', hole('accountId'))
      .where('operation_id', '=', hole('id'))
      .where('outcome', '=', 'suspended')
      .compile(),
  )
  const receiptOf = prepared((hole) =>
    db
      .selectFrom('payments_received')
      .select('cep_url')
      .where('account_id', '=', hole('accountId'))
      .where('operation_id', '=', hole('id'))
      .where('outcome', 'in', ['matched', 'accepted'])
      .compile(),
  )
  return async (operationId, options) => {
    const [operation] = await store.rows(byId({ id: operationId }))
    const [owner] = operation ? await store.rows(merchantOf({ accountId: operation.account_id })) : []
    if (!operation || !owner) return undefined
    const { merchant, trade_name, legal_name, rfc, phone, email, site, colour, logo } = owner
    const profile = { legal_name, rfc, phone, email, site, colour, logo }
    const texts = Object.fromEntries(Object.entries(profile).map(([name, text]) => [name, text ?? '']))
    const [picture] = options?.picture && logo ? await store.rows(logoOf({ accountId: operation.account_id })) : []
    const refunds =
      operation.refunded_centavos > 0
        ? await store.rows(refundsOf({ accountId: operation.account_id, id: operationId }))
        : []
    const [held] = isVoucher(operation.rail)
      ? await store.rows(heldOf({ accountId: operation.account_id, id: operationId }))
      : []
    const isPaidByTransfer = isFromAccount(operation) && operation.paid_at !== null
    const [receipt] = isPaidByTransfer
      ? await store.rows(receiptOf({ accountId: operation.account_id, id: operationId }))
      : []
    return {
      operation: operationOf(operation),
      merchant: trade_name || merchant,
      profile: texts as PayerFacts['profile'],
      picture,
      url: links.urlOf(operation.id),
      sandbox,
      now: clock.now(),
      refunds,
      ...(held?.centavos && { held: { centavos: Number(held.centavos), payments: Number(held.payments) } }),
      ...(receipt?.cep_url && { cepUrl: receipt.cep_url }),
    }
  }
}
