// Finds one operation: of an account by its id, or its newest with a reference number; of a network by its report. And who paid it.
import { across } from '../store/across.ts'
import { type RecordKey, recordKeyColumns } from '../store/changeable.ts'
import { columns } from '../store/columns.ts'
import { type CardOperation, isCharge, type Operation, operationOf } from '../store/operation.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import { laterPayer, payerClabe } from './payer.ts'

interface Finder {
  byId(accountId: string, id: string): Promise<Operation | undefined>
  /** Only the columns that identify its record. */
  keyOf(accountId: string, id: string): Promise<RecordKey | undefined>
  byReference(accountId: string, referenceNumber: string): Promise<Operation | undefined>
}

/** Undefined for an unknown operation, and for another account's. */
export function finder(store: Store): Finder {
  const { db } = store
  const byId = prepared((hole) =>
    db
      .selectFrom('operations')
      .select(columns.operations)
      .where('id', '=', hole('id'))
      .where('account_id', '=', hole('accountId'))
      .compile(),
  )
  const keyById = prepared((hole) =>
    db
      .selectFrom('operations')
      .select(recordKeyColumns)
      .where('id', '=', hole('id'))
      .where('account_id', '=', hole('accountId'))
      .compile(),
  )
  const byReference = prepared((hole) =>
    db
      .selectFrom('operations')
      .select(columns.operations)
      .where('account_id', '=', hole('accountId'))
      .where('reference_number', '=', hole('referenceNumber'))
      .orderBy('id', 'desc')
      .limit(1)
      .compile(),
  )
  return {
    byId: async (accountId, id) => operationOf((await store.rows(byId({ accountId, id })))[0]),
    keyOf: async (accountId, id) => (await store.rows(keyById({ accountId, id })))[0],
    byReference: async (accountId, referenceNumber) => {
      // A text with a NUL can be neither stored nor queried.
      if (referenceNumber.includes('\0') || !referenceNumber.isWellFormed()) return undefined
      return operationOf((await store.rows(byReference({ accountId, referenceNumber })))[0])
    },
  }
}

/** The card payment that a network's report names; undefined when this network was not asked for one. */
export async function cardPaymentOf(
  { db }: Store,
  { network, operationId }: { network: string; operationId: string },
): Promise<CardOperation | undefined> {
  const row = await db
    .selectFrom('operations')
    .select(columns.operations)
    .where('id', '=', operationId)
    .where('network', '=', network)
    .modifyEnd(across('networks'))
    .executeTakeFirst()
  const operation = operationOf(row)
  return isCharge(operation) ? operation : undefined
}

/** The account and the name that the payment of an operation came from, as far as its network reported them. */
export async function readPayerOf({ db }: Store, { account_id, id }: Pick<Operation, 'account_id' | 'id'>) {
  return db
    .selectFrom('payments_received')
    .leftJoin('received_details', laterPayer)
    .select(['payer_name', payerClabe('payer_clabe')])
    .where('payments_received.account_id', '=', account_id)
    .where('operation_id', '=', id)
    .where('outcome', 'in', ['matched', 'accepted'])
    .executeTakeFirst()
}
