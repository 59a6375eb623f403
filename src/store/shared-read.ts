// Lets concurrent equal reads share one answer from the database.

/**
 * Reads once for each key and turn of the event loop. The query is sent after all its callers have asked, so its answer is
 * as fresh as a query of their own.
 */
export function sharedRead<R>(read: (key: string) => Promise<R>): (key: string) => Promise<R> {
  const asking = new Map<string, Promise<R>>()
  return (key) => {
    const known = asking.get(key)
    if (known !== undefined) return known
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      asking.delete(key)
      return read(key)
    })
    asking.set(key, answer)
    return answer
  }
}
