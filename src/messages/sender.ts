// What a way of sending messages is to the queue: it sends one, or says why not.

export type Sent =
  | { sent: true }
  /** `forGood`: another try would be refused too. */
  | { sent: false; error: string; forGood: boolean }

/** Never throws, and answers in bounded time. */
export type Sender<M> = (message: M) => Promise<Sent>

/** What is kept of an error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  return (error.name === 'TimeoutError' ? 'timeout' : error.message).replace(/\s+/g, ' ').slice(0, 200)
}
