// A table of items, sorted by its headings; on a phone each row is a card.
import { type ReactNode, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useLanguage, type Words } from '../language.tsx'
import { Row } from './row.ts'
import { Wide } from './scrolled.tsx'

export interface Column<T> {
  head: Words
  /** False: this row has nothing to do here. A column without any is left out. */
  cell: (row: T) => ReactNode
  /** The value to sort by; without it, the column does not sort. */
  sort?: (row: T) => string | number
  right?: boolean
  /** A column without line breaks on a wide screen. */
  whole?: boolean
  /** Text of any length, written by people: it breaks anywhere. */
  long?: boolean
  /** Two lines of such a text: the item's own page has all of it. */
  cut?: boolean
  /** It says what a row is about, wherever it stands; the first cells do so anyway. */
  tells?: boolean
  /** What stands below such a text, never cut off. */
  below?: (row: T) => ReactNode
  /** On a phone, where a row has no headings: what the value is. */
  told?: Words
  /** Its place in a row on a phone; columns without one are not shown there then. */
  area?: 'first' | 'state' | 'second' | 'third' | 'when' | 'acts'
}

/** The value of a cell that has none. On a phone such a cell is left out. */
const NONE = '—'
/** So many cells say what a row is about, besides those that always do. */
const TELLING = 3

interface Sorting {
  head: Words
  isUp: boolean
}

export function List<T extends object>({
  caption,
  columns: all,
  rows,
  idOf,
  fresh,
  hrefOf,
  isTitled = false,
}: {
  caption: string
  columns: readonly Column<T>[]
  rows: T[]
  idOf: (row: T) => string
  /** New rows. */
  fresh?: ReadonlySet<string>
  /** The page of an item, if it has one: a press anywhere on its row opens it. Its first column is a link there, for the keyboard. */
  hrefOf?: (row: T) => string | undefined
  /** The caption is seen, also where rows have areas: it says what nothing else on the page does. */
  isTitled?: boolean
}) {
  const { say } = useLanguage()
  const [, go] = useLocation()
  const name = useId()
  const columns = all.filter(({ cell }) => rows.length === 0 || rows.some((row) => cell(row) !== false))
  const [sorting, setSorting] = useState<Sorting>()
  const by = sorting && all.find(({ head }) => head[1] === sorting.head[1])?.sort
  const sorted = by ? rows.toSorted((one, other) => compared(by(one), by(other)) * (sorting.isUp ? 1 : -1)) : rows
  return (
    <Wide label={caption}>
      <table className={looksOfTable(columns, isTitled)}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, sort, right }) => {
              const isUp = sorting?.head[1] === head[1] ? sorting.isUp : undefined
              return (
                <th
                  key={head[1]}
                  scope="col"
                  className={right ? 'right' : undefined}
                  aria-sort={isUp === undefined ? undefined : isUp ? 'ascending' : 'descending'}
                >
                  {sort ? (
                    <button type="button" onClick={() => setSorting(turned(head, isUp, rows.map(sort)))}>
                      {say(head)}
                      <span aria-hidden="true">{isUp === undefined ? '' : isUp ? ' ↑' : ' ↓'}</span>
                    </button>
                  ) : (
                    say(head)
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row, nth) => {
            const id = idOf(row)
            const href = hrefOf?.(row)
            const idOfCell = (at: number) => `${name}-${nth}-${at}`
            const idsOf = (cells: { at: number }[]) => cells.map(({ at }) => idOfCell(at)).join(' ') || undefined
            const values = columns.map((column) => column.cell(row))
            const filled = columns.flatMap((column, at) => (isNone(values[at]) ? [] : [{ column, at }]))
            const telling = filled.filter(({ column }, place) => place < TELLING || column.tells)
            return (
              <tr
                key={id}
                className={[fresh?.has(id) && 'fresh', href && 'opens'].filter(Boolean).join(' ') || undefined}
                onClick={href === undefined ? undefined : (event) => isOfRow(event) && go(href)}
              >
                {columns.map((column, at) => {
                  const value = values[at]
                  return (
                    <td
                      key={column.head[1]}
                      id={idOfCell(at)}
                      className={looksOf(column, value)}
                      data-label={say(column.head)}
                      data-area={column.area}
                    >
                      <Row value={idsOf(telling.filter((one) => one.at !== at))}>
                        <div>
                          {column.told && !isNone(value) && (
                            <span className="on-phone quiet small">{say(column.told)} </span>
                          )}
                          {column.cut ? <div className="cut">{value}</div> : value}
                          {column.below?.(row)}
                        </div>
                      </Row>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Wide>
  )
}

/** What a press on a heading sorts by: texts from the first, numbers from the largest; then the other way; then not at all. */
function turned(head: Words, isUp: boolean | undefined, values: (string | number)[]): Sorting | undefined {
  const isUpFirst = typeof values[0] === 'string'
  if (isUp === undefined) return { head, isUp: isUpFirst }
  return isUp === isUpFirst ? { head, isUp: !isUp } : undefined
}

/** Texts as people look them up, wherever they have accents. */
function compared(one: string | number, other: string | number): number {
  return typeof one === 'number' ? one - Number(other) : one.localeCompare(String(other))
}

/** Not of a link or a button in it, and nobody marks a text. */
function isOfRow({ target }: { target: EventTarget }): boolean {
  return !(target as Element).closest('a, button, dialog') && String(getSelection()) === ''
}

function looksOfTable<T>(columns: readonly Column<T>[], isTitled: boolean): string {
  if (!columns.some(({ area }) => area)) return 'cards'
  return isTitled ? 'cards rows titled' : 'cards rows'
}

function looksOf<T>({ right, whole, long, cut }: Column<T>, value: ReactNode): string {
  return [right && 'right', whole && 'whole', (long || cut) && 'long', isNone(value) && 'none']
    .filter(Boolean)
    .join(' ')
}

function isNone(value: ReactNode): boolean {
  return value === NONE || value === '' || value === false || value === null || value === undefined
}
