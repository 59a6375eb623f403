// The place of the journal in the console.
import { BookOpenText } from 'lucide-react'
import type { View } from '../view.ts'

export const view: View = {
  path: '/journal',
  group: 'money',
  order: 4.5,
  title: ['Diario', 'Journal'],
  icon: BookOpenText,
  needs: ['read'],
  letter: 'j',
}
