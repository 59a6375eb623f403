// The place of vouchers to be paid in the console.
import { ReceiptText } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/vouchers',
  group: 'money',
  order: 2.2,
  title: ['Fichas por pagar', 'Unpaid vouchers'],
  icon: ReceiptText,
  counts: ['vouchers'],
  needs: ['read'],
}
