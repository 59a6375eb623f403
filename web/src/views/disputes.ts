// The place of disputes in the console.
import { ShieldAlert } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/disputes',
  group: 'money',
  order: 2.5,
  title: ['Aclaraciones', 'Disputes'],
  icon: ShieldAlert,
  counts: ['disputes'],
  needs: ['read'],
  letter: 'a',
  hasItems: true,
}
