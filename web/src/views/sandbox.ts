// The place of the sandbox in the console.
import { FlaskConical } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/sandbox',
  group: 'build',
  order: 3,
  title: ['Sandbox', 'Sandbox'],
  icon: FlaskConical,
  needs: ['sandbox', 'read'],
  letter: 's',
}
