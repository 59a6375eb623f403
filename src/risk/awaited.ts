// What this process has asked banks and not heard yet, by subject: each may be a refusal that no counter in the database has yet.

export interface Awaited {
  /** To be called before the counters are read: what is refused while they are read may be missing from them. */
  watch(keys: readonly string[]): Watch
  begin(keys: readonly string[]): void
  end(keys: readonly string[], isRefused: boolean): void
  /** Resolves when the next answer is here. */
  nextEnd(): Promise<void>
}

interface Watch {
  /** How many refusals there may be of a subject beyond those that were read: what is awaited now, and what was refused meanwhile. */
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
