// The pages that are loaded after the first one, all in one part: at once when one of them is opened, else when the browser has nothing else to do.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as today from './pages/today.tsx'
import { Failed, Loading } from './parts/states.tsx'
import type { NamedView, Shown } from './view.ts'

const FIRST: Record<string, Shown> = { today }

const OTHERS = {
  queryKey: ['pages'],
  queryFn: async () => (await import('cobro:pages')).pages,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

/** Loads the other pages once the first is shown. */
export function useLater(): void {
  const client = useQueryClient()
  useEffect(() => {
    const load = () => void client.prefetchQuery(OTHERS)
    // Not every browser says when it rests.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(load, 2_000)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(load, { timeout: 5_000 })
    return () => cancelIdleCallback(asked)
  }, [client])
}

/** A view, or one of its items. */
export function Page({ view, id }: { view: NamedView; id?: string }) {
  const first = FIRST[view.name]
  const read = useQuery({ ...OTHERS, enabled: first === undefined })
  const shown = first ?? read.data?.[view.name]
  if (shown === undefined)
    // A browser may remember that a part could not be loaded, until the page is.
    return read.isError ? <Failed alone error={read.error} again={() => location.reload()} /> : <Loading />
  if (id === undefined) return <shown.Page />
  // Another one begins anew: nothing of the one before is shown or asked under its address.
  return shown.One ? <shown.One key={id} id={id} /> : null
}
