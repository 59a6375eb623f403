// The place of today in the console.
import { House } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/today',
  group: 'money',
  order: 1,
  title: ['Hoy', 'Today'],
  icon: House,
  needs: ['read'],
  letter: 'h',
}
