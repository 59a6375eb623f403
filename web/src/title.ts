// The title of the browser's tab: the item that is shown, its view, and Cobro.
import { useEffect } from 'react'

const shown = { item: '', view: '' }

function name(change: Partial<typeof shown>): void {
  Object.assign(shown, change)
  document.title = [shown.item, shown.view, 'Cobro'].filter(Boolean).join(' · ')
}

/** Names the view in the title. */
export function useViewTitle(view: string): void {
  useEffect(() => name({ view }), [view])
}

/** Names the item in the title while it is shown. Sample: `$100.00 Pedido 1001`. */
export function ItemTitle({ of }: { of: string }): null {
  useEffect(() => {
    name({ item: of })
    return () => name({ item: '' })
  }, [of])
  return null
}
