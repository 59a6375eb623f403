// Recognises our own transfers that come back: a deposit reported under the tracking key of a transfer that we sent is its return.
import { type ReportedRail, railOf } from '../../core/rail.ts'
import { mayBeReported } from '../../core/transfer.ts'
import { anyConflict, decide } from '../../store/decide.ts'
import type { Store } from '../../store/store.ts'
import { update, type Write } from '../../store/write.ts'
import { transferByTrackingKey } from '../../transfers/by-tracking-key.ts'
import { moveWrites } from '../../transfers/move.ts'
import type { MoveNeeds } from '../../transfers/needs.ts'
import type { TransferRow } from '../../transfers/tables.ts'
import type { VoucherNeeds } from '../needs.ts'
import { FIRST_CONFLICT, suspenseWrites } from '../suspense/suspend.ts'
import type { PaymentReceivedRow } from '../tables.ts'
import { paymentsCalled, receivedWrites } from './identities.ts'
import { type Notification, paidInstant } from './notification.ts'
import { paymentReader, receivedRow } from './rows.ts'

/**
 * Wraps `match` and first handles reports about our own transfers: those with the tracking key of a transfer of this
 * network that were paid into no voucher's or customer's CLABE. With the transfer's amount, the transfer moves to
 * `returned` and its money is owed again; with another amount, or when it has come back before, the money is kept in
 * suspense. A repeated report gets the same answer.
 */
export function takingBackOwn(
  needs: MoveNeeds & Pick<VoucherNeeds, 'store'>,
  match: (notification: Notification) => Promise<PaymentReceivedRow>,
): (notification: Notification) => Promise<PaymentReceivedRow> {
  const { store } = needs
  const read = paymentReader(store)
  return (notification) =>
    decide(
      async () => {
        const transfer = await transferOf(store, notification)
        if (transfer === undefined) return match(notification)
        // Read first: if a concurrent report of this deposit has brought the money back, the deposit is then among the
        // known payments.
        const isBack = await hasComeBack(store, notification.rail, transfer)
        const [known, holders, source] = await Promise.all([
          read.byIdentity(notification),
          read.holders(notification),
          read.source(notification.networkReference),
        ])
        // A deposit that is on record, or that was paid into a CLABE we know, is matched like any other.
        if (known.rows.length > 0 || known.ofOtherDays.length > 0 || holders.length > 0 || source)
          return match(notification)
        const received = rowOf(needs, notification, transfer, { isBack, nth: known.before })
        await store.commit([...receivedWrites(received, known.near), ...writesOf(needs, received, transfer)])
        return received
      },
      {
        again: anyConflict,
        row: `received ${notification.rail} ${notification.networkReference}`,
      },
    )
}

/** The transfer that the report may return. One that was never sent cannot come back: then another bank used the same tracking key. */
async function transferOf(store: Store, { rail, network, networkTransaction }: Notification) {
  if (railOf(rail).transferName !== 'tracking_key') return undefined
  const row = await transferByTrackingKey(store, { network, trackingKey: networkTransaction })
  return row === undefined || (row.asked_at === null && row.settled_at === null) ? undefined : row
}

/** Whether a deposit has already brought the money of the transfer back. */
async function hasComeBack(store: Store, rail: ReportedRail, { tracking_key, network }: TransferRow): Promise<boolean> {
  const before = await paymentsCalled(store, { rail, network }, [tracking_key])
  return before.some(({ outcome }) => outcome === 'taken-back')
}

function rowOf(
  { clock }: MoveNeeds & Pick<VoucherNeeds, 'store'>,
  notification: Notification,
  transfer: TransferRow,
  { isBack, nth }: { isBack: boolean; nth: number },
): PaymentReceivedRow {
  const isSent = transfer.state !== 'withheld' && transfer.state !== 'closed'
  const isWhole = notification.amountCentavos === transfer.amount_centavos && isSent && !isBack
  return receivedRow(clock, notification, {
    account_id: transfer.account_id,
    operation_id: transfer.operation_id,
    outcome: isWhole ? 'taken-back' : 'suspended',
    reason: isWhole ? 'own-transfer' : isBack ? 'own-transfer-again' : 'own-transfer-differs',
    paid_at: paidInstant(notification.paidAt, {
      now: clock.now(),
      notBefore: transfer.asked_at ?? transfer.created_at,
    }).paidAt,
    conflict: isWhole ? 0 : FIRST_CONFLICT,
    nth,
  })
}

/**
 * The entry `returned` of the transfer books the money; one that was rejected has none, because its money is owed already. A transfer that
 * is already `returned` (by a notice), or that another one replaces, stays as it is. Its row is still increased, so that only one of two
 * concurrent deposits is the first.
 */
function writesOf(
  needs: MoveNeeds & Pick<VoucherNeeds, 'store'>,
  received: PaymentReceivedRow,
  transfer: TransferRow,
): Write[] {
  if (received.outcome === 'suspended') return suspenseWrites(needs.clock, received, undefined)
  const { id, account_id, state, attempts } = transfer
  if (!mayBeReported(transfer, 'returned'))
    return [update('transfers', { attempts: attempts + 1 }, { id, account_id, state, attempts })]
  return moveWrites(needs, transfer, { state: 'returned', reason: 'the money came back' })
}
