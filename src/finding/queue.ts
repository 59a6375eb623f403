// Queues an operation for the search index: one row, in the batch of its change.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { OperationRow } from '../store/tables.ts'
import { insert, type Write } from '../store/write.ts'

/** The write of a change. `text`: further search text besides its row, such as the payer's name. */
export function foundWrite(
  clock: Clock,
  { id, account_id }: Pick<OperationRow, 'id' | 'account_id'>,
  text = '',
): Write {
  return insert('finding_queue', { account_id, id: newId(clock, 'fnd'), operation_id: id, found_by: text })
}
