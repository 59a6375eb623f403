// A link in a row of a table: several rows have links of one text, so what a screen reader calls it also says what the row is about.
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { useRow } from './row.ts'

export function RowLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const id = useId()
  const row = useRow()
  return (
    <Link id={id} href={href} className={className} aria-labelledby={row && `${id} ${row}`}>
      {children}
    </Link>
  )
}
