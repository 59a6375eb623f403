// The place of trail of the service in the console.
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
