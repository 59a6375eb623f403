// What the journal says of closed months of fees: those that cause its lines, and the invoice that a line of fees is part of.
import { causeKindOf, causeOf } from '../../ledger/entry-name.ts'
import type { JournalLine } from '../../ledger/journal.ts'
import { type CauseReader, type InvoicesReader, NOTHING } from '../../ledger/journal-causes.ts'
import { sameAccount } from '../../store/same-account.ts'

export const statementCausesOfLines: CauseReader = async (db, ids, accountId) => {
  const rows = await db
    .selectFrom('fee_statements')
    .select(['id', 'month'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, month }) => [id, { ...NOTHING, of: month }])
}

/** The ledger accounts whose sum of a month is invoiced. */
const invoiced: readonly string[] = ['income:fees', 'payable:iva']

/** The folio fiscal of the month in which a line of fees or IVA was posted; a rounding belongs to the month that it closes. */
export const invoicesOfLines: InvoicesReader = async (db, accountId, lines) => {
  const months = new Set(lines.flatMap((line) => (invoiced.includes(line.ledger_account) ? line.day.slice(0, 7) : [])))
  const roundings = lines.flatMap(({ entry }) => (causeKindOf(entry) === 'fee-statement' ? causeOf(entry) : []))
  if (months.size === 0 && roundings.length === 0) return () => null
  const rows = await db
    .selectFrom('fee_statements')
    .innerJoin('fee_stamps', sameAccount('fee_stamps.statement_id', 'fee_statements.id'))
    .select(['fee_statements.id', 'month', 'uuid'])
    .where('fee_statements.account_id', '=', accountId)
    .where((eb) => eb.or([eb('month', 'in', ['', ...months]), eb('fee_statements.id', 'in', ['', ...roundings])]))
    .execute()
  return ({ entry, day, ledger_account }: JournalLine): string | null => {
    const found =
      causeKindOf(entry) === 'fee-statement'
        ? rows.find(({ id }) => id === causeOf(entry))
        : invoiced.includes(ledger_account)
          ? rows.find(({ month }) => month === day.slice(0, 7))
          : undefined
    return found?.uuid ?? null
  }
}
