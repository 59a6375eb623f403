// The place of keys in the console.
import { KeyRound } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/keys',
  group: 'build',
  order: 4,
  title: ['Llaves', 'Keys'],
  icon: KeyRound,
  needs: ['admin'],
  letter: 'k',
}
