// The place of payments in suspense in the console.
import { CircleHelp } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/suspense',
  group: 'money',
  order: 5,
  title: ['En suspenso', 'In suspense'],
  icon: CircleHelp,
  counts: ['suspense'],
  needs: ['read'],
}
