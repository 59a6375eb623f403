// The place of people in the console.
import { UserCog } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/people',
  group: 'account',
  order: 1,
  title: ['Personas', 'People'],
  icon: UserCog,
  needs: ['person'],
  letter: 'p',
}
