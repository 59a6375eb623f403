// Releases a payment from suspense, once: by a transfer back, or by accepting it for its voucher or customer's CLABE.
import { requireSecondPerson } from '../../accounts/second-person.ts'
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import type { Clock } from '../../core/clock.ts'
import { isFromAccount, PAYOUT_RAIL } from '../../core/rail.ts'
import { NO_NETWORK } from '../../core/rail-port.ts'
import { mexicoCityDay } from '../../core/time.ts'
import type { SourceRow } from '../../customers/tables.ts'
import { otherEvent } from '../../events/append.ts'
import { Failure } from '../../failures.ts'
import { booksOf } from '../../ledger/owner.ts'
import { entryWrites, type Line } from '../../ledger/postings.ts'
import { advance, createPaid } from '../../operations/record.ts'
import { columns } from '../../store/columns.ts'
import { decide } from '../../store/decide.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import { type Operation, operationOf } from '../../store/operation.ts'
import { rowOf, rowsOf } from '../../store/rows.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { Duplicate, insert, Unmet, update, type Write } from '../../store/write.ts'
import { newTransfer, transferWrites } from '../../transfers/new-transfer.ts'
import { transferIdOf } from '../../transfers/transfer-causes.ts'
import { acceptedLines, givenBackLines } from '../entries.ts'
import type { VoucherNeeds } from '../needs.ts'
import { customerPayment } from '../received/customer-payment.ts'
import { withDetails } from '../received/identities.ts'
import { presentReceived } from '../received/present.ts'
import { hasLeftSuspense } from '../received/rows.ts'
import type { PaymentReceivedRow, ReleaseRow } from '../tables.ts'
import { releasedReturnOf } from '../transfer-causes.ts'
import { readDestination, type WantedDestination } from './return-destination.ts'

export interface ReleaseNeeds extends StoreAndClock {
  /** The bank that returns cash payments. */
  speiBank: string
  /** Whether the bank sends a deposit back whose payer's CLABE it did not report. */
  canReturnDeposit?: boolean
  /** The dependencies of accepting, which pays or creates an operation. When absent, payments can only be given back. */
  accepting?: Pick<VoucherNeeds, 'store' | 'clock' | 'fees'>
}

/** What the caller asks for. SPEI money goes back to the account it came from; for cash the caller names an account. */
interface ReleaseRequest extends WantedDestination {
  action: Exclude<ReleaseRow['action'], 'never-received'>
  /** The person at the console who sends it to `clabe` alone; undefined: a program, or another person approves it. */
  alone?: Actor | undefined
  /** The operator, who leaves a record in the trail. */
  by?: Actor
}

export interface Released {
  received: PaymentReceivedRow
  release: ReleaseRow
  /** It was already released: nothing was written. */
  isRepeat?: true
}

/**
 * Releases a payment of an account; of `NO_ACCOUNT`: one that is nobody's, which can only be given back. `answered` makes the writes that store the answer for
 * repeated requests, in the batch of the release. A repeated release with the same choice gets the same answer. Fails with
 * `resource-unknown`, `payment-not-held`, `payment-not-acceptable`, `second-person-needed` and `parameters-invalid`.
 */
export async function release(
  needs: ReleaseNeeds,
  accountId: string,
  id: string,
  request: ReleaseRequest,
  answered: (released: Released) => Write[] = () => [],
): Promise<Released> {
  return decide(
    async () => {
      // Read the release first. A payment that is read afterwards then shows the outcome of that release.
      const before = await readRelease(needs, accountId, id)
      const received = await read(needs, accountId, id)
      if (received === undefined) throw new Failure('resource-unknown')
      if (before !== undefined) {
        if (!isSame(before, request)) throw new Failure('payment-not-held')
        return { received, release: before, isRepeat: true }
      }
      if (hasLeftSuspense(received)) throw new Unmet('released between the two looks')
      if (received.outcome !== 'suspended') throw new Failure('payment-not-held')
      return (request.action === 'return' ? giveBack : accept)(needs, received, request, answered)
    },
    {
      again: (error) => error instanceof Unmet || (error instanceof Duplicate && !error.of('idempotency')),
      row: `payment ${id}`,
    },
  )
}

type Way = (
  needs: ReleaseNeeds,
  received: PaymentReceivedRow,
  request: ReleaseRequest,
  answered: (released: Released) => Write[],
) => Promise<Released>

const giveBack: Way = async ({ store, clock, speiBank, canReturnDeposit = false }, received, request, answered) => {
  if (speiBank === NO_NETWORK) throw new Failure('transfers-not-offered')
  const { destination, beneficiary, isWritten } = readDestination(received, request, { byBank: canReturnDeposit })
  // A return to the sender needs no second person, because nobody gains by it.
  if (isWritten) await requireSecondPerson(store, received.account_id, request.alone)
  const byTransfer = isFromAccount(received)
  const release: ReleaseRow = {
    payment_id: received.id,
    account_id: received.account_id,
    action: 'return',
    rail: byTransfer ? received.rail : PAYOUT_RAIL,
    network: byTransfer ? received.network : speiBank,
    destination,
    beneficiary,
    created_at: clock.now(),
  }
  const released = { received: { ...received, outcome: 'given-back' as const }, release }
  const transfer = newTransfer(
    clock,
    {
      ...releasedReturnOf(received, release),
      beneficiary,
      concept: `Devolucion ${received.network_transaction}`,
    },
    transferIdOf(received.id),
  )
  await store.commit([
    ...transferWrites(transfer),
    ...releaseWrites(released, givenBackLines(received.amount_centavos)),
    ...releasedEvent(clock, released),
    ...(request.by === undefined ? [] : [releasedTrail(clock, request.by, received, released)]),
    ...answered(released),
  ])
  return released
}

