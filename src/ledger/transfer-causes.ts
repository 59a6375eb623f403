// Why money may leave: each transfer has one cause, which gives its amount and destination and has booked the amount.

import type { Kysely } from 'kysely'
import { PAYOUT_RAIL, type Rail, railOf, refundedRails } from '../core/rail.ts'
import { hasFailed } from '../core/transfer.ts'
import { columns } from '../store/columns.ts'
import type {
  PaymentReceivedRow,
  PayoutRow,
  ReleaseRow,
  Tables,
  TransferRetryRow,
  TransferRow,
} from '../store/tables.ts'
import type { EntryName, LedgerAccount } from './postings.ts'
import { readChains } from './retry-chains.ts'

/** The ledger's name for the owner of money that was paid into nothing we know. */
export const UNMATCHED_ACCOUNT = 'acc_unmatched'

/** What a cause says of its transfer. */
export interface Cause
  extends Pick<TransferRow, 'account_id' | 'operation_id' | 'destination' | 'amount_centavos' | 'tracking_key'> {
  /** Null for payouts, which any bank may carry: the transfer's own network is not checked. */
  network: string | null
  /** The transfer leaves through this rail's port and is posted to its receivable account. */
  rail: Rail
  /** What identifies a returned cash payment at the store network, besides its ticket. */
  till: { chain: string; day: string } | null
  /** What was booked to be sent, in centavos, by the one entry that may book it. */
  bookedCentavos: number
  /** It was sent or has failed, as the cause itself and the books say. */
  isFinished: boolean
  /** Another transfer of the same cause exists and takes precedence. */
  isRepeated: boolean
  /** It sends anew what another transfer still carries, or a third one does. */
  isUntimely: boolean
}

/** Why a transfer is not sent. */
export const faults = {
  'no-cause': 'no payout, received payment, reversed operation, refund or retry asks for it',
  account: 'its cause is of another account or operation',
  network: 'the money came through another network',
  destination: 'its cause names another destination',
  amount: 'its cause is of another amount',
  'tracking-key': 'its cause names another tracking key',
  'not-booked': 'no entry books its amount as owed',
  repeated: 'another transfer of the same cause comes first',
  'not-failed': 'the transfer that it replaces has not failed, or is replaced by another',
  finished: 'its cause is finished: it was sent, or has failed',
} as const

export type TransferFault = keyof typeof faults

/** The id of the transfer that gives a received payment back, or first carries a refund: there is one at most. */
export function transferIdOf(causeId: string): string {
  return `trf_${causeId.slice(causeId.indexOf('_') + 1)}`
}

/** Every transfer has a tracking key of its own: 29 letters and digits. */
export function trackingKeyOf(transferId: string): string {
  return `CBR${transferId.slice('trf_'.length).toUpperCase()}`
}

/** What the return of a received payment says: back to the payer's account, or for the ticket of the till. */
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

/** What the return of a payment from suspense says. A transfer goes back to where it came from, whatever the release says. */
export function releasedReturnOf(received: PaymentReceivedRow, release: ReleaseRow) {
  return {
    ...returnOf(received),
    network: release.network,
    rail: release.rail,
    destination: (isByTransfer(received.rail) && received.payer_clabe) || (release.destination ?? ''),
  }
}

/** Money of the rail goes back to an account; else to the till that took it. */
function isByTransfer(rail: Rail): boolean {
  return railOf(rail).paidFrom === 'account'
}

/** The first thing in which a transfer differs from its cause; undefined when it may be sent. */
export function faultOf(transfer: TransferRow, cause: Cause | undefined): TransferFault | undefined {
  if (cause === undefined) return 'no-cause'
  if (transfer.account_id !== cause.account_id || transfer.operation_id !== cause.operation_id) return 'account'
  if (transfer.rail !== cause.rail || (cause.network !== null && transfer.network !== cause.network)) return 'network'
  if (transfer.destination !== cause.destination) return 'destination'
  if (transfer.amount_centavos !== cause.amount_centavos) return 'amount'
  if (transfer.tracking_key !== cause.tracking_key) return 'tracking-key'
  if (cause.bookedCentavos !== cause.amount_centavos) return 'not-booked'
  if (cause.isRepeated) return 'repeated'
  if (cause.isUntimely) return 'not-failed'
  return cause.isFinished ? 'finished' : undefined
}

/**
 * What a return or refund that is not sent still owes to its payer, in centavos. The transfer of a payout, or of a refund that is a thing of
 * its own, owes nothing: the payout or refund does.
 */
