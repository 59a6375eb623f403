// Reads the records for the movements of a statement, a portion at a time.
import { answeredRails, isReported, rails } from '../core/rail.ts'
import { dayInRow } from '../core/time.ts'
import { across } from '../store/across.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import { paymentsCalled } from '../vouchers/received/identities.ts'
import { readDisputes } from './dispute-records.ts'
import type { Candidate } from './judge.ts'
import type { Movement } from './movement.ts'
import type { Scope } from './scope.ts'

/** The candidates of each movement that no line has matched yet, and its own record when it is asked beside them. */
export async function readCandidates(
  store: Store,
  scope: Scope,
  movements: readonly Movement[],
  ownOf: (movement: Movement) => Candidate['causeId'] | undefined = () => undefined,
): Promise<Map<Movement, Candidate[]>> {
  const of = (...kinds: Movement['kind'][]) => movements.filter(({ kind }) => kinds.includes(kind))
  const [payments, charges, transfers, refunds, disputes] = await Promise.all([
    readPayments(store, scope, of('payment')),
    readCharges(
      store,
      scope,
      of('payment', 'reversal').filter((one) => !isReported(one.rail) && !isRefund(one)),
    ),
    readTransfers(store, scope, of('transfer-out', 'return')),
    readRefunds(store, scope, of('reversal').filter(isRefund)),
    readDisputes(store, scope, of('chargeback', 'chargeback-reversal')),
  ])
  const found = new Map([...payments, ...charges, ...transfers, ...refunds, ...disputes])
  const taken = await readTaken(store, [...found.values()].flat())
  return new Map(
    [...found].map(([movement, all]) => [
      movement,
      all.filter(
        (one) => one.causeId === ownOf(movement) || !takenNames(one, movement).some((name) => taken.has(name)),
      ),
    ]),
  )
}

/** The unique names that a line takes: its kind of movement of the record and, for a returned transfer, the return. */
export function takenNames(
  { causeId, returnedTransfer }: Pick<Candidate, 'causeId' | 'returnedTransfer'>,
  { kind }: Pick<Movement, 'kind'>,
): string[] {
  const own = `${causeId} ${kind}`
  return returnedTransfer === undefined ? [own] : [own, `${returnedTransfer} came back`]
}

async function readTaken({ db }: Store, candidates: Candidate[]): Promise<Set<string>> {
  if (candidates.length === 0) return new Set()
  const ids = [...new Set(candidates.map(({ causeId }) => causeId))]
  const transfers = [...new Set(candidates.flatMap(({ returnedTransfer }) => returnedTransfer ?? []))]
  const lines = () =>
    db
      .selectFrom('statement_lines')
      .select(['cause_id', 'kind', 'returned_transfer'])
      .where('superseded_at', 'is', null)
  const rows = await Promise.all([
    lines().where('cause_id', 'in', ids).execute(),
    transfers.length === 0 ? [] : lines().where('returned_transfer', 'in', transfers).execute(),
  ])
  return new Set(
    rows
      .flat()
      .flatMap(({ cause_id, kind, returned_transfer }) =>
        takenNames({ causeId: cause_id ?? '', returnedTransfer: returned_transfer ?? undefined }, { kind }),
      ),
  )
}

type Found = Map<Movement, Candidate[]>

async function readPayments(store: Store, scope: Scope, movements: Movement[]): Promise<Found> {
  const found: Found = new Map()
  for (const [rail, some] of Map.groupBy(movements, (one) => one.rail)) {
    if (!isReported(rail)) continue
    const called = await paymentsCalled(
      store,
      { rail, network: scope.network },
      some.map(({ id }) => id),
    )
    const rows = called.filter(
      ({ account_id, outcome }) =>
        (scope.accountId === undefined || account_id === scope.accountId) &&
        // A payment closed as never received is on no receivable: a line that has it later is for an operator too.
        outcome !== 'never-received' &&
        outcome !== 'refused',
    )
    const byId = Map.groupBy(rows, (row) => row.network_transaction)
    const returned = await returnedTransfers(
      store,
      scope,
      rows.filter(({ outcome }) => outcome === 'taken-back').map((row) => row.network_transaction),
    )
    for (const movement of some) {
      const candidates = (byId.get(movement.id) ?? []).map((row) => ({
        causeId: row.id,
        suspendedOf: row.outcome === 'suspended' ? row.account_id : undefined,
        returnedTransfer: row.outcome === 'taken-back' ? returned.get(row.network_transaction) : undefined,
        institution: row.institution,
        reference: row.network_reference,
        day: row.operation_day,
        amountCentavos: row.amount_centavos,
        recordedCentavos: row.amount_centavos,
        isOfItsDay: true,
      }))
      found.set(movement, candidates)
    }
  }
  return found
}

/** Our transfers that came back as deposits under their own tracking keys, by tracking key. */
export async function returnedTransfers(
  { db }: Store,
  { network }: Pick<Scope, 'network'>,
  keys: string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('transfers')
    .select(['id', 'tracking_key'])
    .where('tracking_key', 'in', keys)
    .where('network', '=', network)
    .modifyEnd(across('networks'))
    .execute()
  return new Map(rows.map((row) => [row.tracking_key, row.id]))
}

