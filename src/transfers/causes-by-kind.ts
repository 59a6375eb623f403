// Reads the cause of a transfer's first sending, by its kind: a payout, a returned payment, a refund, a reversed operation.
import type { Kysely } from 'kysely'
import { isReported, PAYOUT_RAIL, railNames, rails, refundedRails } from '../core/rail.ts'
import type { EntryName } from '../ledger/entry-name.ts'
import { booksOf } from '../ledger/owner.ts'
import type { PayoutRow } from '../payouts/tables.ts'
import { columns } from '../store/columns.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import type { Tables } from '../tables.ts'
import type { PaymentReceivedRow } from '../vouchers/tables.ts'
import { leftKeys, leftNames, readBooked } from './booked.ts'
import type { TransferRow } from './tables.ts'
import {
  type Cause,
  depositOf,
  isByTransfer,
  releasedReturnOf,
  returnOf,
  trackingKeyOf,
  transferIdOf,
} from './transfer-causes.ts'

type Found = [transferId: string, cause: Cause][]

export async function payoutCauses(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Found> {
  if (transfers.length === 0) return []
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'account_id', 'amount_centavos', 'clabe', 'tracking_key', 'transfer_id', 'state'])
    .where('transfer_id', 'in', idsOf(transfers))
    .execute()
  const booked = await readBooked(
    db,
    payouts.map((payout) => ({ accountId: payout.account_id, entry: bookedName(payout) })),
  )
  return payouts.map((payout) => [
    payout.transfer_id,
    {
      account_id: payout.account_id,
      operation_id: null,
      destination: payout.clabe,
      amount_centavos: payout.amount_centavos,
      tracking_key: payout.tracking_key,
      network: null,
      rail: PAYOUT_RAIL,
      till: null,
      deposit: null,
      bookedCentavos: booked.owed(bookedName(payout), payout.account_id),
      isFinished: payout.state !== 'pending',
      isRepeated: false,
      isUntimely: false,
    },
  ])
}

export async function returnCauses(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Found> {
  if (transfers.length === 0) return []
  const payments = await db
    .selectFrom('payments_received')
    .select(columns.payments_received)
    .where('id', 'in', idsOf(transfers).map(paymentIdOf))
    .where('outcome', 'in', ['returned', 'unmatched', 'given-back'])
    .execute()
  const givenBack = payments.filter(({ outcome }) => outcome === 'given-back').map(({ id }) => id)
  const releases =
    givenBack.length === 0
      ? []
      : await db
          .selectFrom('releases')
          .select(columns.releases)
          .where('payment_id', 'in', givenBack)
          .where('action', '=', 'return')
          .execute()
  const booked = await readBooked(db, [
    ...payments.map((payment) => ({ accountId: booksOf(payment.account_id), entry: bookingOf(payment) })),
    ...transfers.flatMap(leftKeys),
  ])
  return payments.flatMap((payment): Found => {
    const id = transferIdOf(payment.id)
    const release = releases.find(({ payment_id }) => payment_id === payment.id)
    if (payment.outcome === 'given-back' && release === undefined) return []
    const { kind: _, ...says } = release ? releasedReturnOf(payment, release) : returnOf(payment)
    const till = isByTransfer(says.rail) ? null : { chain: payment.institution, day: payment.operation_day }
    const bookedCentavos = booked.owed(bookingOf(payment), booksOf(payment.account_id))
    const isReplaced = transfers.some((transfer) => transfer.id === id && transfer.replaced_by !== null)
    const isFinished = isReplaced || leftNames(id).some(booked.has)
    const deposit = depositOf(payment, says.destination)
    const rest = { deposit, bookedCentavos, isFinished, isRepeated: false, isUntimely: false }
    return [[id, { ...says, tracking_key: trackingKeyOf(id), till, ...rest }]]
  })
}

/** The entry that books a received payment as owed to its payer. */
function bookingOf({ id, outcome }: PaymentReceivedRow): EntryName {
  return outcome === 'given-back' ? `${id}:released` : `${id}:returned`
}

/**
 * The id of a refund's first transfer is derived from the refund's id, so that there is only one. The refund has the amount
 * and the account, unless the money goes back to its payer: then the received payment has the account, which never changes. Without a
 * known account, there is no cause.
 */
export async function refundCauses(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Found> {
  if (accountsOf(transfers).length === 0) return []
  const ids = transfers.map((transfer) => transfer.refund_id ?? '')
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'account_id', 'operation_id', 'amount_centavos', 'destination', 'state'])
    .where('account_id', 'in', accountsOf(transfers))
    .where('id', 'in', ids)
    .where('way', '=', 'transfer')
    .execute()
  if (refunds.length === 0) return []
  const payers = await db
    .selectFrom('payments_received')
    .select(['operation_id', 'payer_clabe'])
    .where(
      'operation_id',
      'in',
      refunds.map(({ operation_id }) => operation_id),
    )
    .where('outcome', 'in', ['matched', 'accepted'])
    .where('rail', 'in', paidBackRails)
    .execute()
  const booked = await readBooked(db, [
    ...refunds.map(({ id, account_id: accountId }) => ({ accountId, entry: `${id}:booked` as const })),
    ...transfers.flatMap(leftKeys),
  ])
  return transfers.flatMap((transfer): Found => {
    const refund = refunds.find(({ id }) => id === transfer.refund_id && transferIdOf(id) === transfer.id)
    if (refund?.destination == null) return []
    const payer = payers.find(({ operation_id }) => operation_id === refund.operation_id)
    const isFinished =
      refund.state === 'cancelled' || transfer.replaced_by !== null || leftNames(transfer.id).some(booked.has)
    const cause: Cause = {
      account_id: refund.account_id,
      operation_id: refund.operation_id,
      destination: payer?.payer_clabe || refund.destination,
      amount_centavos: refund.amount_centavos,
      tracking_key: trackingKeyOf(transfer.id),
      network: null,
      rail: PAYOUT_RAIL,
      till: null,
      deposit: null,
      bookedCentavos: booked.owed(`${refund.id}:booked`, refund.account_id),
      isFinished,
      isRepeated: false,
      isUntimely: false,
    }
    return [[transfer.id, cause]]
  })
}