const accept: Way = async (needs, received, _request, answered) => {
  const { clock, accepting } = needs
  if (accepting === undefined) throw new Failure('payment-not-acceptable')
  const release: ReleaseRow = {
    payment_id: received.id,
    account_id: received.account_id,
    action: 'accept',
    rail: received.rail,
    network: received.network,
    destination: null,
    beneficiary: '',
    created_at: clock.now(),
  }
  const writes = (operation: Operation) => {
    const outcome = { outcome: 'accepted' as const, operation_id: operation.id }
    const released = { received: { ...received, ...outcome }, release }
    const lines = acceptedLines(received.rail, received.amount_centavos)
    return {
      released,
      extra: [...releaseWrites(released, lines), ...releasedEvent(clock, released), ...answered(released)],
    }
  }
  const waiting = await voucherOf(needs, received)
  if (waiting !== undefined) {
    const { released, extra } = writes(waiting)
    const change = { authorization_code: received.network_transaction, paid_at: received.paid_at }
    await advance(accepting, waiting, 'paid', change, extra)
    return released
  }
  // Only a bank pays into a CLABE: a till that reports a CLABE has read another number.
  if (received.operation_id !== null || !isFromAccount(received)) throw new Failure('payment-not-acceptable')
  const source = await sourceOf(needs, received)
  if (source === undefined) throw new Failure('payment-not-acceptable')
  const operation = await customerPayment(accepting, received, source)
  const { released, extra } = writes(operation)
  await createPaid(accepting, operation, extra)
  return released
}

function releasedTrail(clock: Clock, by: Actor, before: PaymentReceivedRow, { received, release }: Released): Write {
  const { destination, beneficiary } = release
  return trailWrite(clock, by, {
    accountId: received.account_id,
    action: 'payment.released',
    subject: received.id,
    before: { outcome: before.outcome },
    after: { outcome: received.outcome, destination, beneficiary },
  })
}

/** The row of the release, the outcome of the payment and its entry: it is out of suspense. */
export function releaseWrites({ received, release }: Released, lines: Line[]): Write[] {
  const { outcome, operation_id } = received
  return [
    insert('releases', release),
    update(
      'payments_received',
      { outcome, operation_id },
      { account_id: received.account_id, id: received.id, outcome: 'suspended', ...unstated(release) },
    ),
    ...entryWrites({
      name: `${received.id}:released`,
      accountId: booksOf(received.account_id),
      day: mexicoCityDay(release.created_at),
      at: release.created_at,
      lines,
    }),
  ]
}

/** A payment on a statement did happen, also when its line was matched at this moment. */
function unstated({ action }: ReleaseRow): { stated?: 0 } {
  return action === 'never-received' ? { stated: 0 } : {}
}

export function releasedEvent(clock: Clock, { received, release }: Released): Write[] {
  if (received.account_id === NO_ACCOUNT) return []
  const about = { operationId: received.operation_id }
  return otherEvent(clock, 'payment.released', received.account_id, presentReceived(received, null, release), about)
}

/** A payment in suspense of an account, or of none (`NO_ACCOUNT`), and the destination of its return. Fails as `release` does. */
export async function quoteReturn(
  needs: { store: Store; canReturnDeposit?: boolean },
  accountId: string,
  id: string,
  request: WantedDestination,
): Promise<{ received: PaymentReceivedRow; destination: string; beneficiary: string }> {
  const received = await read(needs, accountId, id)
  if (received === undefined) throw new Failure('resource-unknown')
  if (received.outcome !== 'suspended') throw new Failure('payment-not-held')
  const byBank = needs.canReturnDeposit ?? false
  const { destination, beneficiary } = readDestination(received, request, { byBank })
  return { received, destination, beneficiary }
}

/** Whether a request repeats a release. A repeat may leave the account and its holder out. */
function isSame(before: ReleaseRow, { action, clabe, beneficiary }: ReleaseRequest): boolean {
  if (before.action !== action || (clabe !== undefined && clabe !== before.destination)) return false
  return action === 'accept' || beneficiary === undefined || beneficiary === before.beneficiary
}

async function read(
  { store }: { store: Store },
  accountId: string,
  id: string,
): Promise<PaymentReceivedRow | undefined> {
  const rows = await rowsOf(store.db, 'payments_received', { account_id: accountId, id })
  return (await withDetails(store, rows))[0]
}

function readRelease({ store }: { store: Store }, accountId: string, id: string): Promise<ReleaseRow | undefined> {
  return rowOf(store.db, 'releases', { account_id: accountId, payment_id: id })
}

/**
 * The unpaid voucher of the payment, if it has exactly this amount. It may have expired, because the account may accept
 * late money.
 */
async function voucherOf({ store }: ReleaseNeeds, received: PaymentReceivedRow): Promise<Operation | undefined> {
  if (received.operation_id === null) return undefined
  const row = await store.db
    .selectFrom('operations')
    .select(columns.operations)
    .where('id', '=', received.operation_id)
    .where('account_id', '=', received.account_id)
    .where('status', 'in', ['pending', 'expired'])
    .where('total_centavos', '=', received.amount_centavos)
    .executeTakeFirst()
  return operationOf(row)
}

/** The customer's source that was paid into, in use. */
async function sourceOf({ store }: ReleaseNeeds, received: PaymentReceivedRow): Promise<SourceRow | undefined> {
  return store.db
    .selectFrom('sources')
    .select(columns.sources)
    .where('clabe', '=', received.network_reference)
    .where('account_id', '=', received.account_id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
}
