// The place of payment links in the console.
import { Link2 } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/links',
  group: 'money',
  order: 2.2,
  title: ['Links de pago', 'Payment links'],
  icon: Link2,
  needs: ['read'],
  letter: 'i',
  hasItems: true,
}
