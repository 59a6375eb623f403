// Whether the last call reached the service, for the notice above every view. The browser itself knows only whether it has a network at all.
import { useSyncExternalStore } from 'react'

let isReached = true
const watchers = new Set<() => void>()

/** Tells what became of a call: whether the service answered it, as far as the page can see. */
export function noteReach(reached: boolean): void {
  if (reached === isReached) return
  isReached = reached
  for (const watcher of watchers) watcher()
}

export function useReach(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => isReached,
  )
}
