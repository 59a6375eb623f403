// The place of the audit trail in the console.
import { Footprints } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/trail',
  group: 'account',
  order: 2,
  title: ['Bitácora', 'Trail'],
  icon: Footprints,
  needs: ['admin'],
  letter: 'b',
}