/**
 * One transfer returns the money of a reversed operation. If there are several, one that is no longer pending takes
 * precedence, else the oldest.
 */
export async function reversalCauses(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Found> {
  if (transfers.length === 0) return []
  const operationIds = transfers.map((transfer) => transfer.operation_id ?? '')
  const [operations, payments, refunds] = await Promise.all([
    db
      .selectFrom('operations')
      .select(['id', 'account_id', 'total_centavos', 'network', 'rail'])
      .where('id', 'in', operationIds)
      .where('rail', 'in', refundedRails)
      .where('status', '=', 'cancelled')
      .execute(),
    db
      .selectFrom('payments_received')
      .select(['operation_id', 'payer_clabe'])
      .where('operation_id', 'in', operationIds)
      .where('outcome', 'in', ['matched', 'accepted'])
      .execute(),
    db
      .selectFrom('transfers')
      .select(['id', 'account_id', 'operation_id', 'state'])
      .where('operation_id', 'in', operationIds)
      .where('kind', '=', 'refund')
      .where('refund_id', 'is', null)
      .where('replaces', 'is', null)
      .execute(),
  ])
  const booked = await readBooked(db, [
    ...operations.map(({ id, account_id: accountId }) => ({ accountId, entry: `${id}:reversed` as const })),
    ...[...transfers, ...refunds].flatMap(leftKeys),
  ])
  return transfers.flatMap((transfer): Found => {
    const operation = operations.find(({ id }) => id === transfer.operation_id)
    const payment = payments.find(({ operation_id }) => operation_id === transfer.operation_id)
    if (operation === undefined || !payment?.payer_clabe) return []
    const ofIt = refunds.filter((one) => one.operation_id === operation.id)
    const others = ofIt.filter(({ id, state }) => id !== transfer.id && state !== 'withheld' && state !== 'closed')
    const isFirst = (one: { id: string; state: string }) => one.state !== 'pending' || one.id < transfer.id
    const isWrittenOff = ofIt.some(({ id }) => booked.has(`${id}:written-off`))
    const cause: Cause = {
      account_id: operation.account_id,
      operation_id: operation.id,
      destination: payment.payer_clabe,
      amount_centavos: operation.total_centavos,
      tracking_key: trackingKeyOf(transfer.id),
      network: operation.network,
      rail: operation.rail,
      till: null,
      deposit: null,
      bookedCentavos: booked.owed(`${operation.id}:reversed`, operation.account_id),
      isFinished: transfer.replaced_by !== null || isWrittenOff || leftNames(transfer.id).some(booked.has),
      isRepeated: (transfer.state === 'pending' || transfer.state === 'closed') && others.some(isFirst),
      isUntimely: false,
    }
    return [[transfer.id, cause]]
  })
}

/** The rails whose refunds go back to the payer's account. */
const paidBackRails = railNames.filter(isReported).filter((rail) => rails[rail].refund === 'payer')

function bookedName({ id }: Pick<PayoutRow, 'id'>): EntryName {
  return `${id}:booked`
}

function paymentIdOf(transferId: string): string {
  return `pay_${transferId.slice(transferId.indexOf('_') + 1)}`
}

function idsOf(transfers: TransferRow[]): string[] {
  return transfers.map((transfer) => transfer.id)
}

/** The accounts of transfers; those of payments without an account have none. */
function accountsOf(transfers: readonly TransferRow[]): string[] {
  return [...new Set(transfers.flatMap(({ account_id }) => (account_id === NO_ACCOUNT ? [] : account_id)))]
}
