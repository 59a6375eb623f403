// Refuses a clock that shows a time before this program was made: a machine without a battery, or one that has not asked for the time yet. What is written
// then has instants and ids of that time, and before 1970 there are none.
import { BilingualError } from '../../core/language/bilingual-error.ts'
import { instantOf } from '../../core/time.ts'

const MADE_MS = Date.UTC(2026, 0, 1)

/** Throws with the remedy. */
export function refuseEarlyClock(nowMs: number): void {
  if (nowMs >= MADE_MS) return
  const shown = instantOf(nowMs)
  throw new BilingualError([
    `El reloj de esta máquina está en ${shown}, antes de que existiera este programa: ponlo en hora (NTP), e intenta de nuevo.`,
    `The clock of this machine shows ${shown}, before this program was made: set it (NTP), and try again.`,
  ])
}
