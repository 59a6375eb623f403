// What the exchanges of a call noticed beside its answer, by the signal that they share: why there was none, and how long the network asks to wait.

const noticed = new WeakMap<AbortSignal, string>()

/** `why`: a code or a status with words of ours. A text of the network might quote the request. */
export function noticeUnanswered(signal: AbortSignal, why: string): void {
  noticed.set(signal, why)
}

/** What the last exchange under the signal noticed; undefined for nothing. */
export function whyUnanswered(signal: AbortSignal): string | undefined {
  return noticed.get(signal)
}

const waits = new WeakMap<AbortSignal, number>()

/** The network asks for no calls for so long. */
export function noticeWait(signal: AbortSignal, waitMs: number): void {
  waits.set(signal, waitMs)
}

/** For how long the last exchange under the signal was asked to wait, in milliseconds; 0 when it was not. */
export function waitAsked(signal: AbortSignal): number {
  return waits.get(signal) ?? 0
}
