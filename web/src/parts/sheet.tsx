// A sheet over the page, made of the platform's dialog: the page behind it is inert, Esc and a press beside it close it, and the focus goes back.
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

export function Sheet({
  label,
  title,
  drawer = false,
  onClose,
  children,
}: {
  /** What it is called where no heading says it. */
  label?: string
  /** Its heading. */
  title?: string
  /** At the side, as high as the page. */
  drawer?: boolean
  /** It was closed by the person; whoever shows it takes it away. */
  onClose: () => void
  children: ReactNode
}) {
  const place = useRef<HTMLDialogElement>(null)
  const closed = useRef(onClose)
  closed.current = onClose
  useEffect(() => {
    const dialog = place.current
    if (dialog === null) return
    const close = () => closed.current()
    dialog.showModal()
    // Not on the first button, which may be the one that changes something.
    dialog.focus()
    dialog.addEventListener('close', close)
    return () => {
      dialog.removeEventListener('close', close)
      // Gives the focus back to what opened it.
      dialog.close()
    }
  }, [])
  return createPortal(
    <dialog
      ref={place}
      tabIndex={-1}
      className={drawer ? 'sheet drawer' : 'sheet'}
      aria-label={title ?? label}
      onPointerDown={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close()
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
