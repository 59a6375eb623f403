// The next step of a booked refund: the acquirer is asked, a transfer is made, or the payer is asked for an account.
import { hash } from 'node:crypto'
import { randomBytes } from '../core/ids.ts'
import { PAYOUT_RAIL } from '../core/rail.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import { DAY_MS, instantPlus } from '../core/time.ts'
import { otherEvent } from '../events/append.ts'
import { Failure } from '../failures.ts'
import { directoryWrite, forgetWrite } from '../store/directory.ts'
import type { Write } from '../store/write.ts'
import { newTransfer, transferWrites } from '../transfers/new-transfer.ts'
import { transferIdOf } from '../transfers/transfer-causes.ts'
import type { RefundNeeds } from './needs.ts'
import { presentRefund } from './present.ts'
import type { RefundRow } from './tables.ts'

/** How long a payer can enter an account. */
const LINK_DAYS = 14
const SECRET_BYTES = 18

interface NextStep {
  refund: RefundRow
  writes: Write[]
}

/** The refund after it is booked, and the writes besides its own row. */
export function nextStep(needs: RefundNeeds, refund: RefundRow, merchant: string): NextStep {
  const { clock } = needs
  const now = clock.now()
  const free = { ...refund, waits_for: '' as const, attempts: 0, leased_until: 0, due_at: null }
  if (refund.way === 'acquirer') return { refund: { ...free, due_at: now }, writes: [] }
  refuseWithoutBank(needs)
  if (refund.destination !== null) return carried(needs, free)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const expiresAt = instantPlus(now, LINK_DAYS * DAY_MS)
  const asking: RefundRow = {
    ...free,
    waits_for: 'details',
    link_hash: hashOfLink(secret),
    link_expires_at: expiresAt,
    due_at: expiresAt,
  }
  return {
    refund: asking,
    writes: [...linkWrites(needs, refund, hashOfLink(secret)), ...needs.askPayer(asking, { merchant, secret })],
  }
}

/** A link is found by its hash alone. A new one takes the place of the one before. */
function linkWrites({ store }: RefundNeeds, refund: RefundRow, hash: string): Write[] {
  const before = refund.link_hash === null ? [] : [forgetWrite(store, 'refund link', refund.link_hash)]
  return [...before, directoryWrite('refund link', hash, { accountId: refund.account_id, subject: refund.id })]
}

/** A transfer of no bank would never be sent. */
function refuseWithoutBank({ speiBank }: RefundNeeds): void {
  if (speiBank.name === NO_NETWORK) throw new Failure('transfers-not-offered')
}

/** A transfer carries the refund to its destination. The first one has the refund's own id. Fails with `transfers-not-offered`. */
export function carried(needs: RefundNeeds, refund: RefundRow): NextStep {
  refuseWithoutBank(needs)
  const { clock, speiBank } = needs
  const transfer = newTransfer(
    clock,
    {
      account_id: refund.account_id,
      operation_id: refund.operation_id,
      kind: 'refund',
      rail: PAYOUT_RAIL,
      network: speiBank.name,
      destination: refund.destination ?? '',
      beneficiary: refund.beneficiary,
      amount_centavos: refund.amount_centavos,
      concept: 'Devolucion de pago',
      refund_id: refund.id,
    },
    transferIdOf(refund.id),
  )
  const sent: RefundRow = { ...refund, waits_for: '', due_at: null, transfer_id: transfer.id }
  return { refund: sent, writes: transferWrites(transfer) }
}

/** Only the hash of a link's secret is stored. */
export function hashOfLink(secret: string): string {
  return hash('sha256', secret)
}

/** The event of a refund in its present state. */
export function refundEvent(
  { clock }: Pick<RefundNeeds, 'clock'>,
  type: 'refund.created' | 'refund.updated' | 'refund.waiting',
  refund: RefundRow,
): Write[] {
  const { operation_id: operationId, operator } = refund
  const about = type === 'refund.created' ? { operationId, operator } : { operationId }
  return otherEvent(clock, type, refund.account_id, presentRefund(refund), about)
}
