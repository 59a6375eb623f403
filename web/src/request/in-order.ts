// The calls that a page has learned in several ways, as one list.

/**
 * Each call once, newest first. Processes write their calls some moments later, each at its own time, so a call that comes last may be an
 * earlier one; ids are in the order of the calls.
 */
export function inOrder<T extends { id: string }>(...lists: readonly (readonly T[])[]): T[] {
  const byId = new Map(lists.flat().map((line) => [line.id, line]))
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1))
}