export function owedBy(transfer: Pick<TransferRow, 'kind' | 'refund_id'>, cause: Cause | undefined): number {
  if (transfer.kind === 'payout' || transfer.refund_id !== null) return 0
  if (cause === undefined || cause.isFinished || cause.isRepeated || cause.isUntimely) return 0
  return cause.bookedCentavos
}

/** The causes of transfers, by the transfers' ids, in a few reads for all of them. One without a cause is not in the answer. */
export async function readCauses(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Map<string, Cause>> {
  const first = transfers.filter((transfer) => transfer.replaces === null)
  if (first.length < transfers.length) return readRetried(db, transfers)
  const of = (kind: TransferRow['kind']) => first.filter((transfer) => transfer.kind === kind)
  const found = await Promise.all([
    payoutCauses(db, of('payout')),
    returnCauses(db, of('return')),
    reversalCauses(
      db,
      of('refund').filter((transfer) => transfer.refund_id === null),
    ),
    refundCauses(
      db,
      of('refund').filter((transfer) => transfer.refund_id !== null),
    ),
  ])
  return new Map(found.flat())
}

type Found = [transferId: string, cause: Cause][]

async function payoutCauses(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Found> {
  if (transfers.length === 0) return []
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'account_id', 'amount_centavos', 'clabe', 'tracking_key', 'transfer_id', 'state'])
    .where('transfer_id', 'in', idsOf(transfers))
    .execute()
  const booked = await readBooked(db, payouts.map(bookedName))
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
      bookedCentavos: booked.owed(bookedName(payout), payout.account_id),
      isFinished: payout.state !== 'pending',
      isRepeated: false,
      isUntimely: false,
    },
  ])
}

async function returnCauses(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Found> {
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
    ...payments.map(bookingOf),
    ...payments.flatMap(({ id }) => leftNames(transferIdOf(id))),
  ])
  return payments.flatMap((payment): Found => {
    const id = transferIdOf(payment.id)
    const release = releases.find(({ payment_id }) => payment_id === payment.id)
    if (payment.outcome === 'given-back' && release === undefined) return []
    const { kind: _, ...says } = release ? releasedReturnOf(payment, release) : returnOf(payment)
    const till = isByTransfer(says.rail) ? null : { chain: payment.institution, day: payment.operation_day }
    const bookedCentavos = booked.owed(bookingOf(payment), payment.account_id ?? UNMATCHED_ACCOUNT)
    const isReplaced = transfers.some((transfer) => transfer.id === id && transfer.replaced_by !== null)
    const isFinished = isReplaced || leftNames(id).some(booked.has)
    const rest = { bookedCentavos, isFinished, isRepeated: false, isUntimely: false }
    return [[id, { ...says, tracking_key: trackingKeyOf(id), till, ...rest }]]
  })
}

/** The entry that books a payment as owed to whom it goes back. */
function bookingOf({ id, outcome }: PaymentReceivedRow): EntryName {
  return outcome === 'given-back' ? `${id}:released` : `${id}:returned`
}

/**
 * The first transfer of a refund has the refund's own id, so that there is one. The refund says how much, and to which account; before that
 * account is known there is no cause, nor once the merchant has cancelled it.
 */
async function refundCauses(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Found> {
  if (transfers.length === 0) return []
  const ids = transfers.map((transfer) => transfer.refund_id ?? '')
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'account_id', 'operation_id', 'amount_centavos', 'destination', 'state'])
    .where('id', 'in', ids)
    .where('way', '=', 'transfer')
    .execute()
  const booked = await readBooked(db, [
    ...refunds.map(({ id }) => `${id}:booked` as const),
    ...transfers.flatMap(({ id }) => leftNames(id)),
  ])
  return transfers.flatMap((transfer): Found => {
    const refund = refunds.find(({ id }) => id === transfer.refund_id && transferIdOf(id) === transfer.id)
    if (refund?.destination == null) return []
    const isFinished =
      refund.state === 'cancelled' || transfer.replaced_by !== null || leftNames(transfer.id).some(booked.has)
    const cause: Cause = {
      account_id: refund.account_id,
      operation_id: refund.operation_id,
      destination: refund.destination,
      amount_centavos: refund.amount_centavos,
      tracking_key: trackingKeyOf(transfer.id),
      network: null,
      rail: PAYOUT_RAIL,
      till: null,
      bookedCentavos: booked.owed(`${refund.id}:booked`, refund.account_id),
      isFinished,
      isRepeated: false,
      isUntimely: false,
    }
    return [[transfer.id, cause]]
  })
}

