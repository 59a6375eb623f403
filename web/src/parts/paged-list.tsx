// One page of a long list, with the total and links to the other pages; or the text of an empty list.
import { count } from '../format.ts'
import { counted, useLanguage, type Words } from '../language.tsx'
import { type Column, List } from './list.tsx'
import { Pages } from './pages.tsx'
import { Empty } from './states.tsx'

export function PagedList<T extends object>({
  total,
  rows,
  idOf,
  columns,
  caption: [one, many],
  empty,
}: {
  /** Of all pages. */
  total: number
  rows: T[]
  idOf: (row: T) => string
  columns: readonly Column<T>[]
  /** With `{total}`: of one, and of any other number. */
  caption: readonly [one: Words, many: Words]
  empty: { title: Words; text: Words; before?: boolean }
}) {
  const { say } = useLanguage()
  if (rows.length === 0) return <Empty {...empty} title={say(empty.title)} text={say(empty.text)} />
  return (
    <>
      <List<T>
        caption={say(counted(total, one, many), { total: count(total) })}
        rows={rows}
        idOf={idOf}
        columns={columns}
        isTitled
      />
      <Pages shown={rows.length} total={total} />
    </>
  )
}
