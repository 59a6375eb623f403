// Matches a reported payment: it pays a voucher, becomes a customer's payment, is returned, or is kept in suspense.
import { randomInt } from 'node:crypto'
import { type AccountRail, isFromAccount } from '../../core/rail.ts'
import { earliest } from '../../core/time.ts'
import type { SourceRow } from '../../customers/tables.ts'
import { advance, createPaid } from '../../operations/record.ts'
import { anyConflict, decide } from '../../store/decide.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import type { VoucherOperation } from '../../store/operation.ts'
import type { Write } from '../../store/write.ts'
import { holderAt } from '../holder.ts'
import type { MatchNeeds } from '../needs.ts'
import { FIRST_CONFLICT, suspenseWrites } from '../suspense/suspend.ts'
import type { PaymentReceivedRow } from '../tables.ts'
import { customerPayment } from './customer-payment.ts'
import { returnWrites } from './give-back.ts'
import { type NamedDay, receivedWrites } from './identities.ts'
import { institutionKnown, type MatchReason, type Notification, paidInstant } from './notification.ts'
import { refusalWrites } from './refuse-deposit.ts'
import { detailWrites, type Known, paymentReader, receivedRow } from './rows.ts'

/** `answered`: its bank waits for the answer, and sends a refused deposit back. `reported`: its money is ours already. */
type Asked = 'answered' | 'reported'

/**
 * What to do with a payment. The decision follows from the rows that were read, and is written under the condition that
 * they have not changed.
 */
type Decision =
  | { kind: 'pay'; operation: VoucherOperation }
  | { kind: 'customer'; source: SourceRow; rail: AccountRail }
  | { kind: 'not-wanted'; reason: MatchReason; operation?: VoucherOperation; source?: SourceRow }
  | {
      kind: 'suspend'
      reason: MatchReason
      known: PaymentReceivedRow[]
      operation?: VoucherOperation
      source?: SourceRow
    }

/** A decision, and when the payer paid. */
type Decided = Decision & { paidAt: string }

/**
 * Judges a deposit whose bank waits for the answer and sends a refused one back: it is recorded and taken as by `matcher`, or recorded as refused. A repeated
 * report, also a concurrent one, gets the same row.
 */
export function depositJudge(needs: MatchNeeds): (notification: Notification) => Promise<PaymentReceivedRow> {
  return recorder(needs, 'answered')
}

/**
 * Records a payment once and does what follows from it in the same batch: pays the voucher, makes a customer's operation,
 * asks for a return, or keeps it in suspense because it contradicts another. Answers the payment on record; a repeated notification, also
 * a concurrent one, gets the same answer. Fails with `service-busy` when every try conflicted with another writer: then nothing is recorded.
 */
export function matcher(needs: MatchNeeds): (notification: Notification) => Promise<PaymentReceivedRow> {
  return recorder(needs, 'reported')
}

function recorder(needs: MatchNeeds, asked: Asked): (notification: Notification) => Promise<PaymentReceivedRow> {
  const read = paymentReader(needs.store)
  return (notification) =>
    decide(
      async (attempt) => {
        const known = await read.byIdentity(notification)
        const same = repeatedOf(known, notification, asked)
        if (same) {
          const details = detailWrites(needs.clock, same, notification)
          if (details.length > 0) await needs.store.commit(details)
          return same
        }
        const choose = attempt === 1 ? oldest : anyOf
        // What a statement has under a key that is known on a day near it may be that payment: a person decides.
        const contradicted = notification.isStated
          ? [...known.rows, ...known.ofOtherDays.filter(({ outcome }) => outcome !== 'refused')]
          : known.rows
        const decision = await judge(needs, read, notification, contradicted, choose)
        return write(needs, notification, decision, { asked, ...known })
      },
      {
        // Another writer has paid this voucher or recorded this notification: read again.
        again: anyConflict,
        row: `received ${notification.rail} ${notification.networkReference}`,
      },
    )
}

