// Lets concurrent equal reads share one answer from the database.

/**
 * Reads once for each key and turn of the event loop. The query is sent after all its callers have asked, so its answer is
 * as fresh as a query of their own. `keyOf`: equal for what has the same answer.
 */
export function sharedRead<R, A = string>(
  read: (asked: A) => Promise<R>,
  keyOf: (asked: A) => string = String,
): (asked: A) => Promise<R> {
  const asking = new Map<string, Promise<R>>()
  return (asked) => {
    const key = keyOf(asked)
    const known = asking.get(key)
    if (known !== undefined) return known
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      asking.delete(key)
      return read(asked)
    })
    asking.set(key, answer)
    return answer
  }
}
