// The place of operations in the console.
import { ReceiptText } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/operations',
  group: 'money',
  order: 2,
  title: ['Operaciones', 'Operations'],
  icon: ReceiptText,
  needs: ['read'],
  letter: 'o',
  hasItems: true,
}
