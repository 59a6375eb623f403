// The place of webhooks in the console.
import { Webhook } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/webhooks',
  group: 'build',
  order: 2,
  title: ['Webhooks', 'Webhooks'],
  icon: Webhook,
  counts: ['webhooks'],
  needs: ['read'],
  letter: 'w',
  hasItems: true,
}
