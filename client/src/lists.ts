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

/** Every item of a list whose pages begin at an offset. An item that is pushed to the next page meanwhile is given once. */
export async function* eachFrom<T>(
  read: (offset: number) => Promise<T[]>,
  idOf: (item: T) => string,
  pageSize: number,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  for (let offset = 0; ; offset += pageSize) {
    const items = await read(offset)
    for (const item of items) {
      const id = idOf(item)
      if (!seen.has(id)) yield item
      seen.add(id)
    }
    if (items.length < pageSize) return
  }
}
