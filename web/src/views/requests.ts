// The place of requests in the console.
import { ScrollText } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/requests',
  group: 'build',
  order: 1,
  title: ['Solicitudes', 'Requests'],
  icon: ScrollText,
  needs: ['admin'],
  letter: 'r',
  hasItems: true,
}