/** The payment on record that a report repeats; one of the institution that it says comes before one of which none is known. */
function repeatedOf(
  { rows, ofOtherDays }: Known,
  notification: Notification,
  asked: Asked,
): PaymentReceivedRow | undefined {
  const institution = institutionKnown(notification, notification.payerClabe)
  const same = [...rows, ...ofOtherDays].filter((row) => hasFactsOf(row, notification) && isRepeated(row, asked))
  return same.find((row) => institutionKnown(row, row.payer_clabe) === institution) ?? same[0]
}

/** Whether a notification repeats a payment on record: the same amount, from no other payer, into the same reference. */
function hasFactsOf(row: PaymentReceivedRow, notification: Notification): boolean {
  return (
    row.amount_centavos === notification.amountCentavos &&
    row.network_reference === notification.networkReference &&
    isOfPayer(row, notification)
  )
}

/** A bank may report a payment without its payer at first, and with the payer later. */
function isOfPayer({ payer_clabe }: PaymentReceivedRow, { payerClabe }: Notification): boolean {
  return !payer_clabe || !payerClabe || payer_clabe === payerClabe
}

/**
 * Whether a report of the same facts repeats the one on record. After a payment was closed as never received, or was refused and its bank says
 * that it is ours nevertheless, it is no repeat: it is kept in suspense, for an operator.
 */
function isRepeated({ outcome }: PaymentReceivedRow, asked: Asked): boolean {
  return outcome !== 'never-received' && (outcome !== 'refused' || asked === 'answered')
}

type Choose = (vouchers: VoucherOperation[]) => VoucherOperation | undefined

const oldest: Choose = ([first]) => first
/** Used after a conflict: if concurrent payments all chose the oldest voucher, all but one would conflict again. */
const anyOf: Choose = (vouchers) => vouchers[vouchers.length > 0 ? randomInt(vouchers.length) : 0]

/** The number of a payment that contradicts others of its identity: the first free one, from 1 on. */
function conflictOf(known: PaymentReceivedRow[]): number {
  const taken = new Set(known.map((row) => row.conflict))
  let number = FIRST_CONFLICT
  while (taken.has(number)) number += 1
  return number
}

async function judge(
  { clock }: MatchNeeds,
  read: ReturnType<typeof paymentReader>,
  notification: Notification,
  known: PaymentReceivedRow[],
  choose: Choose,
): Promise<Decided> {
  const { amountCentavos } = notification
  const now = clock.now()
  const { operation, source } = await holderAt(read, notification, now)
  const { paidAt, isPlausible } = paidInstant(notification.paidAt, { now, notBefore: operation?.created_at })
  const from = notification.paidFrom ?? paidAt
  const concerned = { paidAt, ...(operation && { operation }), ...(source && { source }) }
  if (known.length > 0) return { kind: 'suspend', reason: 'identity-conflict', known, ...concerned }
  if (!isPlausible) return { kind: 'suspend', reason: 'time-implausible', known, ...concerned }
  const notWanted = (reason: MatchReason): Decided => ({ kind: 'not-wanted', reason, ...concerned })
  if (operation) {
    const reason = whyUnwanted(operation, amountCentavos, from)
    return reason ? notWanted(reason) : pay(operation, paidAt)
  }
  // Only a bank pays into a CLABE: a till that reports a CLABE has read another number.
  if (source === undefined || !isFromAccount(notification)) return notWanted('reference-unknown')
  const { rail } = notification
  const payment = { accountId: source.account_id, sourceId: source.id, rail, amountCentavos, from, paidAt }
  const exact = choose(await read.waitingExactly(payment))
  if (exact) return pay(exact, paidAt)
  if (await read.isWaiting(payment)) return notWanted('amount-differs')
  // A voucher that was issued before the source was deactivated can still be paid; nothing else can.
  return source.deactivated_at === null ? { kind: 'customer', source, rail, paidAt } : notWanted('account-closed')
}

/** The payment pays a voucher, at the latest instant at which it can. */
function pay(operation: VoucherOperation, paidAt: string): Decided {
  return { kind: 'pay', operation, paidAt: earliest([paidAt, operation.expires_at]) ?? paidAt }
}

/**
 * Why a payment does not pay a voucher; undefined: it does. A voucher is judged by when the payer paid, not by the clock: a payment that may
 * have been made in time also pays a voucher that has expired meanwhile.
 */
