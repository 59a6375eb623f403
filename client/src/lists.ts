// Reads a long list page by page, each item once.

/** The largest page of the service. */
export const PAGE_SIZE = 500

/** The page size if the caller's query says `limit`. */
export function pageSizeOf(query: { limit?: string | number | undefined }): number {
  return Math.min(Number(query.limit ?? PAGE_SIZE), PAGE_SIZE)
}

/** Every item of a list whose pages begin after an item. Items that arrive meanwhile shift nothing. */
export async function* eachAfter<T>(
  read: (after: string | undefined) => Promise<T[]>,
  idOf: (item: T) => string,
  pageSize: number,
): AsyncGenerator<T, void, undefined> {
  let after: string | undefined
  for (;;) {
    const items = await read(after)
    yield* items
    const last = items.at(-1)
    if (last === undefined || items.length < pageSize) return
    after = idOf(last)
  }
}

/** The same for a list whose pages may be shorter than requested: `next` names the item after which the next page begins. */
export async function* eachNext<T>(
  read: (after: string | undefined) => Promise<{ items: T[]; next?: string | null | undefined }>,
  idOf: (item: T) => string,
  pageSize: number,
): AsyncGenerator<T, void, undefined> {
  let after: string | undefined
  for (;;) {
    const { items, next } = await read(after)
    yield* items
    const last = items.at(-1)
    if (next === null || (next === undefined && (last === undefined || items.length < pageSize))) return
    after = next ?? (last === undefined ? undefined : idOf(last))
  }
}
