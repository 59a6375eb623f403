// A value that is made when it is first used, because making it takes time that a start need not spend.

/** Answers the same value each time. */
export function firstUse<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
