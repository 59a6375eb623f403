// The part of an audit that reads which acquirers got payments that their first acquirer did not process.
import type { OperationRow } from '../operations/tables.ts'
import type { Scan } from './audit-scope.ts'

export type Routed = Pick<OperationRow, 'id' | 'account_id' | 'network' | 'network_trace' | 'reroutes'>

/** A payment that was given to another acquirer stands with the one that was chosen last. */
export async function checkChoices({ snapshot, found }: Scan, operations: readonly Routed[]): Promise<void> {
  const moved = operations.filter(({ reroutes }) => reroutes > 0)
  if (moved.length === 0) return
  const choices = await snapshot.db
    .selectFrom('acquirer_choices')
    .select(['operation_id', 'turn', 'account_id', 'network', 'network_trace'])
    .where('account_id', 'in', [...new Set(moved.map(({ account_id }) => account_id))])
    .where(
      'operation_id',
      'in',
      moved.map(({ id }) => id),
    )
    .orderBy('turn')
    .execute()
  for (const { id, ...operation } of moved) {
    const last = choices.findLast(({ operation_id }) => operation_id === id)
    const [expected, existing] = [last && shown({ ...last, reroutes: last.turn - 1 }), shown(operation)]
    if (expected !== existing)
      found.add('acquirers', { id, expected: expected ?? 'a choice of its acquirer', found: existing })
  }
}

function shown({ account_id, network, network_trace, reroutes }: Omit<Routed, 'id'>): string {
  return `${network} of ${account_id} at turn ${reroutes + 1}, known as ${network_trace ?? 'nothing more'}`
}
