// The pages of a list: the address has the current one.
import type { MouseEvent } from 'react'
import { useSearchParams } from 'wouter'
import { count } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { toTop } from './to-top.ts'

export const PAGE = 50

/** The number of rows before this page. */
export function useOffset(): number {
  const [query] = useSearchParams()
  return Math.max(0, Math.trunc(Number(query.get('offset') ?? 0)) || 0)
}

export function Pages({ shown, total }: { shown: number; total: number }) {
  const { say } = useLanguage()
  const [, setQuery] = useSearchParams()
  const offset = useOffset()
  if (total <= PAGE && offset === 0) return null
  const to = (place: number, event: MouseEvent) => {
    toTop(event)
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.set('offset', String(Math.max(0, place)))
      return next
    })
  }
  return (
    <nav className="row pages" aria-label={say(['Páginas', 'Pages'])}>
      <button type="button" disabled={offset === 0} onClick={(event) => to(offset - PAGE, event)}>
        {say(['Anteriores', 'Previous'])}
      </button>
      <span className="quiet">
        {count(Math.min(total, offset + 1))}–{count(Math.min(total, offset + shown))} / {count(total)}
      </span>
      <button type="button" disabled={offset + PAGE >= total} onClick={(event) => to(offset + PAGE, event)}>
        {say(['Siguientes', 'Next'])}
      </button>
    </nav>
  )
}
