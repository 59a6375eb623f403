// Whether the last call reached the service, for the notice above every view. The browser itself knows only whether it has a network at all.
import { watched } from './watched.ts'

const reach = watched(true)

/** Tells what became of a call: whether the service answered it, as far as the page can see. */
export const noteReach = reach.tell
export const useReach = reach.use
