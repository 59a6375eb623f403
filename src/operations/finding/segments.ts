// The rows of the search index. A segment is a set of pages whose places are in the order of their keys; an account has several, and what is in any
// of them counts. A place may be in two segments: it is found once.
import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../store/prepared.ts'
import type { Store } from '../../store/store.ts'
import { run, type Write } from '../../store/write.ts'
import { hexOf, type IndexPage } from './pages.ts'

/** A page as it is stored. */
export interface StoredPage {
  segment: number
  /** The key of its first place. */
  begins: string
  content: Uint8Array
}

/** The same in hexadecimal digits, as the engines answer it. */
interface PageRow {
  segment: number
  begins: string
  content: string
}

/** Keys between which places are looked for, the second not included. */
interface Span {
  low: string
  high: string
}

/** A segment of a level has about as many places as sixteen of the level below. */
export const LAST_LEVEL = 7
const SEGMENTS_OF_A_LEVEL = 2 ** 50

/** A number for a new segment of a level. Those that are made later have higher ones. */
export function newSegment(level: number, wallMs: number): number {
  return level * SEGMENTS_OF_A_LEVEL + wallMs * 256 + Math.floor(Math.random() * 256)
}

export function levelOf(segment: number): number {
  return Math.floor(segment / SEGMENTS_OF_A_LEVEL)
}

/** The segments of an account: one step through the key for each. */
const segmentsOf = (accountId: RawBuilder<unknown>) => sql`with recursive segments(segment) as (
    select min(segment) from found_pages where account_id = ${accountId}
    union all
    select (select min(later.segment) from found_pages as later where later.account_id = ${accountId} and later.segment > segments.segment)
    from segments where segments.segment is not null)`

const bytesOf = ({ engine }: Pick<Store, 'engine'>, hex: RawBuilder<unknown>) =>
  engine === 'postgres' ? sql`decode(${hex}, 'hex')` : sql`unhex(${hex})`

const elements = ({ engine }: Pick<Store, 'engine'>, list: unknown) =>
  engine === 'postgres'
    ? sql`jsonb_array_elements(cast(${list} as text)::jsonb) as list(value)`
    : sql`json_each(${list}) as list`

export interface SegmentReader {
  segments(accountId: string): Promise<number[]>
  /**
   * For each span and segment, the page in which it begins and the next page of the span, all as of one instant. A page that is in several spans
   * is answered once.
   */
  pagesAt(accountId: string, spans: readonly Span[]): Promise<StoredPage[]>
  /** The first pages of a segment. */
  firstPages(accountId: string, segment: number, most: number): Promise<StoredPage[]>
}

export function segmentReader(store: Store): SegmentReader {
  const { db, engine } = store
  const hex = (bytes: RawBuilder<unknown>) =>
    engine === 'postgres' ? sql`encode(${bytes}, 'hex')` : sql`hex(${bytes})`
  const segments = prepared<{ segment: number }>((hole) =>
    sql<{
      segment: number
    }>`${segmentsOf(sql`${hole('accountId')}`)} select segment from segments where segment is not null`.compile(db),
  )
  const pages = prepared<PageRow>((hole) => {
    const isOf = sql`page.account_id = ${hole('accountId')} and page.segment`
    return sql<PageRow>`${segmentsOf(sql`${hole('accountId')}`)},
      spans(low, high) as (select ${bytesOf(store, sql`value ->> 0`)}, ${bytesOf(store, sql`value ->> 1`)} from ${elements(store, hole('spans'))}),
      found(segment, begins) as (
        select segments.segment, (select page.begins from found_pages as page where ${isOf} = segments.segment
          and page.begins <= spans.low order by page.begins desc limit 1)
        from segments cross join spans where segments.segment is not null
        union
        select segments.segment, (select page.begins from found_pages as page where ${isOf} = segments.segment
          and page.begins > spans.low and page.begins < spans.high order by page.begins limit 1)
        from segments cross join spans where segments.segment is not null)
      select found.segment, ${hex(sql`found.begins`)} as begins, (select ${hex(sql`page.content`)} from found_pages as page where ${isOf} = found.segment
        and page.begins = found.begins) as content
      from found where found.begins is not null order by found.segment, found.begins`.compile(db)
  })
  const first = prepared<PageRow>((hole) =>
    sql<PageRow>`select segment, ${hex(sql`page.begins`)} as begins, ${hex(sql`page.content`)} as content from found_pages as page
      where account_id = ${hole('accountId')} and segment = ${hole('segment')} order by page.begins limit ${hole('most')}`.compile(
      db,
    ),
  )
  return {
    segments: async (accountId) => (await store.rows(segments({ accountId }))).map(({ segment }) => segment),
    pagesAt: async (accountId, spans) => {
      const list = JSON.stringify(spans.map(({ low, high }) => [hexOf(low), hexOf(high)]))
      return (await store.rows(pages({ accountId, spans: list }))).map(stored)
    },
    firstPages: async (accountId, segment, most) => (await store.rows(first({ accountId, segment, most }))).map(stored),
  }
}

function stored({ segment, begins, content }: PageRow): StoredPage {
  return { segment, begins: Buffer.from(begins, 'hex').toString('latin1'), content: Buffer.from(content, 'hex') }
}

/** Writes pages, all in one parameter. `Duplicate` when one is there. */
export function pagesWrite(
  store: Store,
  rows: readonly { accountId: string; segment: number; page: IndexPage }[],
): Write {
  const list = rows.map(({ accountId, segment, page }) => [
    accountId,
    segment,
    hexOf(page.begins),
    page.content.toString('hex'),
  ])
  const bytes = (at: number) => bytesOf(store, sql`value ->> ${sql.lit(at)}`)
  const whole = (at: number) =>
    store.engine === 'postgres' ? sql`cast(value ->> ${sql.lit(at)} as bigint)` : sql`value ->> ${sql.lit(at)}`
  const query = sql`insert into found_pages (account_id, segment, begins, content)
    select value ->> 0, ${whole(1)}, ${bytes(2)}, ${bytes(3)} from ${elements(store, JSON.stringify(list))}`
  return run(query.compile(store.db))
}

/** Removes the first pages of a segment, exactly these: `Unmet` when another process has removed some of them. */
export function removedWrite(store: Store, accountId: string, pages: readonly StoredPage[]): Write {
  const last = pages.at(-1)
  if (last === undefined) throw new Error('there are pages to remove')
  const end = bytesOf(store, sql`cast(${hexOf(last.begins)} as text)`)
  return run(
    sql`delete from found_pages where account_id = ${accountId} and segment = ${last.segment} and begins <= ${end}`.compile(
      store.db,
    ),
    pages.length,
  )
}
