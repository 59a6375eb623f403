// Finds one operation of an account: by its id, or the newest with a reference number.
import { columns } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'
import type { RecordKey } from './record-texts.ts'

export interface Finder {
  byId(accountId: string, id: string): Promise<OperationRow | undefined>
  /** Only what tells its record from others. */
  keyOf(accountId: string, id: string): Promise<RecordKey | undefined>
  byReference(accountId: string, referenceNumber: string): Promise<OperationRow | undefined>
}

/** Undefined for what is not there, and for what is another account's. */
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
      .select(['id', 'status', 'refund_state'])
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
    byId: async (accountId, id) => (await store.rows(byId({ accountId, id })))[0],
    keyOf: async (accountId, id) => (await store.rows(keyById({ accountId, id })))[0],
    byReference: async (accountId, referenceNumber) => {
      // No text with a NUL can be stored, nor asked for.
      if (referenceNumber.includes('\0') || !referenceNumber.isWellFormed()) return undefined
      return (await store.rows(byReference({ accountId, referenceNumber })))[0]
    },
  }
}
