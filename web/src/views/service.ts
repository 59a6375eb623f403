// The place of networks and queues in the console.
import { Network } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/service',
  group: 'service',
  order: 1,
  title: ['Redes y colas', 'Networks and queues'],
  icon: Network,
  needs: ['operator'],
  letter: 'q',
  counts: ['service'],
}
