// A button that says that its work is under way, and is not pressed a second time meanwhile. It keeps the focus, as it could not if it were disabled.
import type { MouseEvent, ReactNode } from 'react'
import { useLanguage } from '../language.tsx'
import { useIsLate } from './late.tsx'
import { useRow } from './row.ts'

export function Press({
  isUnderWay,
  disabled = false,
  className,
  working,
  onClick,
  children,
}: {
  isUnderWay: boolean
  disabled?: boolean
  className?: string
  /** What it says meanwhile. */
  working?: string
  /** Without one it sends its form. */
  onClick?: () => void
  children: ReactNode
}) {
  const { say } = useLanguage()
  const isLate = useIsLate(isUnderWay)
  const row = useRow()
  const waiting = isLate ? say(['El servicio tarda …', 'The service is slow …']) : say(['Un momento …', 'One moment …'])
  const press = (event: MouseEvent) => (isUnderWay ? event.preventDefault() : onClick?.())
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      className={className}
      disabled={disabled}
      aria-disabled={isUnderWay || undefined}
      aria-describedby={row}
      onClick={press}
    >
      {isUnderWay ? (working ?? waiting) : children}
    </button>
  )
}
