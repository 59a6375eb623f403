// Checks that the books are right, while the service works, by what the rooms declare of them.
import { type Language, same } from '../core/language/bilingual.ts'
import { acrossDb } from '../store/across.ts'
import type { Store } from '../store/store.ts'
import { type Fault, findings, type Verdict } from './findings.ts'
import type { Count, Invariant } from './invariant.ts'
import type { RoomAudit } from './room-audit.ts'
import type { Scan } from './scan.ts'
import { KeyTally, SlotTally, type Tally } from './tally.ts'
import { unreadIn } from './unreadable.ts'

/** How many rows were read, by the name of the count. */
export type Counts = Record<string, number>

export interface AuditReport extends Verdict {
  counts: Counts
}

/** Audits the books of one database by what all rooms declare. */
export type Audit = (options: AuditOptions) => Promise<AuditReport>

export interface AuditOptions {
  /** Only this account's books; undefined: all books. */
  accountId?: string
  /** Of what the report says; English without it. */
  language?: Language
  /** Called after every portion with the numbers of rows read. */
  onProgress?(counts: Counts): void
  /** Opens what is sealed, with the keys, and says what does not open. Without it nothing is opened. */
  openSealed?(scan: Scan): Promise<void>
}

/**
 * Reads everything once, in portions, at one instant, while writes go on; memory does not grow with the database. If the
 * two sides of a count differ, everything is read again at the same instant, to name the key.
 */
export async function auditRooms(
  rooms: readonly RoomAudit[],
  store: Store,
  { accountId, language = 'en', onProgress = () => {}, openSealed }: AuditOptions = {},
): Promise<AuditReport> {
  const invariants = rooms.flatMap((room) => room.invariants)
  const counted = rooms.flatMap((room) => room.counts ?? [])
  const scanAll = async (scan: Pick<Scan, 'snapshot' | 'found'>, tallies: ReadonlyMap<Invariant, Tally>) => {
    const counts = countsOf(counted)
    const read = (of: Count, rows: number) => {
      counts[of.name] = (counts[of.name] ?? 0) + rows
      onProgress(counts)
    }
    const whole: Scan = { ...scan, accountId, tally: tallyIn(tallies), read }
    let unread: Fault | undefined
    for (const room of rooms) {
      const fault = await unreadIn(room.invariants[0]?.name ?? '', async () => room.scan?.(whole))
      if (fault !== undefined) for (const one of room.invariants) scan.found(one, fault)
      unread ??= fault
    }
    return { counts, whole, unread }
  }
  return store.snapshot(async (read) => {
    const snapshot = { ...read, db: acrossDb(read.db, 'audit') }
    const all = findings(invariants)
    const slots = new Map(
      invariants.flatMap((one) => (one.compares === undefined ? [] : [[one, new SlotTally(one.compares)] as const])),
    )
    const { counts, whole, unread } = await scanAll({ snapshot, found: all.add }, slots)
    // The sides of a count may lack what was not read.
    if (unread !== undefined) for (const one of slots.keys()) all.add(one, unread)
    else if ([...slots.values()].some((tally) => !tally.isEven())) {
      const keys = new Map([...slots].map(([one, tally]) => [one, new KeyTally(tally)]))
      await scanAll({ snapshot, found: () => {} }, keys)
      for (const [invariant, tally] of keys) {
        for (const { key, expected, found } of tally.differences())
          all.add(invariant, { id: key, expected: same(expected.join(' / ')), found: same(found.join(' / ')) })
      }
    }
    const closed = await unreadIn('sealed', async () => openSealed?.(whole))
    if (closed !== undefined) for (const one of invariants.filter(({ name }) => name === 'sealed')) all.add(one, closed)
    return { ...all.verdict(language), counts }
  })
}

/** Every count at zero, in the order in which the rooms are listed. */
function countsOf(counted: readonly Count[]): Counts {
  return Object.fromEntries(counted.map(({ name }) => [name, 0]))
}

function tallyIn(tallies: ReadonlyMap<Invariant, Tally>): Scan['tally'] {
  return (invariant) => {
    const tally = tallies.get(invariant)
    if (tally === undefined) throw new Error(`service/audit.ts does not list ${invariant.name}, or it compares nothing`)
    return tally
  }
}
