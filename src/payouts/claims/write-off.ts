// Writes a debt off: one person of the operator asks, another one approves, and the entry is posted in the batch of the approval.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { newId } from '../../core/ids.ts'
import { formatAmount } from '../../core/money.ts'
import { mexicoCityDay } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { entryWrites } from '../../ledger/postings.ts'
import { owedRow, readStanding, standingWrite } from '../../ledger/standing.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import { moved } from '../../store/moves.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { insert, update } from '../../store/write.ts'
import { writtenOffLines } from './entries.ts'
import { heldByDisputes } from './find.ts'
import { writeOffMoves } from './moves.ts'
import type { ClaimWriteOffRow } from './tables.ts'

/** A person of the operator: id, name and e-mail. */
export interface Decider {
  id: string
  name: string
}

/**
 * Asks for all that the account owes but what open disputes hold back, which may come back to it. Throws `claim-none` when it owes nothing, or is asked for
 * already, and `claim-disputed` when nothing else is owed.
 */
export async function askWriteOff(
  { store, clock }: StoreAndClock,
  { accountId, because }: { accountId: string; because: string },
  person: Decider,
  by: Actor,
): Promise<ClaimWriteOffRow> {
  return decide(
    async () => {
      const { owedCentavos } = await readStanding(store, accountId)
      const asked = await askedOf(store, accountId)
      if (owedCentavos >= 0 || asked !== undefined) throw new Failure('claim-none')
      const amountCentavos = -owedCentavos - (await heldByDisputes(store, accountId))
      if (amountCentavos <= 0) throw new Failure('claim-disputed')
      const row: ClaimWriteOffRow = {
        id: newId(clock, 'clm'),
        account_id: accountId,
        amount_centavos: amountCentavos,
        because,
        asked_by: person.id,
        asked_name: person.name,
        created_at: clock.now(),
        state: 'asked',
        decided_by: '',
        decided_name: '',
        decided_at: null,
      }
      await store.commit([
        insert('claim_write_offs', row),
        trailWrite(clock, by, {
          accountId,
          action: 'claim.write_off_asked',
          subject: row.id,
          after: writeOffRecord(row),
        }),
      ])
      return row
    },
    { again: conflictOn('claim_write_offs'), row: owedRow(accountId) },
  )
}

/**
 * Approves or refuses a request. Throws `resource-unknown` when there is none, `approval-own` for the person who asked, who may refuse it
 * only, `approval-over` when it is decided, and `claim-none` when the account owes less by now without what open disputes hold back.
 */
export async function decideWriteOff(
  { store, clock }: StoreAndClock,
  { id, approve }: { id: string; approve: boolean },
  person: Decider,
  by: Actor,
): Promise<ClaimWriteOffRow> {
  return decide(async () => {
    const row = await store.db
      .selectFrom('claim_write_offs')
      .select(columns.claim_write_offs)
      .where('id', '=', id)
      .modifyEnd(across('operator'))
      .executeTakeFirstOrThrow(() => new Failure('resource-unknown'))
    if (row.state !== 'asked') throw new Failure('approval-over')
    if (approve && row.asked_by === person.id) throw new Failure('approval-own')
    const { account_id: accountId, amount_centavos } = row
    const at = clock.now()
    const decided = {
      state: approve ? moved(writeOffMoves, 'asked', 'done') : moved(writeOffMoves, 'asked', 'refused'),
      decided_by: person.id,
      decided_name: person.name,
      decided_at: at,
    }
    const standing = await readStanding(store, accountId)
    if (approve && -standing.owedCentavos - (await heldByDisputes(store, accountId)) < amount_centavos)
      throw new Failure('claim-none')
    const after = { ...row, ...decided }
    await store.commit([
      update('claim_write_offs', decided, { account_id: accountId, id, state: row.state, decided_at: row.decided_at }),
      ...(approve
        ? [
            standingWrite(standing),
            ...entryWrites({
              name: `${id}:written-off`,
              accountId,
              day: mexicoCityDay(at),
              at,
              lines: writtenOffLines(amount_centavos),
            }),
          ]
        : []),
      trailWrite(clock, by, {
        accountId,
        action: approve ? 'claim.written_off' : 'claim.write_off_refused',
        subject: id,
        before: writeOffRecord(row),
        after: writeOffRecord(after),
      }),
    ])
    return after
  })
}

export function askedOf({ db }: Pick<Store, 'db'>, accountId: string): Promise<ClaimWriteOffRow | undefined> {
  return rowOf(db, 'claim_write_offs', { account_id: accountId, state: 'asked' })
}

function writeOffRecord({ amount_centavos, because, state }: ClaimWriteOffRow) {
  return { amount: formatAmount(amount_centavos), because, state }
}
