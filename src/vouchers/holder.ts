// Who had a reference or a CLABE when a payment was made: networks issue one again when its voucher can no longer be paid.
import { instantPlus, readInstant } from '../core/time.ts'
import type { SourceRow } from '../customers/tables.ts'
import type { VoucherOperation } from '../store/operation.ts'
import type { Notification } from './received/notification.ts'
import type { paymentReader } from './received/rows.ts'

/** Networks write whole seconds or minutes, and their clock may be behind ours: a payment may seem to be this much older than it is. */
const INEXACT_MS = 60_000

type Voucher = Pick<VoucherOperation, 'created_at' | 'status' | 'expires_at'>

/** The voucher or the customer's source that the payment was made into; the source is read only when no voucher had it then. */
export async function holderAt(
  read: Pick<ReturnType<typeof paymentReader>, 'holders' | 'source'>,
  notification: Notification,
  now: string,
): Promise<{ operation: VoucherOperation | undefined; source: SourceRow | undefined }> {
  const reportedAt = notification.paidAt === undefined ? undefined : readInstant(notification.paidAt)
  const at = reportedAt !== undefined && reportedAt < now ? reportedAt : now
  const operation = voucherAt(await read.holders(notification), at)
  if (operation && canBePaid(operation, at)) return { operation, source: undefined }
  const source = await read.source(notification.networkReference)
  const isSources =
    source && (operation === undefined || (operation.created_at < source.created_at && begunBy(source, at)))
  return isSources ? { operation: undefined, source } : { operation, source: undefined }
}

/**
 * The one of the vouchers of a reference, newest first, that a payment of this instant was made into: the newest that existed by then. When that
 * one cannot be paid, a successor that can, and that is only a moment younger than the payment. Undefined without vouchers.
 */
function voucherAt<V extends Voucher>(newestFirst: readonly V[], at: string): V | undefined {
  const existed = newestFirst.find(({ created_at }) => created_at <= at) ?? newestFirst.at(-1)
  if (existed === undefined || newestFirst.length === 1 || canBePaid(existed, at)) return existed
  const younger = newestFirst.slice(0, newestFirst.indexOf(existed))
  return younger.find((one) => begunBy(one, at) && canBePaid(one, at)) ?? existed
}

function begunBy({ created_at }: Pick<Voucher, 'created_at'>, at: string): boolean {
  return created_at <= instantPlus(at, INEXACT_MS)
}

/** Whether a payment of this instant may still pay it. */
function canBePaid({ status, expires_at }: Voucher, at: string): boolean {
  return (status === 'pending' || status === 'expired') && (expires_at === null || at <= expires_at)
}
