// A sheet over the page, made of the platform's dialog: the page behind it is inert, Esc and a press beside it close it, and the focus goes back.
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
  /** What it is called where no heading says it. */
  label?: string
  /** Its heading. */
  title?: string
  /** At the side, as high as the page. */
  drawer?: boolean
  /** Something is under way of which one has to see what came: nothing closes it. */
  stays?: boolean
  /** It was closed by the person; whoever shows it takes it away. */
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
      // Not on the first button, which may be the one that changes something.
      dialog.focus()
    }
    // A browser lets Esc close it all the same when it is pressed again.
    const close = () => (held.current ? open() : closed.current())
    const cancel = (event: Event) => held.current && event.preventDefault()
    open()
    dialog.addEventListener('close', close)
    dialog.addEventListener('cancel', cancel)
    return () => {
      dialog.removeEventListener('close', close)
      dialog.removeEventListener('cancel', cancel)
      // While it is still on the page: it gives the focus back to what opened it.
      dialog.close()
    }
  }, [])
  useEffect(
    () => () => {
      // What opened it went too: one goes on at the top of the view.
      if (document.activeElement === null || document.activeElement === document.body)
        document.getElementById('main')?.focus()
    },
    [],
  )
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