/** An acquirer reports a charge under our transaction, which it was given as the order's number. */
async function readCharges({ db }: Store, scope: Scope, movements: Movement[]): Promise<Found> {
  if (movements.length === 0) return new Map()
  let query = db
    .selectFrom('operations')
    .select(['id', 'status', 'status_at', 'paid_at', 'total_centavos'])
    .where('id', 'in', [...new Set(movements.map(({ reference }) => reference))])
    .where('rail', 'in', answeredRails)
    .where('network', '=', scope.network)
    .where('paid_at', 'is not', null)
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const byId = new Map((await query.modifyEnd(across('networks')).execute()).map((row) => [row.id, row]))
  return new Map(
    movements.map((movement): [Movement, Candidate[]] => {
      const row = byId.get(movement.reference)
      const isReversal = movement.kind === 'reversal'
      if (row === undefined || row.paid_at === null || (isReversal && row.status !== 'cancelled')) return [movement, []]
      const candidate = {
        causeId: row.id,
        institution: '',
        day: dayInRow(isReversal ? row.status_at : row.paid_at),
        amountCentavos: row.total_centavos,
        recordedCentavos: isReversal ? -row.total_centavos : row.total_centavos,
        isOfItsDay: false,
      }
      return [movement, [candidate]]
    }),
  )
}

/** An acquirer reports a refund under the refund's id, which it was given. */
function isRefund({ rail, reference }: Movement): boolean {
  return !isReported(rail) && reference.startsWith('ref_')
}

async function readRefunds({ db }: Store, scope: Scope, movements: Movement[]): Promise<Found> {
  if (movements.length === 0) return new Map()
  let query = db
    .selectFrom('refunds')
    .innerJoin('operations', sameAccount('operations.id', 'refunds.operation_id'))
    .select(['refunds.id', 'refunds.amount_centavos', 'refunds.settled_at'])
    .where('refunds.id', 'in', [...new Set(movements.map(({ reference }) => reference))])
    .where('refunds.way', '=', 'acquirer')
    .where('refunds.settled_at', 'is not', null)
    .where('operations.network', '=', scope.network)
  if (scope.accountId !== undefined) query = query.where(unindexed('refunds.account_id'), '=', scope.accountId)
  const byId = new Map((await query.modifyEnd(across('networks')).execute()).map((row) => [row.id, row]))
  return new Map(
    movements.map((movement): [Movement, Candidate[]] => {
      const row = byId.get(movement.reference)
      if (row?.settled_at == null) return [movement, []]
      const candidate = {
        causeId: row.id,
        institution: '',
        day: dayInRow(row.settled_at),
        amountCentavos: row.amount_centavos,
        recordedCentavos: -row.amount_centavos,
        isOfItsDay: false,
      }
      return [movement, [candidate]]
    }),
  )
}

/** A bank reports a transfer under its tracking key; a cash network under the id of our transfer, which it was given. */
async function readTransfers(store: Store, scope: Scope, movements: Movement[]): Promise<Found> {
  const { db } = store
  const { network } = scope
  if (movements.length === 0) return new Map()
  const keys = [...new Set(movements.map(keyOf))]
  const deposited = await depositedAgain(store, network, keys)
  let query = db
    .selectFrom('transfers')
    .select(['id', 'tracking_key', 'state', 'amount_centavos', 'settled_at', 'network_at', 'state_at'])
    .where((eb) => eb.or([eb('tracking_key', 'in', keys), eb('id', 'in', keys)]))
    .where('network', '=', network)
    .where((eb) => {
      const went = eb('state', 'in', ['settled', 'returned'])
      return deposited.size === 0 ? went : eb.or([went, eb('tracking_key', 'in', [...deposited])])
    })
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const rows = await query.modifyEnd(across('networks')).execute()
  return new Map(
    movements.map((movement): [Movement, Candidate[]] => {
      const isReturn = movement.kind === 'return'
      const row = rows.find((one) => keyOf(movement) === one[rails[movement.rail].transferName])
      if (row === undefined || (isReturn && row.state !== 'returned' && !deposited.has(row.tracking_key)))
        return [movement, []]
      const wentAt = row.settled_at ?? row.network_at ?? row.state_at
      const at = isReturn ? (row.network_at ?? row.state_at) : wentAt
      const candidate = {
        causeId: row.id,
        institution: '',
        day: dayInRow(at, rails[movement.rail].dayOf),
        amountCentavos: row.amount_centavos,
        // A transfer that came back before it was settled, or after another one had replaced it, has no net amount on the
        // receivable: its two movements cancel out.
        recordedCentavos: isReturn ? row.amount_centavos : -row.amount_centavos,
        isOfItsDay: false,
        ...(isReturn && { returnedTransfer: row.id }),
      }
      return [movement, [candidate]]
    }),
  )
}

/** The keys under which a deposit has brought our money back: such a transfer went, also when it stays `rejected` because it is replaced. */
async function depositedAgain(store: Store, network: string, keys: string[]): Promise<Set<string>> {
  const rows = await paymentsCalled(store, { rail: 'spei', network }, keys)
  return new Set(rows.flatMap((row) => (row.outcome === 'taken-back' ? row.network_transaction : [])))
}

function keyOf(movement: Movement): string {
  return rails[movement.rail].transferName === 'id' ? movement.reference : movement.id
}
