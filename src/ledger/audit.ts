// Checks that the books are right, while the service works: `cobro audit` and the sandbox's audit call.
import { acrossDb } from '../store/across.ts'
import type { Snapshot, Store } from '../store/store.ts'
import { scan } from './audit-scan.ts'
import { type Counts, type Tallies, tallyWidths } from './audit-scope.ts'
import { type Fault, findings, type Verdict } from './findings.ts'
import { KeyTally, SlotTally } from './tally.ts'

export interface AuditReport extends Verdict {
  /** The numbers of rows read. */
  counts: Counts
}

export interface AuditOptions {
  /** Only this account's books; undefined: all books. */
  accountId?: string
  /** Called after every portion with the numbers of rows read. */
  onProgress?(counts: Counts): void
  /** Opens what is sealed, with the keys, and calls `fault` for each text that does not open. Without it nothing is opened. */
  openSealed?(scope: { snapshot: Snapshot; accountId: string | undefined }, fault: (one: Fault) => void): Promise<void>
}

/**
 * Reads everything once, in portions, at one instant, while writes go on; memory does not grow with the database. If the
 * two sides of a count differ, everything is read again at the same instant, to name the key.
 */
export async function audit(store: Store, options: AuditOptions = {}): Promise<AuditReport> {
  return store.snapshot(async (read) => {
    const snapshot = { ...read, db: acrossDb(read.db, 'audit') }
    const found = findings()
    const scope = { snapshot, accountId: options.accountId, onProgress: options.onProgress ?? (() => {}) }
    const slots = mapTallies(tallyWidths, (width) => new SlotTally(width))
    const counts = await scan({ ...scope, tallies: slots, found })
    if (Object.values(slots).some((tally) => !tally.isEven())) {
      const keys = mapTallies(slots, (tally) => new KeyTally(tally))
      await scan({ ...scope, tallies: keys, found: findings() })
      for (const name of Object.keys(keys) as (keyof Tallies)[]) {
        for (const { key, expected, found: existing } of keys[name].differences()) {
          found.add(name, { id: key, expected: expected.join(' / '), found: existing.join(' / ') })
        }
      }
    }
    await options.openSealed?.({ snapshot, accountId: options.accountId }, (fault) => found.add('sealed', fault))
    return { ...found.verdict(), counts }
  })
}

function mapTallies<A, B>(from: Record<keyof Tallies, A>, make: (one: A) => B): Record<keyof Tallies, B> {
  const made = Object.entries(from).map(([name, one]) => [name, make(one)])
  return Object.fromEntries(made) as Record<keyof Tallies, B>
}
