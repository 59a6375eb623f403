// The place of accounts in the console.
import { Building2 } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/accounts',
  group: 'service',
  order: 0,
  title: ['Cuentas', 'Accounts'],
  icon: Building2,
  needs: ['operator'],
  letter: 't',
  hasItems: true,
}
