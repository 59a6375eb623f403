// The place of the audit in the console.
import { Scale } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/audit',
  group: 'service',
  order: 2,
  title: ['Auditoría', 'Audit'],
  icon: Scale,
  needs: ['operator'],
  letter: 'd',
}
