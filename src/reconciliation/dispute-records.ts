// Reads the disputes that an acquirer's chargebacks and chargeback reversals may mean.
import { disputeStages, disputeStates } from '../core/dispute.ts'
import { type Day, dayInRow } from '../core/time.ts'
import type { DisputeRow } from '../disputes/tables.ts'
import { acrossDb } from '../store/across.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { Candidate } from './judge.ts'
import type { Movement } from './movement.ts'
import type { Scope } from './scope.ts'

type Row = Pick<
  DisputeRow,
  'id' | 'operation_id' | 'network_dispute' | 'stage' | 'state' | 'state_at' | 'opened_at' | 'amount_centavos'
>

/**
 * An acquirer reports a chargeback under its id of the case, or under our transaction. It takes the money on any day from the opening of the
 * dispute to its end, so the books may post it later than the statement; they agree once the dispute is decided.
 */
export async function readDisputes(
  { db }: Store,
  { network, accountId }: Scope,
  movements: Movement[],
): Promise<Map<Movement, Candidate[]>> {
  if (movements.length === 0) return new Map()
  const disputes = () => {
    const query = acrossDb(db, 'networks')
      .selectFrom('disputes')
      .select(['id', 'operation_id', 'network_dispute', 'stage', 'state', 'state_at', 'opened_at', 'amount_centavos'])
      .where(unindexed('network'), '=', network)
    return accountId === undefined ? query : query.where(unindexed('account_id'), '=', accountId)
  }
  const transactions = [...new Set(movements.map(({ reference }) => reference))].filter((text) => text !== '')
  const cases = [...new Set(movements.map(({ id }) => id))]
  const paid =
    transactions.length === 0
      ? []
      : await acrossDb(db, 'networks')
          .selectFrom('operations')
          .select(['id', 'account_id'])
          .where('id', 'in', transactions)
          .execute()
  const [ofTransaction, ofCase] = await Promise.all([
    paid.length === 0
      ? []
      : disputes()
          .where('account_id', 'in', [...new Set(paid.map(({ account_id }) => account_id))])
          .where('operation_id', 'in', [...new Set(paid.map(({ id }) => id))])
          .execute(),
    disputes().where('network_dispute', 'in', cases).execute(),
  ])
  return new Map(movements.map((movement) => [movement, candidatesOf(movement, { ofTransaction, ofCase })]))
}

function candidatesOf(movement: Movement, read: { ofTransaction: Row[]; ofCase: Row[] }): Candidate[] {
  const { id, reference, kind } = movement
  const ofCase = read.ofCase.filter(
    (row) => row.network_dispute === id && (reference === '' || row.operation_id === reference),
  )
  // Without a transaction, a case that payments of two accounts have means neither of them.
  if (reference === '' && new Set(ofCase.map((row) => row.operation_id)).size > 1) return []
  const rows = ofCase.length > 0 ? ofCase : read.ofTransaction.filter((row) => row.operation_id === reference)
  return rows
    .filter((row) => disputeStages[row.stage].takesMoney)
    .filter((row) => kind === 'chargeback' || disputeStates[row.state].money === 'merchant')
    .map((row) => ({
      causeId: row.id,
      institution: '',
      day: dayOf(row, movement),
      amountCentavos: row.amount_centavos,
      recordedCentavos: kind === 'chargeback' ? -row.amount_centavos : row.amount_centavos,
      isOfItsDay: false,
    }))
}

/** The day of the record; of a chargeback, the day in its span that is nearest to the line's. */
function dayOf({ state, state_at, opened_at }: Row, { kind, day }: Movement): Day {
  const [opened, decided] = [dayInRow(opened_at), dayInRow(state_at)]
  if (kind === 'chargeback-reversal') return decided
  if (day < opened) return opened
  return disputeStates[state].money !== 'reserved' && day > decided ? decided : day
}
