// The place of subscriptions in the console.
import { CalendarSync } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/subscriptions',
  group: 'money',
  order: 2.8,
  title: ['Suscripciones', 'Subscriptions'],
  icon: CalendarSync,
  room: 'plans',
  needs: ['read', 'cards'],
  letter: 'u',
}
