// The pages of a list that is read by cursor: the address has the last row of the page before.
import { Link, useLocation, useSearchParams } from 'wouter'
import { useLanguage, type Words } from '../language.tsx'
import { toTop } from './to-top.ts'

/** The parameters of the page to read: 50 rows after the one that the address names. */
export function useCursor(): string {
  const [query] = useSearchParams()
  const after = query.get('after') ?? ''
  return `limit=50${after === '' ? '' : `&starting_after=${encodeURIComponent(after)}`}`
}

/** Leads to the rest of the list, and from there to its first page again. `list`: undefined until it is read. */
export function Next({
  list,
  first = ['Lo más nuevo', 'Newest'],
}: {
  list: { next: string | null } | undefined
  /** The first page, in words. */
  first?: Words
}) {
  const { say } = useLanguage()
  const [path] = useLocation()
  const [query] = useSearchParams()
  const [after, next] = [query.get('after'), list?.next ?? null]
  if (after === null && next === null) return null
  const others = [...query].filter(([name]) => name !== 'after')
  const to = (place: string[][]) => `${path}?${new URLSearchParams([...others, ...place])}`
  return (
    <p className="row">
      {after !== null && (
        <Link className="button" href={to([])} onClick={toTop}>
          {say(first)}
        </Link>
      )}
      {next !== null && (
        <Link className="button" href={to([['after', next]])} onClick={toTop}>
          {say(['Siguientes', 'Next'])}
        </Link>
      )}
    </p>
  )
}
