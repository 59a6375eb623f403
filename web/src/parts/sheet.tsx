// A sheet over the page, the platform's dialog: the page behind it is inert, Esc and a press beside it close it, the focus goes back.
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

export function Sheet({
  label,
  title,
  drawer = false,
  stays = false,
  onClose,
  children,
}: {
  /** Its name if it has no heading. */
  label?: string
  /** Its heading. */
  title?: string
  /** At the side, as high as the page. */
  drawer?: boolean
  /** A request is under way whose result has to be seen: the sheet cannot be closed. */
  stays?: boolean
  /** The person closed it; its owner removes it. */
  onClose: () => void
  children: ReactNode
}) {
  const place = useRef<HTMLDialogElement>(null)
  const closed = useRef(onClose)
  closed.current = onClose
  const held = useRef(stays)
  held.current = stays
  useLayoutEffect(() => {
    const dialog = place.current
    if (dialog === null) return
    const open = () => {
      dialog.showModal()
      beginningOf(dialog).focus()
    }
    // A browser still lets Esc close it on a second press.
    const close = () => (held.current ? open() : closed.current())
    const cancel = (event: Event) => held.current && event.preventDefault()
    open()
    dialog.addEventListener('close', close)
    dialog.addEventListener('cancel', cancel)
    return () => {
      dialog.removeEventListener('close', close)
      dialog.removeEventListener('cancel', cancel)
      // While it is still on the page: it returns the focus to the element that opened it.
      dialog.close()
    }
  }, [])
  useEffect(() => () => focusView(document.activeElement), [])
  return createPortal(
    <dialog
      ref={place}
      tabIndex={-1}
      className={drawer ? 'sheet drawer' : 'sheet'}
      aria-label={title ?? label}
      onPointerDown={({ target, currentTarget }) => {
        if (target === currentTarget && !stays) currentTarget.close()
      }}
    >
      <div className="inside">
        {title && <h2>{title}</h2>}
        {children}
      </div>
    </dialog>,
    document.body,
  )
}

/**
 * Where the person goes on: the first field that has to be filled. Not a button or a field that is filled, where one press of Enter too
 * many would change something; and not at a touch screen, whose keyboard would hide what the sheet says.
 */
function beginningOf(dialog: HTMLDialogElement): HTMLElement {
  const named = dialog.querySelector<HTMLElement>('[data-first]')
  if (named !== null || matchMedia('(pointer: coarse)').matches) return named ?? dialog
  const first = [...dialog.querySelectorAll<HTMLInputElement>(TYPED)].find(({ disabled }) => !disabled)
  return first?.required && first.value === '' ? first : dialog
}

const TYPED = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, select'

/** Where the element that opened a sheet is gone, now or when the page shows what was changed, the focus goes to the top of the view. */
function focusView(opener: Element | null): void {
  const view = document.getElementById('main')
  const isLost = () => document.activeElement === null || document.activeElement === document.body
  if (isLost()) view?.focus()
  if (isLost() || view === null || opener === null || !view.contains(opener)) return
  const watch = new MutationObserver(() => {
    if (opener.isConnected && document.activeElement === opener) return
    watch.disconnect()
    if (!opener.isConnected && isLost()) view.focus()
  })
  watch.observe(view, { childList: true, subtree: true })
}
