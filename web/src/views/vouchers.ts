// The place, in the console, of vouchers that are not paid yet.
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
