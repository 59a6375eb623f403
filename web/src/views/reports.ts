// The place of reports in the console.
import { ChartColumn } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/reports',
  group: 'money',
  order: 4,
  title: ['Reportes', 'Reports'],
  icon: ChartColumn,
  needs: ['read'],
  letter: 'e',
}
