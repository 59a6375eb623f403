// Queues an operation for the index by which operations are found: in the batch of its change, one row and nothing else.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { OperationRow } from '../store/tables.ts'
import { insert, type Write } from '../store/write.ts'

/** The write of a change. `text`: what it is to be found by besides its row, such as the name of whoever paid. */
export function foundWrite(
  clock: Clock,
  { id, account_id }: Pick<OperationRow, 'id' | 'account_id'>,
  text = '',
): Write {
  return insert('finding_queue', { account_id, id: newId(clock, 'fnd'), operation_id: id, found_by: text })
}
