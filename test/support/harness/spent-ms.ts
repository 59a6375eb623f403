// The processor time of this thread: what a synchronous piece of work costs, however busy others keep the machine.

/** In milliseconds, since the thread began. */
export function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
