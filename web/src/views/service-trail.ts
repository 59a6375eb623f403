// The place of the audit trail of the whole service in the console.
import { History } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/service-trail',
  group: 'service',
  order: 3,
  title: ['Bitácora del servicio', 'Trail of the service'],
  icon: History,
  needs: ['operator'],
}
