// Captures an authorised card payment, wholly or in part, once for any number of requests. What is asked of the acquirer is on disk first, and is
// asked for until it has answered.
import type { CaptureOutcome } from '../../connectors/acquirer.ts'
import { NOT_ASKED } from '../../connectors/bounded.ts'
import { capturedPart, chargeIdentity } from '../../connectors/charge-identity.ts'
import { backoffMs } from '../../core/backoff.ts'
import { computeFees, type FeeSchedule, surchargeOf } from '../../core/fees.ts'
import { newId } from '../../core/ids.ts'
import { instalmentPlanOf } from '../../core/instalments.ts'
import { formatAmount, shareOf } from '../../core/money.ts'
import { authorizedOf } from '../../core/operation.ts'
import { instantPlus } from '../../core/time.ts'
import { Failure, invalidField } from '../../failures.ts'
import { finder } from '../../operations/find.ts'
import { advance, capturingWrite, eventAbout } from '../../operations/record.ts'
import { isReversing } from '../../operations/reversal/under-way.ts'
import type { OperationRow } from '../../operations/tables.ts'
import { type Amounts, amountColumns } from '../../store/changeable.ts'
import { columns } from '../../store/columns.ts'
import { conditionHeld, conflictOn, decide } from '../../store/decide.ts'
import { moved } from '../../store/moves.ts'
import type { CardOperation, Operation } from '../../store/operation.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, Unmet, update, type Write } from '../../store/write.ts'
import { captureMoves } from '../moves.ts'
import type { CardNeeds } from '../needs.ts'
import type { CaptureRow } from '../tables.ts'

interface CaptureRequest {
  accountId: string
  operationId: string
  /** Undefined: all that was authorised. */
  amountCentavos: number | undefined
  /** The e-mail of the operator who asks. */
  operator: string
}

export interface Capturer {
  /**
   * Returns the captured operation, whether it was captured now or earlier with the same amount. Throws `resource-unknown`, the refusals of
   * `capture-*` and `parameters-invalid`; `capture-unfinished` while the acquirer does not answer: `resume` goes on.
   */
  capture(request: CaptureRequest): Promise<CardOperation>
  /** Continues a capture without an answer. Returns false while the acquirer still does not answer. */
  resume(capture: CaptureRow): Promise<boolean>
}

/** How long to wait before an acquirer that did not answer is asked again. */
const FIRST_WAIT_MS = 30_000

/** What a request finds: a captured payment, or a capture to be asked of the acquirer. */
type Found = { captured: CardOperation } | { operation: CardOperation; capture: CaptureRow; isNew: boolean }

