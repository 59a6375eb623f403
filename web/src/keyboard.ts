// The keyboard of the whole console: Ctrl-K looks through everything, `/` searches, `?` shows the keys, `g` and a letter open a view. The browser itself closes a sheet on Esc.
import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { View } from './view.ts'

interface Sheets {
  search(): void
  keys(): void
}

/** `search` is also called on `/` where the shown view has no search of its own. */
export function useKeyboard(seen: View[], sheets: Sheets): void {
  const [, go] = useLocation()
  const pressed = useRef(0)
  const opened = useRef(sheets)
  opened.current = sheets
  // From the moment at which the view is seen.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        if (document.querySelector('dialog[open]') === null) opened.current.search()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, select, textarea, dialog')) return
      if (event.key === '/') {
        event.preventDefault()
        const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
        if (field) field.focus()
        else opened.current.search()
        return
      }
      if (event.key === '?') {
        event.preventDefault()
        opened.current.keys()
        return
      }
      if (event.key === 'g') {
        pressed.current = event.timeStamp
        return
      }
      if (event.timeStamp - pressed.current > 1_500) return
      pressed.current = 0
      const view = seen.find(({ letter }) => letter === event.key)
      if (view) go(view.path)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [seen, go])
}
