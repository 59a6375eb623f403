// What an audit checks of routing: which acquirers got payments that their first acquirer did not process.
import type { Invariant } from '../../audit/invariant.ts'
import type { Scan } from '../../audit/scan.ts'
import { type Bilingual, filled } from '../../core/language/bilingual.ts'
import type { AuditBeside, AuditedOperation } from '../../operations/audit/beside.ts'

const acquirers: Invariant = {
  name: 'acquirers',
  meaning: [
    'Cada pago con tarjeta que pasó a otro adquirente está con el que se eligió al último',
    'Every card payment that was given to another acquirer stands with the one that was chosen last',
  ],
}

export const routingAudit = { invariants: [acquirers], ofOperations: checkChoices } as const satisfies AuditBeside

const texts = {
  choice: ['una elección de su adquirente', 'a choice of its acquirer'],
  chosen: ['{} de {} en el turno {}, conocido como {}', '{} of {} at turn {}, known as {}'],
  nothing: ['nada más', 'nothing more'],
} as const satisfies Record<string, Bilingual>

/** A payment that was given to another acquirer stands with the one that was chosen last. */
async function checkChoices({ snapshot, found }: Scan, operations: readonly AuditedOperation[]): Promise<void> {
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
  for (const operation of moved) {
    const { id } = operation
    const last = choices.findLast(({ operation_id }) => operation_id === id)
    const there = shown(operation)
    const expected = last === undefined ? texts.choice : shown({ ...last, reroutes: last.turn - 1 })
    if (expected[1] !== there[1]) found(acquirers, { id, expected, found: there })
  }
}

type Chosen = Pick<AuditedOperation, 'account_id' | 'network' | 'network_trace' | 'reroutes'>

function shown({ account_id, network, network_trace, reroutes }: Chosen): Bilingual {
  return filled(texts.chosen, network, account_id, reroutes + 1, network_trace ?? texts.nothing)
}
