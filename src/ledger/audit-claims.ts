// An audit's checks of written-off debts: each has its entry, to the line, and two people; one that is not done has none.
import { demand } from './audit-entry.ts'
import { eachPortion, readPostings } from './audit-portions.ts'
import { BATCH_SIZE, type Scan } from './audit-scope.ts'
import { keysOf } from './entry-name.ts'
import { writtenOffLines } from './lines/claim.ts'

export async function scanClaims(given: Scan): Promise<void> {
  const { found } = given
  await eachPortion(given, { table: 'claim_write_offs', limit: BATCH_SIZE }, async (rows) => {
    const keys = rows.flatMap(({ id, account_id }) => keysOf('claim', id, account_id))
    const postings = await readPostings(given, keys)
    for (const { id, account_id, amount_centavos, state, asked_by, decided_by } of rows) {
      const name = `${id}:written-off`
      const own = postings.filter((line) => line.entry === name)
      const entry = own.length === 0 ? undefined : { name, cause: id, lines: own }
      demand(found, 'claims', name, entry, state === 'done' ? writtenOffLines(amount_centavos) : [], account_id)
      if (state === 'done' && (decided_by === '' || decided_by === asked_by))
        found.add('claims', { id, expected: 'two people', found: decided_by || 'nobody' })
    }
  })
}