/** One transfer gives a reversed operation back. If there are several, one that is no longer pending takes precedence, else the oldest. */
async function reversalCauses(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Found> {
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
      .select(['id', 'operation_id', 'state'])
      .where('operation_id', 'in', operationIds)
      .where('kind', '=', 'refund')
      .where('refund_id', 'is', null)
      .where('replaces', 'is', null)
      .execute(),
  ])
  const booked = await readBooked(db, [
    ...operations.map(({ id }) => `${id}:reversed` as const),
    ...[...transfers, ...refunds].flatMap(({ id }) => leftNames(id)),
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
      bookedCentavos: booked.owed(`${operation.id}:reversed`, operation.account_id),
      isFinished: transfer.replaced_by !== null || isWrittenOff || leftNames(transfer.id).some(booked.has),
      isRepeated: (transfer.state === 'pending' || transfer.state === 'closed') && others.some(isFirst),
      isUntimely: false,
    }
    return [[transfer.id, cause]]
  })
}

/**
 * The causes of transfers some of which are retries. A retry has a record of its own, which says where the money goes now; all else it has of
 * the transfer that it replaces, which has failed and names it as the only one that replaces it.
 */
async function readRetried(db: Kysely<Tables>, transfers: TransferRow[]): Promise<Map<string, Cause>> {
  const { all, retries } = await readChains(db, transfers)
  const causes = await readCauses(
    db,
    [...all.values()].filter((transfer) => transfer.replaces === null),
  )
  const left = await readBooked(db, [...retries.keys()].flatMap(leftNames))
  for (const id of retries.keys()) {
    // From the first one on: each has what the one before it has. A circle has no first one.
    const chain: TransferRetryRow[] = []
    for (let retry = retries.get(id); retry && !causes.has(retry.transfer_id) && !chain.includes(retry); ) {
      chain.unshift(retry)
      retry = retries.get(retry.replaces)
    }
    for (const retry of chain) {
      const [transfer, failed, cause] = [
        all.get(retry.transfer_id),
        all.get(retry.replaces),
        causes.get(retry.replaces),
      ]
      if (!transfer || !failed || !cause || failed.kind !== transfer.kind || transfer.replaces !== failed.id) break
      const owner = retry.account_id === UNMATCHED_ACCOUNT ? null : retry.account_id
      if (failed.account_id !== owner || cause.account_id !== owner) break
      causes.set(transfer.id, {
        ...cause,
        // What a till did not give back goes to an account, by whichever bank sends then.
        ...(isByTransfer(cause.rail) || retry.destination === cause.destination
          ? {}
          : { rail: PAYOUT_RAIL, network: null, till: null }),
        destination: retry.destination,
        tracking_key: trackingKeyOf(transfer.id),
        isFinished: transfer.replaced_by !== null || leftNames(transfer.id).some(left.has),
        isRepeated: false,
        isUntimely: !hasFailed(failed.state) || failed.replaced_by !== transfer.id,
      })
    }
  }
  return causes
}

/** The entries that a transfer has once its money has moved, or was written off. */
function leftNames(transferId: string): EntryName[] {
  return [`${transferId}:accepted`, `${transferId}:sent`, `${transferId}:written-off`]
}

/** Where the entry that books a transfer credits what is owed until it is sent. */
const owedOn: LedgerAccount[] = ['payable:returns', 'payouts']

/** What entries book as owed to be sent, when they are of the account, and which of them are there at all. */
async function readBooked(db: Kysely<Tables>, names: EntryName[]) {
  const lines =
    names.length === 0
      ? []
      : await db
          .selectFrom('postings')
          .select(['entry', 'account_id', 'amount_centavos'])
          .where('entry', 'in', names)
          .where('ledger_account', 'in', owedOn)
          .execute()
  return {
    has: (name: EntryName) => lines.some((line) => line.entry === name),
    owed: (name: EntryName, accountId: string) =>
      lines
        .filter((line) => line.entry === name && line.account_id === accountId)
        .reduce((sum, line) => sum - line.amount_centavos, 0),
  }
}

function bookedName({ id }: Pick<PayoutRow, 'id'>): EntryName {
  return `${id}:booked`
}

function paymentIdOf(transferId: string): string {
  return `pay_${transferId.slice(transferId.indexOf('_') + 1)}`
}

function idsOf(transfers: TransferRow[]): string[] {
  return transfers.map((transfer) => transfer.id)
}
