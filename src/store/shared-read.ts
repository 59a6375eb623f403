// Lets many who ask the same at the same moment share one answer from the database.

/**
 * Asks once for each key and turn of the event loop. The question goes out after everybody who shares it has asked, so the
 * answer is as fresh as one of their own would be.
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
