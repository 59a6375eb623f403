// Direction marks, with which a text could turn what stands beside it; for the service and for the console in the browser.

/** Text without direction marks, with which a name could change the display of the amount beside it. */
export function withoutTurning(text: string): string {
  return text.replace(TURNING, '')
}

/** As in a set of a regular expression. */
export const TURNING_MARKS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
const TURNING = new RegExp(`[${TURNING_MARKS}]`, 'g')
