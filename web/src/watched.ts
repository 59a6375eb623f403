// A value beside all views, which shows in each of them when it changes.
import { useSyncExternalStore } from 'react'

export function watched<T>(first: T): { tell(next: T): void; use(): T } {
  let value = first
  const watchers = new Set<() => void>()
  return {
    tell: (next) => {
      if (next === value) return
      value = next
      for (const watcher of watchers) watcher()
    },
    use: () =>
      useSyncExternalStore(
        (watcher) => {
          watchers.add(watcher)
          return () => watchers.delete(watcher)
        },
        () => value,
      ),
  }
}
