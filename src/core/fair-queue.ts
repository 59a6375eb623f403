// A fair queue: accounts take turns, and within an account its sources do, so that a flood from one does not delay the others.

/** A lane of the queue: its account, its source, and its priority. */
export interface Lane {
  /** Sent with a secret credential. */
  urgent: boolean
  account: string
  /** A credential; for a publishable one, which is public, with the client's address. */
  source: string
}

interface FairQueue<T> {
  add(lane: Lane, item: T): void
  /** Takes up to `most` items. Urgent ones go first, but one in eight is not urgent, so that those are not starved. */
  take(most: number): T[]
  /** For a full queue: removes the newest item of the busiest source of the account with the most items, among the urgent items or among the others. */
  drop(urgent: boolean): T | undefined
  /** The number of items: of all, of the urgent ones (`true`) or of the others (`false`). */
  waiting(urgent?: boolean): number
}

const ONE_IN = 8

export function fairQueue<T>(): FairQueue<T> {
  const urgent = turns<T>()
  const others = turns<T>()
  let taken = 0
  const next = (): T | undefined => {
    taken += 1
    const first = taken % ONE_IN === 0 ? others : urgent
    return first.take() ?? (first === urgent ? others : urgent).take()
  }
  return {
    add: (lane, item) => (lane.urgent ? urgent : others).add(lane.account, lane.source, item),
    take(most) {
      const items: T[] = []
      while (items.length < most) {
        const item = next()
        if (item === undefined) break
        items.push(item)
      }
      return items
    },
    drop: (fromUrgent) => (fromUrgent ? urgent : others).drop(),
    waiting: (which) => (which === true ? 0 : others.size()) + (which === false ? 0 : urgent.size()),
  }
}

interface Turns<T> {
  size(): number
  add(account: string, source: string, item: T): void
  take(): T | undefined
  drop(): T | undefined
}

/** Items by account and source; both take turns: a served one goes to the end of the line. */
export function turns<T>(): Turns<T> {
  const accounts = new Map<string, Map<string, T[]>>()
  let size = 0
  return {
    size: () => size,
    add(account: string, source: string, item: T): void {
      const sources = accounts.get(account) ?? new Map<string, T[]>()
      accounts.set(account, sources)
      const items = sources.get(source) ?? []
      sources.set(source, items)
      items.push(item)
      size += 1
    },
    take(): T | undefined {
      const [account, sources] = firstOf(accounts) ?? []
      if (account === undefined || sources === undefined) return undefined
      const [source, items] = firstOf(sources) as [string, T[]]
      const item = items.shift()
      toTheEnd(sources, source, items, items.length > 0)
      toTheEnd(accounts, account, sources, sources.size > 0)
      size -= 1
      return item
    },
    /** Reads every source; called only when the queue is full. */
    drop(): T | undefined {
      // By account first, so that an account with many sources counts like an account with one source.
      const [account, sources] = largest(accounts, (inner) => sum(inner.values(), (items) => items.length)) ?? []
      if (account === undefined || sources === undefined) return undefined
      const [source, items] = largest(sources, (waiting) => waiting.length) as [string, T[]]
      const item = items.pop()
      if (items.length === 0) sources.delete(source)
      if (sources.size === 0) accounts.delete(account)
      size -= 1
      return item
    },
  }
}

/** The entry with the greatest value. Of several it is the last, because its turn comes last. */
function largest<V>(map: Map<string, V>, sizeOf: (value: V) => number): [string, V] | undefined {
  let found: [string, V] | undefined
  let most = 0
  for (const [key, value] of map) {
    const size = sizeOf(value)
    if (size < most) continue
    most = size
    found = [key, value]
  }
  return found
}

function sum<V>(values: Iterable<V>, of: (value: V) => number): number {
  let total = 0
  for (const value of values) total += of(value)
  return total
}

function firstOf<V>(map: Map<string, V>): [string, V] | undefined {
  return map.entries().next().value
}

function toTheEnd<V>(map: Map<string, V>, key: string, value: V, keep: boolean): void {
  map.delete(key)
  if (keep) map.set(key, value)
}
