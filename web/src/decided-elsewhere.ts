// Whether the page has just closed an open dialog, because what it was about was decided elsewhere: the person is told.
import { watched } from './watched.ts'

/** Long enough to be read. */
const SHOWN_MS = 12_000

const taken = watched(false)
let timer: ReturnType<typeof setTimeout>

export function noteTaken(): void {
  taken.tell(true)
  clearTimeout(timer)
  timer = setTimeout(() => taken.tell(false), SHOWN_MS)
}

export const useTaken = taken.use
