// A table of items, sorted by its headings; on a phone each row is a card.

import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { useLanguage, type Words } from '../language.tsx'
import { Wide } from './scrolled.tsx'

export interface Column<T> {
  head: Words
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
}

/** The value of a cell that has none. On a phone such a cell is left out. */
const NONE = '—'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
})

export function List<T extends object>({
  caption,
  columns,
  rows,
  idOf,
  fresh,
}: {
  caption: string
  columns: readonly Column<T>[]
  rows: T[]
  idOf: (row: T) => string
  /** New rows. */
  fresh?: ReadonlySet<string>
}) {
  const { say } = useLanguage()
  const table = useTable({
    features,
    data: rows,
    getRowId: idOf,
    columns: columns.map((column, at) => ({
      id: String(at),
      accessorFn: (row: T) => column.sort?.(row) ?? '',
      header: say(column.head),
      enableSorting: column.sort !== undefined,
      sortFn: 'basic' as const,
    })),
  })
  return (
    <Wide label={caption}>
      <table className="cards">
        <caption>{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const column = columns[Number(header.column.id)]
                const sorted = header.column.getIsSorted()
                const text = column ? say(column.head) : ''
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={column?.right ? 'right' : undefined}
                    aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                  >
                    {header.column.getCanSort() ? (
                      <button type="button" onClick={header.column.getToggleSortingHandler()}>
                        {text}
                        <span aria-hidden="true">{sorted === 'asc' ? ' ↑' : sorted === 'desc' ? ' ↓' : ''}</span>
                      </button>
                    ) : (
                      text
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} className={fresh?.has(row.id) ? 'fresh' : undefined}>
              {columns.map((column) => {
                const value = column.cell(row.original)
                return (
                  <td key={column.head[1]} className={looksOf(column, value)} data-label={say(column.head)}>
                    <div>{column.cut ? <div className="cut">{value}</div> : value}</div>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

function looksOf<T>({ right, whole, long, cut }: Column<T>, value: ReactNode): string {
  const isNone = value === NONE || value === '' || value === false || value === null || value === undefined
  return [right && 'right', whole && 'whole', (long || cut) && 'long', isNone && 'none'].filter(Boolean).join(' ')
}
