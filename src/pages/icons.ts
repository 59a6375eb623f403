// The icons of the pages: one for each tone of a state, and those beside deadlines and buttons.
import { Markup } from './html.ts'
import type { Tone } from './texts.ts'

/** The shape also shows the state, for people and printers without colours. */
export const toneIcons = {
  waiting: icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5.2l3.4 2"/>'),
  good: icon('<circle cx="12" cy="12" r="9"/><path d="m8 12.4 2.7 2.7L16.2 9.5"/>'),
  over: icon('<circle cx="12" cy="12" r="9"/><path d="M8 12h8"/>'),
  bad: icon('<circle cx="12" cy="12" r="9"/><path d="m9 9 6 6m0-6-6 6"/>'),
} as const satisfies Record<Tone, Markup>

export const calendarIcon = icon(
  '<rect x="4" y="5.5" width="16" height="14.5" rx="2.5"/><path d="M4 10h16M8.5 3v4m7-4v4"/>',
)
export const copyIcon = icon(
  '<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M5.5 15H5a1.5 1.5 0 0 1-1.5-1.5V5A1.5 1.5 0 0 1 5 3.5h8.500A1.5 1.5 0 0 1 15 5v.5"/>',
)
export const downloadIcon = icon('<path d="M12 4v11m-4.5-4.300L12 15.200l4.5-4.500M5 19.500h14"/>')

function icon(shapes: string): Markup {
  return new Markup(
    `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">${shapes}</svg>`,
  )
}
