// The place, in the console, of refunds that wait.
import { Undo2 } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/refunds',
  group: 'money',
  order: 2.4,
  title: ['Devoluciones', 'Refunds'],
  icon: Undo2,
  counts: ['refunds'],
  needs: ['read'],
}