export function capturer(needs: CardNeeds): Capturer {
  const { store, clock, log, acquirers } = needs
  const { byId } = finder(store)

  const openCapture = (accountId: string, operationId: string) =>
    store.db
      .selectFrom('captures')
      .select(columns.captures)
      .where('account_id', '=', accountId)
      .where('operation_id', '=', operationId)
      .where('state', '<>', 'refused')
      .executeTakeFirst()

  /** Writes the capture under the condition that the operation is still as it was read. */
  const begin = async (operation: CardOperation, captureCentavos: number, operator: string): Promise<CaptureRow> => {
    if (await isReversing(store, operation)) throw new Failure('capture-during-reversal')
    const now = clock.now()
    if (operation.expires_at !== null && now >= operation.expires_at) throw new Failure('capture-too-late')
    const capture = acquirers.of(operation.network)?.capabilities.capture
    if (capture === undefined) throw new Failure('capture-not-offered')
    if (capture === 'whole' && captureCentavos < authorizedOf(operation)) throw new Failure('capture-part-not-offered')
    const row: CaptureRow = {
      id: newId(clock, 'cap'),
      account_id: operation.account_id,
      operation_id: operation.id,
      operator,
      ...capturedAmounts(operation, captureCentavos, await needs.fees(operation.account_id, 'card')),
      created_at: now,
      state: 'pending',
      refusal: '',
      attempts: 0,
      due_at: instantPlus(now, FIRST_WAIT_MS),
      leased_until: 0,
    }
    await store.commit([capturingWrite(operation), insert('captures', row)])
    return row
  }

  const find = async ({ accountId, operationId, amountCentavos, operator }: CaptureRequest): Promise<Found> => {
    const operation = await byId(accountId, operationId)
    if (operation === undefined) throw new Failure('resource-unknown')
    if (operation.rail !== 'card' || operation.authorized_centavos === null)
      throw new Failure('capture-of-unauthorized')
    if (operation.status === 'pending') throw new Failure('operation-processing')
    const wantedCentavos = amountCentavos ?? operation.authorized_centavos
    if (operation.status === 'paid') {
      if (operation.total_centavos !== wantedCentavos) throw new Failure('capture-of-captured')
      return { captured: operation }
    }
    if (operation.status !== 'authorized') throw new Failure('capture-of-unauthorized')
    const standing = await openCapture(operation.account_id, operationId)
    if (standing === undefined) {
      const capture = await begin(operation, wantedCentavos, operator)
      return { operation, capture, isNew: true }
    }
    if (standing.total_centavos !== wantedCentavos) throw new Failure('capture-of-captured')
    return { operation, capture: standing, isNew: false }
  }

  /** Another acquirer does not know the charge. */
  const ask = async (operation: CardOperation, { total_centavos }: CaptureRow): Promise<CaptureOutcome> =>
    acquirers.of(operation.network)?.capture(
      {
        ...chargeIdentity(operation),
        ...capturedPart(operation),
        networkReference: operation.network_reference ?? '',
        captureCentavos: total_centavos,
      },
      { account: operation.account_id },
    ) ?? NOT_ASKED

  /** The captured operation; undefined when another writer has recorded the answer. */
  const take = async (operation: CardOperation, capture: CaptureRow): Promise<CardOperation | undefined> =>
    // The acquirer has taken the money, so it is captured also when an operator has closed the capture meanwhile.
    (await takeFrom('pending', operation, capture)) ?? takeFrom('refused', operation, capture)

  const takeFrom = async (
    state: 'pending' | 'refused',
    operation: CardOperation,
    { account_id, id, ...capture }: CaptureRow,
  ): Promise<CardOperation | undefined> => {
    const set = { state: moved(captureMoves, state, 'done'), due_at: null, refusal: '' }
    const done = update('captures', set, { account_id, id, state })
    let taken: CardOperation | undefined
    const isOurs = await conditionHeld(
      advance(needs, operation, 'paid', amountsOf(capture), [done]).then((made) => {
        taken = made
      }),
      conflictOn('captures'),
    )
    if (isOurs) log.info({ operation: operation.id, capture: id }, 'an authorised payment is captured')
    return taken
  }

  /** `tellsMerchant`: the requester was answered before, so an event tells the merchant. */
  const refuse = (operation: Operation, { account_id, id }: CaptureRow, reason: string, tellsMerchant: boolean) => {
    const refused = update(
      'captures',
      { state: moved(captureMoves, 'pending', 'refused'), refusal: reason, due_at: null },
      { account_id, id, state: 'pending' },
    )
    const event: Write[] = tellsMerchant ? eventAbout(needs, 'operation.capture_refused', operation) : []
    log.warn({ operation: operation.id, capture: id, why: reason }, 'the acquirer refused a capture')
    return conditionHeld(store.commit([refused, ...event]))
  }

  const capture = async (request: CaptureRequest): Promise<CardOperation> => {
    const found = await decide(() => find(request), { again: conflictOn('captures') })
    if ('captured' in found) return found.captured
    const { operation, capture: row, isNew } = found
    const outcome = await ask(operation, row)
    switch (outcome.kind) {
      case 'captured': {
        const taken = await take(operation, row)
        if (taken !== undefined) return taken
        const now = await find(request)
        if ('captured' in now) return now.captured
        throw new Unmet(`the capture of ${operation.id} was recorded otherwise`)
      }
      case 'refused':
        await refuse(operation, row, outcome.reason, !isNew)
        throw new Failure('capture-refused')
      case 'unknown':
        throw new Failure('capture-unfinished', { retryAfterSeconds: 5 })
    }
  }

  return {
    capture,
    resume: async (row) => {
      const operation = await byId(row.account_id, row.operation_id)
      // A capture moves money, and its row may be forged.
      const isAskedFor = operation?.rail === 'card' && operation.status === 'authorized'
      if (!isAskedFor || acquirers.of(operation.network) === undefined || !fits(operation, row)) {
        await postpone(needs, row)
        return false
      }
      const outcome = await ask(operation, row)
      if (outcome.kind === 'captured') await take(operation, row)
      else if (outcome.kind === 'refused') await refuse(operation, row, outcome.reason, true)
      else await postpone(needs, row)
      return outcome.kind !== 'unknown'
    },
  }
}

