// Whether the page has just taken an open dialog away, because what it was about was decided elsewhere: the person is told.
import { useSyncExternalStore } from 'react'

/** Long enough to be read. */
const SHOWN_MS = 12_000

let isTaken = false
let timer: ReturnType<typeof setTimeout>
const watchers = new Set<() => void>()

export function noteTaken(): void {
  tell(true)
  clearTimeout(timer)
  timer = setTimeout(() => tell(false), SHOWN_MS)
}

function tell(taken: boolean): void {
  isTaken = taken
  for (const watcher of watchers) watcher()
}

export function useTaken(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => isTaken,
  )
}
