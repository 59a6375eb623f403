// The place of plans in the console.
import { Repeat } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/plans',
  group: 'money',
  order: 2.7,
  title: ['Planes', 'Plans'],
  icon: Repeat,
  room: 'plans',
  needs: ['read', 'cards'],
  letter: 'n',
  hasItems: true,
}
