// A button that says that its work is under way, and is not pressed a second time meanwhile.
import type { ReactNode } from 'react'
import { useLanguage } from '../language.tsx'
import { useIsLate } from './late.tsx'
import { useRow } from './row.ts'

export function Press({
  isUnderWay,
  disabled = false,
  className,
  onClick,
  children,
}: {
  isUnderWay: boolean
  disabled?: boolean
  className?: string
  /** Without one it sends its form. */
  onClick?: () => void
  children: ReactNode
}) {
  const { say } = useLanguage()
  const isLate = useIsLate(isUnderWay)
  const row = useRow()
  const working = isLate ? say(['El servicio tarda …', 'The service is slow …']) : say(['Un momento …', 'One moment …'])
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      className={className}
      disabled={isUnderWay || disabled}
      aria-describedby={row}
      onClick={onClick}
    >
      {isUnderWay ? working : children}
    </button>
  )
}