function whyUnwanted(operation: VoucherOperation, amountCentavos: number, paidFrom: string): MatchReason | undefined {
  switch (operation.status) {
    case 'paid':
      return 'already-paid'
    case 'cancelled':
    case 'declined':
      return 'cancelled'
    case 'expired':
    case 'pending':
      if (operation.expires_at !== null && operation.expires_at < paidFrom) return 'expired'
      return operation.total_centavos === amountCentavos ? undefined : 'amount-differs'
  }
}

async function write(
  needs: MatchNeeds,
  notification: Notification,
  decision: Decided,
  { asked, before: nth, near }: Pick<Known, 'before' | 'near'> & { asked: Asked },
): Promise<PaymentReceivedRow> {
  const { paidAt } = decision
  switch (decision.kind) {
    case 'pay': {
      const { operation } = decision
      const received = receivedRow(needs.clock, notification, {
        account_id: operation.account_id,
        operation_id: operation.id,
        outcome: 'matched',
        reason: 'voucher-paid',
        paid_at: paidAt,
        nth,
      })
      // The network's id of the payment proves it to payer and merchant.
      const change = { authorization_code: notification.networkTransaction, paid_at: paidAt }
      await advance(needs, operation, 'paid', change, receivedWrites(received, near))
      return received
    }
    case 'customer': {
      const matched = receivedRow(needs.clock, notification, {
        account_id: decision.source.account_id,
        operation_id: null,
        outcome: 'matched',
        reason: 'customer-paid',
        paid_at: paidAt,
        nth,
      })
      const operation = await customerPayment(needs, { ...matched, rail: decision.rail }, decision.source)
      const received = { ...matched, operation_id: operation.id }
      await createPaid(needs, operation, receivedWrites(received, near))
      return received
    }
    case 'not-wanted': {
      const owner = (decision.operation ?? decision.source)?.account_id ?? NO_ACCOUNT
      const concerned = {
        account_id: owner,
        operation_id: decision.operation?.id ?? null,
        reason: decision.reason,
        paid_at: paidAt,
        nth,
      }
      if (asked === 'answered') {
        const refused = receivedRow(needs.clock, notification, { ...concerned, outcome: 'refused' })
        return record(needs, refused, near, refusalWrites(needs, refused, decision.operation))
      }
      if (!canGoBack(needs, notification)) {
        const held = receivedRow(needs.clock, notification, { ...concerned, outcome: 'suspended' })
        return record(needs, held, near, suspenseWrites(needs.clock, held, undefined))
      }
      const outcome = decision.reason === 'reference-unknown' ? 'unmatched' : 'returned'
      const received = receivedRow(needs.clock, notification, { ...concerned, outcome })
      return record(needs, received, near, returnWrites(needs, received, decision.operation))
    }
    case 'suspend': {
      const { known, reason } = decision
      const received = receivedRow(needs.clock, notification, {
        account_id: (decision.operation ?? decision.source)?.account_id ?? NO_ACCOUNT,
        operation_id: decision.operation?.id ?? null,
        outcome: asked === 'answered' ? 'refused' : 'suspended',
        reason,
        paid_at: paidAt,
        nth,
        conflict: known.length > 0 ? conflictOf(known) : 0,
      })
      const rest =
        asked === 'answered'
          ? refusalWrites(needs, received, decision.operation)
          : suspenseWrites(needs.clock, received, known[0])
      return record(needs, received, near, rest)
    }
  }
}

async function record(
  { store }: MatchNeeds,
  received: PaymentReceivedRow,
  near: readonly NamedDay[],
  rest: Write[],
): Promise<PaymentReceivedRow> {
  await store.commit([...receivedWrites(received, near), ...rest])
  return received
}

/** Money can go back when its network can return it, and to an account when its CLABE is known to us or to a bank that returns the deposit. */
function canGoBack({ canReturn, canReturnDeposit }: MatchNeeds, notification: Notification): boolean {
  if (!canReturn[notification.rail]) return false
  return !isFromAccount(notification) || !!notification.payerClabe || canReturnDeposit
}
