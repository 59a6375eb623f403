// The place of approvals in the console.
import { BadgeCheck } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/approvals',
  group: 'account',
  order: 1.5,
  title: ['Aprobaciones', 'Approvals'],
  icon: BadgeCheck,
  counts: ['approvals'],
  needs: ['person'],
  letter: 'v',
}
