// What the exchanges of a call noticed beside its answer, by the signal that they share: why there was none, and how long the network asks to wait.
import { retryAfterMs } from '../core/retry.ts'

const noticed = new WeakMap<AbortSignal, string>()

/** `why`: a code or a status with words of ours. A text of the network might quote the request. */
export function noticeUnanswered(signal: AbortSignal, why: string): void {
  noticed.set(signal, why)
}

/** What the last exchange under the signal noticed; undefined for nothing. */
export function whyUnanswered(signal: AbortSignal): string | undefined {
  return noticed.get(signal)
}

const waits = new WeakMap<AbortSignal, string>()

/** The network asks for no calls for a while. `retryAfter`: its header of that name. */
export function noticeWait(signal: AbortSignal, retryAfter: string): void {
  waits.set(signal, retryAfter)
}

/** For how many milliseconds from `nowMs` on the last exchange under the signal was asked to wait; 0 when it was not. */
export function waitAsked(signal: AbortSignal, nowMs: number): number {
  return retryAfterMs(waits.get(signal), nowMs)
}
