// Creates a plan: an amount that customers pay every day, week, month or year.
import { newId } from '../core/ids.ts'
import { parseAmount } from '../core/money.ts'
import { isPrintable } from '../core/text.ts'
import { otherEvent } from '../events/append.ts'
import { invalidField } from '../failures.ts'
import type { StoreAndClock } from '../store/store.ts'
import { insert, type Write } from '../store/write.ts'
import { presentPlan } from './present.ts'
import type { PlanRow } from './tables.ts'

const MIN_CENTAVOS = 100

interface PlanRequest {
  accountId: string
  name: string
  amount: unknown
  period: PlanRow['period']
}

/** Writes the plan and its event, with `extra`, in one batch. Refuses an amount below 1.00 and a name that cannot be printed. */
export async function createPlan(
  { store, clock }: StoreAndClock,
  request: PlanRequest,
  extra: (plan: PlanRow) => Write[],
): Promise<PlanRow> {
  const amount = parseAmount(request.amount, { minCentavos: MIN_CENTAVOS })
  if ('problem' in amount) throw invalidField('amount', `amount ${amount.problem[0]}`, `amount ${amount.problem[1]}`)
  if (!isPrintable(request.name, 100)) {
    throw invalidField('name', 'name debe ser texto imprimible', 'name must be printable text')
  }
  const plan: PlanRow = {
    id: newId(clock, 'pln'),
    account_id: request.accountId,
    name: request.name,
    amount_centavos: amount.centavos,
    currency: 'MXN',
    period: request.period,
    created_at: clock.now(),
  }
  await store.commit([
    insert('plans', plan),
    ...otherEvent(clock, 'plan.created', plan.account_id, presentPlan(plan)),
    ...extra(plan),
  ])
  return plan
}
