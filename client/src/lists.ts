// Walks through a long list page by page, each thing once.

/** As many as the service gives at once. */
export const PAGE_SIZE = 500

/** How many to ask for at once when the caller's query says `limit`. */
export function pageSizeOf(query: { limit?: string | number | undefined }): number {
  return Math.min(Number(query.limit ?? PAGE_SIZE), PAGE_SIZE)
}

/** Everything in a list whose pages begin after a thing. What arrives meanwhile shifts nothing. */
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

/** The same where a page may be shorter than it could be and still not be the last: it says what the next one begins after. */
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

/** Everything in a list whose pages begin at an offset. What is pushed to a later page meanwhile is left out the second time. */
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
