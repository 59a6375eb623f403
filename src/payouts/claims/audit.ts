// What an audit checks of written-off debts: each has its entry, to the line, and two people; one that is not done has none.
import type { Invariant } from '../../audit/invariant.ts'
import { eachPortion } from '../../audit/portions.ts'
import type { RoomAudit } from '../../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../../audit/scan.ts'
import { same } from '../../core/language/bilingual.ts'
import { demand, entryOf, readPostings } from '../../ledger/audit-entries.ts'
import { postersIn } from '../../ledger/audit-posters.ts'
import { keysOf } from '../../ledger/entry-name.ts'
import { writtenOffLines } from './entries.ts'

const claims: Invariant = {
  name: 'claims',
  meaning: [
    'Cada adeudo que se dio por perdido tiene su asiento, renglón por renglón, y lo pidieron y aprobaron dos personas',
    'Every debt that was written off has its entry, to the line, and was asked for and approved by two people',
  ],
}

export const claimsAudit = {
  invariants: [claims],
  scan: scanClaims,
  posters: { claim: postersIn('claim', 'claim_write_offs') },
} as const satisfies RoomAudit & { posters: object }

async function scanClaims(scan: Scan): Promise<void> {
  await eachPortion(scan, { table: 'claim_write_offs', limit: BATCH_SIZE }, async (rows) => {
    const keys = rows.flatMap(({ id, account_id }) => keysOf('claim', id, account_id))
    const postings = await readPostings(scan, keys)
    for (const { id, account_id: accountId, amount_centavos, state, asked_by, decided_by } of rows) {
      const entry = entryOf(postings, id, 'written-off')
      const lines = state === 'done' ? writtenOffLines(amount_centavos) : []
      demand(scan, claims, { id: `${id}:written-off`, entry, lines, accountId })
      if (state === 'done' && (decided_by === '' || decided_by === asked_by))
        scan.found(claims, {
          id,
          expected: ['dos personas', 'two people'],
          found: decided_by === '' ? ['nadie', 'nobody'] : same(decided_by),
        })
    }
  })
}
