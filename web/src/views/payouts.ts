// The place of payouts in the console.
import { Landmark } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/payouts',
  group: 'money',
  order: 3,
  title: ['Liquidaciones', 'Payouts'],
  icon: Landmark,
  counts: ['payouts'],
  needs: ['read', 'spei'],
  letter: 'l',
  hasItems: true,
}
