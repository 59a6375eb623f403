// The older rest of a list that is read by cursor: the address has the last row of the page before.
import { Link, useSearchParams } from 'wouter'
import { useLanguage } from '../language.tsx'

/** The parameters of the page to read: 50 rows after the one that the address names. */
export function useCursor(): string {
  const [query] = useSearchParams()
  const after = query.get('after') ?? ''
  return `limit=50${after === '' ? '' : `&starting_after=${encodeURIComponent(after)}`}`
}

/** `filters`: the others that the address keeps. */
export function Next({
  path,
  next,
  filters = {},
}: {
  path: string
  next: string | null
  filters?: Record<string, string>
}) {
  const { say } = useLanguage()
  if (next === null) return null
  return (
    <p>
      <Link className="button" href={`${path}?${new URLSearchParams({ ...filters, after: next })}`}>
        {say(['Siguientes', 'Next'])}
      </Link>
    </p>
  )
}
