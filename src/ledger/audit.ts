// Checks that the books are right, on a database that goes on working: `cobro audit` and the sandbox's audit call.
import type { Store } from '../store/store.ts'
import { scan } from './audit-scan.ts'
import { type Counts, type Tallies, tallyWidths } from './audit-scope.ts'
import { findings, type Verdict } from './findings.ts'
import { KeyTally, SlotTally } from './tally.ts'

export interface AuditReport extends Verdict {
  /** What was read. */
  counts: Counts
}

export interface AuditOptions {
  /** Only this account's books; without it, everybody's. */
  accountId?: string
  /** Told after every portion how much was read. */
  onProgress?(counts: Counts): void
}

/**
 * Reads everything once, in portions, as it stood at one instant, while writes go on; memory does not grow with the
 * database. Only when a count does not come out is everything read again, at the same instant, to name the key.
 */
export async function audit(store: Store, options: AuditOptions = {}): Promise<AuditReport> {
  return store.snapshot(async (snapshot) => {
    const found = findings()
    const scope = { snapshot, accountId: options.accountId, onProgress: options.onProgress ?? (() => {}) }
    const slots = mapTallies(tallyWidths, (width) => new SlotTally(width))
    const counts = await scan({ ...scope, tallies: slots, found })
    if (Object.values(slots).some((tally) => !tally.isEven())) {
      const keys = mapTallies(slots, (tally) => new KeyTally(tally))
      await scan({ ...scope, tallies: keys, found: findings() })
      for (const name of Object.keys(keys) as (keyof Tallies)[]) {
        for (const { key, expected, found: there } of keys[name].differences()) {
          found.add(name, { id: key, expected: expected.join(' / '), found: there.join(' / ') })
        }
      }
    }
    return { ...found.verdict(), counts }
  })
}

function mapTallies<A, B>(from: Record<keyof Tallies, A>, make: (one: A) => B): Record<keyof Tallies, B> {
  const made = Object.entries(from).map(([name, one]) => [name, make(one)])
  return Object.fromEntries(made) as Record<keyof Tallies, B>
}
