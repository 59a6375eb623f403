// Reads the one open item that somebody is about to mend.
import { UNMATCHED_ACCOUNT } from '../../ledger/owner.ts'
import { isOpen, writtenOffOf } from '../../reconciliation/line-writes.ts'
import { whyOpen } from '../../reconciliation/open.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { disputeReportsOf } from '../views/dispute-reports.ts'
import type { ItemKind } from './item-kinds.ts'
import { type ItemNeeds, type ItemToMend, prefixOf, rowsOf } from './read-items.ts'

/**
 * The item of an id. Undefined when nothing of the id is open. An operation may be open in two ways: with `isOutcome`, somebody says what its
 * network did, and it is the reversal.
 */
export async function itemToMend(needs: ItemNeeds, id: string, isOutcome: boolean): Promise<ItemToMend | undefined> {
  const { db } = needs.store
  const one = (what: ItemKind, row: { account_id: string; amount: number } | undefined): ItemToMend | undefined =>
    row && { what, accountId: row.account_id, amountCentavos: Math.abs(row.amount), to: null }
  const without = (what: ItemKind, row: object | undefined): ItemToMend | undefined =>
    row && { what, accountId: UNMATCHED_ACCOUNT, amountCentavos: 0, to: null }
  switch (prefixOf(id)) {
    case 'pay':
    case 'trf':
    case 'adv':
      return (await rowsOf(needs, [id])).get(id)
    case 'unr': {
      const query = db.selectFrom('unread_reports').select('id').where('id', '=', id).where('closed_at', 'is', null)
      const report = without('report', await query.executeTakeFirst())
      return report && ((await disputeReportsOf(needs.store, [id])).get(id) ?? report)
    }
    case 'trb': {
      const query = db.selectFrom('troubled_rows').select('id').where('id', '=', id)
      return without('work-set-aside', await query.executeTakeFirst())
    }
    case 'cap': {
      const query = db.selectFrom('captures').select(['account_id', 'total_centavos as amount'])
      const waiting = query.where('id', '=', id).where('state', '=', 'pending').where('attempts', '>', 0)
      return one('capture', await waiting.modifyEnd(across('operator')).executeTakeFirst())
    }
    case 'ref': {
      const query = db.selectFrom('refunds').select(['account_id', 'amount_centavos as amount'])
      const waiting = query.where('id', '=', id).where('way', '=', 'acquirer').where('state', '=', 'pending')
      return one('refund', await waiting.where('attempts', '>', 0).modifyEnd(across('operator')).executeTakeFirst())
    }
    case 'stl': {
      const query = db.selectFrom('statement_lines').select(columns.statement_lines)
      const row = await query.where('id', '=', id).executeTakeFirst()
      if (row === undefined || !isOpen(row)) return undefined
      const { account_id: accountId } = row
      return {
        ...({ what: 'line', accountId, amountCentavos: Math.abs(writtenOffOf(row)), to: null } as const),
        about: whyOpen(row),
      }
    }
    case '':
      return ofOperation(needs.store, id, isOutcome)
    default:
      return undefined
  }
}

async function ofOperation({ db }: Store, id: string, isOutcome: boolean): Promise<ItemToMend | undefined> {
  const operation = await db
    .selectFrom('operations')
    .select(['account_id', 'status', 'inquiries', 'total_centavos'])
    .where('id', '=', id)
    .modifyEnd(across('operator'))
    .executeTakeFirst()
  if (operation === undefined) return undefined
  const { account_id: accountId, total_centavos: amountCentavos, status, inquiries } = operation
  const reversal = await rowOf(db, 'reversals', { account_id: accountId, operation_id: id }, [
    'state',
    'attempts',
    'refused_later',
  ])
  const of = (what: ItemKind): ItemToMend => ({ what, accountId, amountCentavos, to: null })
  if (!isOutcome && reversal?.refused_later === 1) return of('reversal-refused')
  // A cancellation that waits for the outcome of its charge is open as the charge.
  if (status === 'pending' && inquiries > 0) return of('charge')
  return reversal?.state === 'pending' && reversal.attempts > 0 ? of('reversal') : undefined
}
