// The place of customers in the console.
import { Users } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/customers',
  group: 'money',
  order: 2.6,
  title: ['Clientes', 'Customers'],
  icon: Users,
  needs: ['read'],
  letter: 'c',
  hasItems: true,
}
