// What the simulated acquirer states: charges, reversals and refunds; chargebacks with their fees, and the chargebacks that came back.
import { disputeStageNames, disputeStages } from '../core/dispute.ts'
import { dayEndAt, dayInRow, dayStartAt } from '../core/time.ts'
import type { StatedMovement } from '../reconciliation/write-statement.ts'
import { sameAccount } from '../store/same-account.ts'
import { blank, MAX_ROWS, networkFee, type StatementMakerNeeds, type StatementRequest } from './statement-request.ts'

/** What the acquirer charges for a chargeback, whoever wins it. */
const CHARGEBACK_FEE_CENTAVOS = 10_000

export async function readCharges(needs: StatementMakerNeeds, request: StatementRequest): Promise<StatedMovement[]> {
  const {
    store: { db },
    networks,
  } = needs
  const { accountId, firstDay, lastDay } = request
  const rows = await db
    .selectFrom('operations')
    .select(['id', 'network_reference', 'paid_at', 'status', 'status_at', 'total_centavos'])
    .where('account_id', '=', accountId)
    .where('rail', '=', 'card')
    .where('network', '=', networks.card)
    .where('paid_at', '>=', dayStartAt(firstDay))
    .where('paid_at', '<=', dayEndAt(lastDay))
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('operations', sameAccount('operations.id', 'refunds.operation_id'))
    .select(['refunds.id', 'refunds.amount_centavos', 'refunds.settled_at'])
    .where('refunds.account_id', '=', accountId)
    .where('refunds.way', '=', 'acquirer')
    .where('operations.network', '=', networks.card)
    .where('refunds.settled_at', '>=', dayStartAt(firstDay))
    .where('refunds.settled_at', '<=', dayEndAt(lastDay))
    .orderBy('refunds.id')
    .limit(MAX_ROWS)
    .execute()
  const back = refunds.map(
    (row): StatedMovement => ({
      ...blank,
      rail: 'card',
      id: row.id,
      reference: row.id,
      kind: 'reversal',
      amountCentavos: row.amount_centavos,
      day: dayInRow(row.settled_at ?? ''),
    }),
  )
  const charges = rows.flatMap((row): StatedMovement[] => {
    const paidAt = row.paid_at ?? row.status_at
    const charge = {
      ...blank,
      rail: 'card' as const,
      id: row.network_reference ?? row.id,
      reference: row.id,
      amountCentavos: row.total_centavos,
    }
    const paid = { ...charge, kind: 'payment' as const, day: dayInRow(paidAt), paidAt }
    const reversedDay = dayInRow(row.status_at)
    const isReversed = row.status === 'cancelled' && reversedDay <= lastDay
    const fee = networkFee('card', row.total_centavos)
    return [
      { ...paid, feeCentavos: fee },
      ...(isReversed ? [{ ...charge, kind: 'reversal' as const, day: reversedDay }] : []),
    ]
  })
  return [...charges, ...back, ...(await readDisputes(needs, request))]
}

/** The acquirer takes the money when a dispute is opened, and gives it back when the dispute is won. */
async function readDisputes(
  { store: { db }, networks }: StatementMakerNeeds,
  { accountId, firstDay, lastDay }: StatementRequest,
): Promise<StatedMovement[]> {
  const rows = await db
    .selectFrom('disputes')
    .select(['id', 'operation_id', 'network_dispute', 'stage', 'state', 'state_at', 'opened_at', 'amount_centavos'])
    .where('account_id', '=', accountId)
    .where('network', '=', networks.card)
    .where(
      'stage',
      'in',
      disputeStageNames.filter((stage) => disputeStages[stage].takesMoney),
    )
    .orderBy('id')
    .limit(MAX_ROWS)
    .execute()
  return rows
    .flatMap((row): StatedMovement[] => {
      const { operation_id: reference, amount_centavos: amountCentavos } = row
      // One case may have two stages, which are two movements.
      const id = row.stage === 'chargeback' ? row.network_dispute : `${row.network_dispute}-${row.stage}`
      const [opened, decided] = [dayInRow(row.opened_at), dayInRow(row.state_at)]
      const one = { ...blank, rail: 'card' as const, id, reference, amountCentavos }
      return [
        { ...one, kind: 'chargeback', day: opened },
        { ...one, kind: 'fee', id: `${id}-fee`, day: opened, amountCentavos: CHARGEBACK_FEE_CENTAVOS },
        ...(row.state === 'won' ? [{ ...one, kind: 'chargeback-reversal' as const, day: decided }] : []),
      ]
    })
    .filter(({ day }) => day >= firstDay && day <= lastDay)
}
