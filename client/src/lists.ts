// Walks through a long list page by page, each thing once.

/**
 * Everything a list has, page by page, for `for await`. `read` answers the page that starts at an offset. New things that
 * arrive in front meanwhile push known ones to a later page: those are left out the second time.
 */
export async function* everyItem<T>(
  read: (offset: number, limit: number) => Promise<T[]>,
  idOf: (item: T) => string,
  pageSize: number,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  for (let offset = 0; ; offset += pageSize) {
    const items = await read(offset, pageSize)
    for (const item of items) {
      const id = idOf(item)
      if (!seen.has(id)) yield item
      seen.add(id)
    }
    if (items.length < pageSize) return
  }
}
