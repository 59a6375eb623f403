// What a person mends that the service has set aside or could not read: at the console and at a terminal.
import { closeAdvice } from '../cards/undo.ts'
import type { Clock } from '../core/clock.ts'
import { touchedWrite } from '../events/append.ts'
import { closeReport } from '../notices/unread.ts'
import type { Store } from '../store/store.ts'
import type { TroubledRow } from '../store/tables.ts'
import { tryAgain } from '../store/troubled.ts'
import { Unmet } from '../store/write.ts'
import { type Actor, trailWrite } from '../trail/record.ts'

interface Needs {
  store: Store
  clock: Clock
}

/** Lets a row of background work that was set aside be tried again, now. Throws `Unmet` when none has the id. */
export async function tryRowAgain({ store, clock }: Needs, id: string, by: Actor): Promise<void> {
  await tryAgain({ store }, id, ({ account_id: accountId, source, row_id }: TroubledRow) => {
    const entry = { accountId, action: 'work.tried_again', subject: row_id, after: { source } } as const
    const again =
      source === 'search' && accountId !== null ? [touchedWrite(clock, { id: row_id, account_id: accountId })] : []
    return [trailWrite(clock, by, entry), ...again]
  })
}

/** Closes a report that could not be read, or an advice that was refused. Throws `Unmet` when none of the id is open. */
export async function closeSettled(needs: Needs, id: string, because: string, by: Actor): Promise<void> {
  if (id.startsWith('unr_')) return closeReport(needs, id, because, by)
  if (id.startsWith('adv_')) return closeAdvice(needs, id, because, by)
  throw new Unmet(`${id} is neither a report nor an advice`)
}
