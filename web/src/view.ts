// The place of a view in the console. A file in views/ that exports one is in the navigation, the router and the keyboard; what it shows is the file of the same name in pages/.
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Words } from './language.tsx'
import type { Need } from './session.tsx'
import type { AttentionItem } from './wire.ts'

export const groups = {
  money: ['Dinero', 'Money'],
  build: ['Integración', 'Integration'],
  account: ['Cuenta', 'Account'],
  service: ['Servicio', 'Service'],
} as const satisfies Record<string, Words>

export type Group = keyof typeof groups

export interface View {
  /** Its path below /console: `/operations`. */
  path: string
  group: Group
  /** Its place in the group. */
  order: number
  title: Words
  icon: LucideIcon
  /** The scopes that a person needs to see it: all of these. */
  needs: readonly Need[]
  /** The letter that opens it after `g`. */
  letter?: string
  /** It is folded away until the account uses it. */
  room?: 'plans' | 'affiliates'
  /** What needs a person in it: its number stands beside its title. */
  counts?: readonly AttentionItem['kind'][]
  /** Whether each of its items has a page, at `/operations/ID`. */
  hasItems?: true
}

/** A view with the name of its file. */
export interface NamedView extends View {
  name: string
}

/** What a view shows, from its file in pages/. */
export interface Shown {
  Page: ComponentType
  One?: ComponentType<{ id: string }>
}

/** A document of the service: its path below /docs/pages, and its title. */
export interface Guide {
  path: string
  title: Words
}
