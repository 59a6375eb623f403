// Reads the received payments that cause transfers, because they are returned or given back from suspense.
import type { Kysely } from 'kysely'
import type { DepositIdentity } from '../core/received.ts'
import type { EntryName } from '../ledger/entry-name.ts'
import { booksOf } from '../ledger/owner.ts'
import { columns } from '../store/columns.ts'
import type { Tables } from '../tables.ts'
import { leftKeys, leftNames, readBooked } from '../transfers/booked.ts'
import type { CauseReader, FoundCauses } from '../transfers/read-causes.ts'
import { isByTransfer, trackingKeyOf, trackingKeyOfCause, transferIdOf } from '../transfers/transfer-causes.ts'
import type { PaymentReceivedRow, ReleaseRow } from './tables.ts'

export const returnCauses: CauseReader = async (db, transfers) => {
  if (transfers.length === 0) return []
  const payments = await db
    .selectFrom('payments_received')
    .select(columns.payments_received)
    .where('id', 'in', transfers.map(({ id }) => id).map(paymentIdOf))
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
  const learned = await readInstitutions(
    db,
    payments.filter(({ institution }) => institution === ''),
  )
  const booked = await readBooked(db, [
    ...payments.map((payment) => ({ accountId: booksOf(payment.account_id), entry: bookingOf(payment) })),
    ...transfers.flatMap(leftKeys),
  ])
  return payments.flatMap((payment): FoundCauses => {
    const id = transferIdOf(payment.id)
    const release = releases.find(({ payment_id }) => payment_id === payment.id)
    if (payment.outcome === 'given-back' && release === undefined) return []
    const { kind: _, ...says } = release ? releasedReturnOf(payment, release) : returnOf(payment)
    const institution = payment.institution || (learned.get(payment.id) ?? '')
    const till = isByTransfer(says.rail) ? null : { chain: institution, day: payment.operation_day }
    const bookedCentavos = booked.owed(bookingOf(payment), booksOf(payment.account_id))
    const isReplaced = transfers.some((transfer) => transfer.id === id && transfer.replaced_by !== null)
    const isFinished = isReplaced || leftNames(id).some(booked.has)
    const deposit = depositOf({ ...payment, institution }, says.destination)
    const rest = { deposit, bookedCentavos, isFinished, isRepeated: false, isUntimely: false }
    const tracking_key = release ? trackingKeyOf(id) : returnKeyOf(payment)
    return [[id, { ...says, tracking_key, mayBeSentSince: payment.paid_at, till, ...rest }]]
  })
}

/** The institutions that later reports have said of payments, by the payments' ids: a tracking key is unique for an institution only. */
async function readInstitutions(db: Kysely<Tables>, payments: PaymentReceivedRow[]): Promise<Map<string, string>> {
  if (payments.length === 0) return new Map()
  const rows = await db
    .selectFrom('received_details')
    .select(['payment_id', 'value'])
    .where('account_id', 'in', [...new Set(payments.map(({ account_id }) => account_id))])
    .where(
      'payment_id',
      'in',
      payments.map(({ id }) => id),
    )
    .where('detail', '=', 'institution')
    .execute()
  return new Map(rows.map(({ payment_id, value }) => [payment_id, value]))
}

/** The entry that books a received payment as owed to its payer. */
function bookingOf({ id, outcome }: PaymentReceivedRow): EntryName {
  return outcome === 'given-back' ? `${id}:released` : `${id}:returned`
}

function paymentIdOf(transferId: string): string {
  return `pay_${transferId.slice(transferId.indexOf('_') + 1)}`
}

/**
 * The tracking key of a payment that is returned at once: a database of an earlier moment, to which it is reported again, returns it under the same
 * key, and its bank does not send it twice.
 */
export function returnKeyOf(received: PaymentReceivedRow): string {
  const { rail, network, network_transaction, operation_day, nth, network_reference, amount_centavos } = received
  const facts = [rail, network, network_transaction, operation_day, nth, network_reference, amount_centavos]
  return trackingKeyOfCause(['return', ...facts.map(String)])
}

/** The destination of a received payment's return: the payer's account, or the ticket of the till. */
export function returnOf(received: PaymentReceivedRow) {
  return {
    kind: 'return' as const,
    account_id: received.account_id,
    operation_id: received.operation_id,
    network: received.network,
    rail: received.rail,
    destination: (isByTransfer(received.rail) && received.payer_clabe) || received.network_transaction,
    amount_centavos: received.amount_centavos,
  }
}

/**
 * The destination of a return from suspense. A SPEI payment always goes back to its sender, also if the release says
 * otherwise.
 */
export function releasedReturnOf(received: PaymentReceivedRow, release: ReleaseRow) {
  return {
    ...returnOf(received),
    network: release.network,
    rail: release.rail,
    destination: (isByTransfer(received.rail) && received.payer_clabe) || (release.destination ?? ''),
  }
}

/** The deposit of a return that goes to no account: the bank is asked to send it back. Null for every other return. */
function depositOf(received: PaymentReceivedRow, destination: string): DepositIdentity | null {
  if (!isByTransfer(received.rail) || received.payer_clabe || destination !== received.network_transaction) return null
  return {
    trackingKey: received.network_transaction,
    institution: received.institution,
    day: received.operation_day,
    clabe: received.network_reference,
    amountCentavos: received.amount_centavos,
  }
}
