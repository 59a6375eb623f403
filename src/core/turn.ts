// Lets others have the event loop between two portions of a long work.

/** Resolves in the next turn of the event loop, after the requests that have arrived meanwhile were begun. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
