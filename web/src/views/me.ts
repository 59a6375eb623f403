// The place of a person’s own access in the console.
import { Fingerprint } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/me',
  group: 'account',
  order: 3,
  title: ['Tu acceso', 'Your access'],
  icon: Fingerprint,
  needs: ['person'],
}
