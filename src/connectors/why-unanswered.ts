// Why a call of a network had no answer, for the log of the service: what its exchanges noticed, by the signal that they share.

const noticed = new WeakMap<AbortSignal, string>()

/** `why`: a code or a status with words of ours. A text of the network might quote the request. */
export function noticeUnanswered(signal: AbortSignal, why: string): void {
  noticed.set(signal, why)
}

/** What the last exchange under the signal noticed; undefined for nothing. */
export function whyUnanswered(signal: AbortSignal): string | undefined {
  return noticed.get(signal)
}
