// Reads what a payer's page is made of: the operation, its refunds and the name of its merchant.

import type { Clock } from '../core/clock.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { columnsOf } from '../store/columns.ts'
import { operationOf } from '../store/operation.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { PayerFacts } from './content.ts'

export interface PayerFactsNeeds {
  store: Store
  clock: Clock
  links: PageLinks
  sandbox: boolean
}

export type ReadPayerFacts = (operationId: string) => Promise<PayerFacts | undefined>

/** Reads by the operation's id; undefined when there is none. Whoever asks has shown the page's token, or is the service. */
export function payerFactsReader({ store, clock, links, sandbox }: PayerFactsNeeds): ReadPayerFacts {
  const { db } = store
  const byId = prepared((hole) =>
    db
      .selectFrom('operations')
      .innerJoin('accounts', 'accounts.id', 'operations.account_id')
      .select(columnsOf('operations'))
      .select('accounts.name as merchant')
      .where('operations.id', '=', hole('id'))
      .compile(),
  )
  const refundsOf = prepared((hole) =>
    db
      .selectFrom('refunds')
      .select(['amount_centavos', 'way', 'state', 'settled_at'])
      .where('operation_id', '=', hole('id'))
      .orderBy('id')
      .compile(),
  )
  return async (operationId) => {
    const [row] = await store.rows(byId({ id: operationId }))
    if (!row) return undefined
    const { merchant, ...operation } = row
    const refunds = operation.refunded_centavos > 0 ? await store.rows(refundsOf({ id: operationId })) : []
    return {
      operation: operationOf(operation),
      merchant,
      url: links.urlOf(operation.id),
      sandbox,
      now: clock.now(),
      refunds,
    }
  }
}