function fits({ authorized_centavos, captures_asked }: CardOperation, { total_centavos }: CaptureRow): boolean {
  return captures_asked > 0 && total_centavos <= (authorized_centavos ?? 0)
}

/** The amounts that an operation has when it is captured. */
export function amountsOf(capture: Amounts): Amounts {
  return Object.fromEntries(amountColumns.map((column) => [column, capture[column]])) as Amounts
}

/** Asks again after 30 seconds, a minute, two ... at most an hour. */
function postpone({ store, clock }: StoreAndClock, { account_id, id, attempts }: CaptureRow): Promise<boolean> {
  const dueAt = instantPlus(clock.now(), backoffMs(FIRST_WAIT_MS, attempts))
  const later = { attempts: attempts + 1, due_at: dueAt, leased_until: 0 }
  return conditionHeld(store.commit([update('captures', later, { account_id, id, state: 'pending' })]))
}

/** The amounts of a payment when it is captured: what it costs then, and what its affiliate gets of it. */
export type Capturable = Pick<
  OperationRow,
  'authorized_centavos' | 'total_centavos' | 'tip_centavos' | 'affiliate_centavos' | 'months'
>

/**
 * The amounts of a payment of which `captureCentavos` are captured, by the fees of this moment. The share of an affiliate is the same part of
 * the capture as of the authorisation, rounded half up; the tip is at most what is captured.
 *
 * Refuses an amount above the authorisation, and one that the fee and the share would take wholly and more (`parameters-invalid`).
 */
export function capturedAmounts(operation: Capturable, captureCentavos: number, schedule: FeeSchedule): Amounts {
  const authorized = operation.authorized_centavos ?? operation.total_centavos
  if (captureCentavos > authorized) {
    const most = formatAmount(authorized)
    throw invalidField(
      'amount',
      `amount es a lo más ${most}, lo que se autorizó`,
      `amount is at most ${most}, what was authorised`,
    )
  }
  const rateMillis = operation.months === null ? 0 : (instalmentPlanOf(operation.months)?.rateMillis ?? 0)
  const percentageMillis = schedule.percentageMillis + rateMillis
  const fees = computeFees({
    totalCentavos: captureCentavos,
    schedule: { ...schedule, percentageMillis },
    affiliateCentavos: shareOf(operation.affiliate_centavos, { numerator: captureCentavos, denominator: authorized }),
  })
  if (!fees.fits)
    throw invalidField(
      'amount',
      'amount no alcanza para la comisión y la parte del afiliado',
      'amount does not cover the fee and the share of the affiliate',
    )
  return {
    total_centavos: captureCentavos,
    tip_centavos: Math.min(operation.tip_centavos, captureCentavos),
    fee_centavos: fees.feeCentavos,
    iva_centavos: fees.ivaCentavos,
    surcharge_centavos: surchargeOf(captureCentavos, rateMillis, fees.feeCentavos),
    fee_percentage_millis: percentageMillis,
    affiliate_centavos: fees.affiliateCentavos,
  }
}
