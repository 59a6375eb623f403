// A connector's own state: named counters, and a small store of texts. What a method resolved is on disk, so a connector writes here before it
// asks its network.
import { sql } from 'kysely'
import type { Task } from '../core/task.ts'
import { isPrintable } from '../core/text.ts'
import { DAY_MS, instantPlus } from '../core/time.ts'
import { conditionHeld, conflictOn } from '../store/decide.ts'
import { dueAt } from '../store/queues/next-due.ts'
import { sequence } from '../store/sequence.ts'
import type { StoreAndClock } from '../store/store.ts'
import { insert, run } from '../store/write.ts'
import { notingOutages } from './state-outages.ts'

/** Every connector has its own, whichever processes share the database. Never put card data or a secret into it. */
export interface ConnectorState {
  /** The next number of a counter, from 1 on. No number is given twice, also to another process; a crash may skip one. */
  nextNumber(counter: string): Promise<number>
  /** How many numbers a counter has given. */
  lastNumber(counter: string): Promise<number>
  /** The text under a name; undefined when there is none. */
  read(name: string): Promise<string | undefined>
  /**
   * Writes a text unless the name has one, and answers the one that it has: of several at once, one is kept. `days`: for so long at least;
   * for ever when left out.
   */
  keepFirst(name: string, value: string, days?: number): Promise<string>
  /** Writes a text over the one that the name has. */
  write(name: string, value: string): Promise<void>
}

const NAME = /^[\w.:-]{1,120}$/
const MAX_VALUE = 4_000

/** Names are 1 to 120 letters, digits and `_.:-`; texts are printable, at most 4,000 characters. Another one is a RangeError. */
export function connectorState({ store, clock }: StoreAndClock, connector: string): ConnectorState {
  const counters = new Map<string, () => Promise<number>>()
  const sequenceOf = (counter: string) => `connector ${connector} ${checkedName(counter)}`
  const read = async (name: string) => {
    const row = await store.db
      .selectFrom('connector_state')
      .select('value')
      .where('connector', '=', connector)
      .where('name', '=', checkedName(name))
      .executeTakeFirst()
    return row?.value
  }
  const rowOf = (name: string, value: string, days?: number) => ({
    connector,
    name: checkedName(name),
    value: checkedValue(value),
    written_at: clock.now(),
    forget_at: days === undefined ? null : instantPlus(clock.now(), days * DAY_MS),
  })
  return notingOutages({
    read,
    nextNumber: async (counter: string) => {
      const next = counters.get(counter) ?? sequence(store, sequenceOf(counter), 1)
      counters.set(counter, next)
      return next()
    },
    lastNumber: async (counter: string) => {
      const row = await store.db
        .selectFrom('sequences')
        .select('next')
        .where('name', '=', sequenceOf(counter))
        .executeTakeFirst()
      return (row?.next ?? 1) - 1
    },
    keepFirst: async (name: string, value: string, days?: number) => {
      const row = rowOf(name, value, days)
      const known = await read(name)
      if (known !== undefined) return known
      const isFirst = await conditionHeld(store.commit([insert('connector_state', row)]), conflictOn('connector_state'))
      return isFirst ? value : ((await read(name)) ?? value)
    },
    write: async (name: string, value: string) => {
      const row = rowOf(name, value)
      const query = store.db
        .insertInto('connector_state')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['connector', 'name']).doUpdateSet({ value: row.value, written_at: row.written_at }),
        )
      await store.commit([run(query.compile(), 1)])
    },
  })
}

const BATCH_SIZE = 1_000

/** Deletes what connectors keep for some time only. */
export function forgetStateTask({ store, clock }: StoreAndClock): Task {
  const { db } = store
  return {
    name: 'forget what connectors kept for a while',
    nextDueAt: dueAt(
      { store, clock },
      () => sql`(select forget_at from connector_state where forget_at is not null order by forget_at limit 1)`,
    ),
    run: async () => {
      const past = await db
        .selectFrom('connector_state')
        .select(['connector', 'name'])
        .where('forget_at', 'is not', null)
        .where('forget_at', '<=', clock.now())
        .orderBy('forget_at')
        .limit(BATCH_SIZE)
        .execute()
      const deletions = past.map(({ connector, name }) =>
        run(db.deleteFrom('connector_state').where('connector', '=', connector).where('name', '=', name).compile()),
      )
      if (deletions.length > 0) await store.commit(deletions)
      return deletions.length
    },
  }
}

/** For a rehearsal, and for ports whose connectors keep nothing: it lasts as long as the process. */
export function passingState(): ConnectorState {
  const counters = new Map<string, number>()
  const values = new Map<string, string>()
  return {
    nextNumber: async (counter) => {
      const next = (counters.get(checkedName(counter)) ?? 0) + 1
      counters.set(counter, next)
      return next
    },
    lastNumber: async (counter) => counters.get(checkedName(counter)) ?? 0,
    read: async (name) => values.get(checkedName(name)),
    keepFirst: async (name, value) => {
      const kept = values.get(checkedName(name)) ?? checkedValue(value)
      values.set(name, kept)
      return kept
    },
    write: async (name, value) => {
      values.set(checkedName(name), checkedValue(value))
    },
  }
}

function checkedName(name: string): string {
  if (!NAME.test(name)) throw new RangeError('a name of a connector’s state has 1 to 120 letters, digits and _.:-')
  return name
}

function checkedValue(value: string): string {
  if (!isPrintable(value, MAX_VALUE))
    throw new RangeError(`a text of a connector’s state has at most ${MAX_VALUE} characters`)
  return value
}
