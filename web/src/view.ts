// The definition of a view. A file in views/ that exports one is in the navigation, the router and the keyboard; no other file names it.
import type { ComponentType } from 'react'
import type { Words } from './language.tsx'
import type { Need } from './session.tsx'

export const groups = {
  money: ['Dinero', 'Money'],
  build: ['Integración', 'Integration'],
  account: ['Cuenta', 'Account'],
  service: ['Servicio', 'Service'],
} as const satisfies Record<string, Words>

export interface View {
  /** Its path below /console: `/operations`. */
  path: string
  group: keyof typeof groups
  /** Its place in the group. */
  order: number
  title: Words
  /** The scopes that a person needs to see it: all of these. */
  needs: readonly Need[]
  /** The letter that opens it after `g`. */
  letter?: string
  Page: ComponentType
  /** One of its items, at `/operations/ID`. */
  One?: ComponentType<{ id: string }>
}
