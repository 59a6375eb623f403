// Keys that a network writes in other letters in its statement than in its report: in capitals, or filled up with blanks, marks or zeros.
import { MAX_DAYS_APART } from '../core/movement.ts'
import { isFromAccount, type ReportedRail } from '../core/rail.ts'
import { addDays } from '../core/time.ts'
import { placeOf } from '../store/directory.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'
import { holdersReader } from '../store/voucher-references.ts'
import { folded } from './formats/written-values.ts'
import type { StatementLineRow } from './tables.ts'

type Line = Pick<StatementLineRow, 'network' | 'movement' | 'reference' | 'day'>

/** Whether what a line was paid into has a payment, near its day, whose key differs in capitals, accents, blanks, marks and zeros before it alone. */
export async function isKeyInOtherLetters(store: Store, rail: ReportedRail, line: Line): Promise<boolean> {
  const keys = await Promise.all([keysOfVouchers(store, rail, line), keysOfSource(store, rail, line)])
  return keys.flat().some((key) => bareKey(key) === bareKey(line.movement))
}

/** Sample: of ` 'abc-0123 ` it is `abc0123`, and of `000123` it is `123`. A key of marks alone stays. */
function bareKey(key: string): string {
  const plain = folded(key)
  return plain.replace(/[^\p{L}\p{N}]/gu, '').replace(/^0+(?=.)/, '') || plain
}

async function keysOfVouchers(store: Store, rail: ReportedRail, { network, reference, day }: Line): Promise<string[]> {
  const vouchers = await holdersReader(store)({ rail, network, reference })
  if (vouchers.length === 0) return []
  const rows = await near(store, day)
    .where('payments_received.account_id', 'in', [...new Set(vouchers.map(({ account_id }) => account_id))])
    .where(
      'payments_received.operation_id',
      'in',
      vouchers.map(({ id }) => id),
    )
    .execute()
  return rows.map((row) => row.network_transaction)
}

/** Of a customer's CLABE. Each payment into it has an operation of the customer. */
async function keysOfSource(store: Store, rail: ReportedRail, { reference, day }: Line): Promise<string[]> {
  const place = isFromAccount({ rail }) ? await placeOf(store, 'clabe', reference) : undefined
  if (place === undefined) return []
  const rows = await near(store, day)
    .innerJoin('operations', sameAccount('operations.id', 'payments_received.operation_id'))
    .innerJoin('sources', sameAccount('sources.id', 'operations.source_id'))
    .where('sources.account_id', '=', place.accountId)
    .where('sources.clabe', '=', reference)
    .where('operations.account_id', '=', place.accountId)
    .where('payments_received.account_id', '=', place.accountId)
    .execute()
  return rows.map((row) => row.network_transaction)
}

function near({ db }: Store, day: Line['day']) {
  return db
    .selectFrom('payments_received')
    .select('payments_received.network_transaction')
    .where('payments_received.operation_day', '>=', addDays(day, -MAX_DAYS_APART))
    .where('payments_received.operation_day', '<=', addDays(day, MAX_DAYS_APART))
}
