// The banks' answers that this process still awaits, by subject: each may be a refusal that the database has not counted
// yet.

interface Awaited {
  /** To be called before the counters are read, which may miss a refusal that comes while they are read. */
  watch(keys: readonly string[]): Watch
  begin(keys: readonly string[]): void
  end(keys: readonly string[], isRefused: boolean): void
  /** Resolves at the next answer. */
  nextEnd(): Promise<void>
}

interface Watch {
  /** How many refusals of a subject there may be beyond those that were read: awaited answers, and refusals meanwhile. */
  possible(key: string): number
  end(): void
}

interface Subject {
  watchers: number
  awaited: number
  refused: number
}

export function awaitedAnswers(): Awaited {
  const subjects = new Map<string, Subject>()
  let ending = Promise.withResolvers<void>()
  const change = (key: string, by: Partial<Subject>) => {
    const known = subjects.get(key) ?? { watchers: 0, awaited: 0, refused: 0 }
    known.watchers += by.watchers ?? 0
    known.awaited += by.awaited ?? 0
    known.refused += by.refused ?? 0
    if (known.watchers === 0 && known.awaited === 0) subjects.delete(key)
    else subjects.set(key, known)
  }
  return {
    watch(keys) {
      for (const key of keys) change(key, { watchers: 1 })
      const before = new Map(keys.map((key) => [key, subjects.get(key)?.refused ?? 0]))
      return {
        possible(key) {
          const { awaited = 0, refused = 0 } = subjects.get(key) ?? {}
          return awaited + refused - (before.get(key) ?? 0)
        },
        end: () => {
          for (const key of keys) change(key, { watchers: -1 })
        },
      }
    },
    begin: (keys) => {
      for (const key of keys) change(key, { awaited: 1 })
    },
    end: (keys, isRefused) => {
      for (const key of keys) change(key, { awaited: -1, refused: isRefused ? 1 : 0 })
      ending.resolve()
      ending = Promise.withResolvers<void>()
    },
    nextEnd: () => ending.promise,
  }
}
