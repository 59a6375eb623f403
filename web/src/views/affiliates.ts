// The place of affiliates in the console.
import { Handshake } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/affiliates',
  group: 'money',
  order: 3.5,
  title: ['Afiliados', 'Affiliates'],
  icon: Handshake,
  room: 'affiliates',
  needs: ['read', 'spei'],
  hasItems: true,
}
