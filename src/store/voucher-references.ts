// The directory of the references of vouchers: the digits or the CLABE that a payer pays to, of all accounts. Networks issue one again when its
// voucher can no longer be paid, so the vouchers that had it before stand behind the one that has it.
import { sql } from 'kysely'
import { among, listOf } from './among.ts'
import { columns } from './columns.ts'
import { directoryWrite, placeOf } from './directory.ts'
import { operationOf, operationsOf, type VoucherOperation } from './operation.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'
import { update, type Write } from './write.ts'

/** A reference at its network. */
interface VoucherReference {
  rail: VoucherOperation['rail']
  network: string
  reference: string
}

const KIND = 'voucher' as const
/** The most vouchers of one reference that are read, newest first. */
const MAX_HOLDERS = 50

function entryOf({ rail, network, reference }: VoucherReference): string {
  return `${rail} ${network} ${reference}`
}

/** Undefined for a voucher into a customer's CLABE, which has no reference of its own. */
export function referenceOf({
  rail,
  network,
  network_reference: reference,
}: VoucherOperation): VoucherReference | undefined {
  return reference === null ? undefined : { rail, network, reference }
}

/** Registers the reference of a new voucher. `Duplicate` of `directory` when a voucher has it or had it. */
export function registerWrites(voucher: VoucherOperation): Write[] {
  const reference = referenceOf(voucher)
  if (reference === undefined) return []
  return [directoryWrite(KIND, entryOf(reference), { accountId: voucher.account_id, subject: voucher.id })]
}

/** The same when another voucher had it, which has ended and does not begin again. `Unmet` when a third one was first. */
export function takeOverWrites(
  voucher: VoucherOperation,
  before: Pick<VoucherOperation, 'id' | 'account_id'>,
  reference: VoucherReference,
): Write[] {
  const value = entryOf(reference)
  return [
    update(
      'directory',
      { account_id: voucher.account_id, subject: voucher.id },
      { kind: KIND, value, variant: '', account_id: before.account_id, subject: before.id },
    ),
    directoryWrite(KIND, value, { accountId: before.account_id, subject: before.id }, before.id),
  ]
}

/** The voucher that got a reference last; undefined when no voucher had it. */
export async function holderOf(store: Store, asked: VoucherReference): Promise<VoucherOperation | undefined> {
  const place = await placeOf(store, KIND, entryOf(asked))
  if (place === undefined) return undefined
  const row = await store.db
    .selectFrom('operations')
    .select(columns.operations)
    .where('account_id', '=', place.accountId)
    .where('id', '=', place.subject)
    .where('rail', '=', asked.rail)
    .where('network', '=', asked.network)
    .where('network_reference', '=', asked.reference)
    .executeTakeFirst()
  return operationOf<VoucherOperation['rail']>(row)
}

/** Reads the vouchers that have had a reference, newest first; usually one. */
export function holdersReader(store: Store): (asked: VoucherReference) => Promise<VoucherOperation[]> {
  const { db } = store
  const places = prepared((hole) =>
    db
      .selectFrom('directory')
      .select(['account_id', 'subject'])
      .where('kind', '=', sql.lit(KIND))
      .where('value', '=', hole('value'))
      // The one that has it now stands first, those before it by their ids. They share a value, so a cluster asks one machine.
      .orderBy(sql`case when variant = '' then 0 else 1 end`)
      .orderBy('variant', 'desc')
      .limit(sql.lit(MAX_HOLDERS))
      .compile(),
  )
  const vouchers = prepared((hole) =>
    db
      .selectFrom('operations')
      .select(columns.operations)
      .where(among(store, 'account_id', hole('accounts')))
      .where(among(store, 'id', hole('ids'), 'uuid'))
      .where('rail', '=', hole('rail'))
      .where('network', '=', hole('network'))
      .where('network_reference', '=', hole('reference'))
      .orderBy('id', 'desc')
      .compile(),
  )
  return async ({ rail, network, reference }) => {
    const value = entryOf({ rail, network, reference })
    const found = await store.rows(places({ value }))
    if (found.length === 0) return []
    const accounts = listOf(store, [...new Set(found.map(({ account_id }) => account_id))])
    const ids = listOf(
      store,
      found.map(({ subject }) => subject),
    )
    return operationsOf<VoucherOperation['rail']>(
      await store.rows(vouchers({ accounts, ids, rail, network, reference })),
    )
  }
}
