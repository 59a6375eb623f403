// The place of the profile in the console.
import { Store } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/profile',
  group: 'account',
  order: 0.5,
  title: ['Perfil', 'Profile'],
  icon: Store,
  needs: ['read'],
  letter: 'f',
}
