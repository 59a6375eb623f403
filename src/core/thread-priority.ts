// Lets a worker thread run after the event loop when both want the processor.
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'

const LOWER = 10
const LOWEST = 19

/** Gives the calling thread a lower priority than the process has. On systems other than Linux, and where it is forbidden, nothing changes. */
export function lowerThreadPriority(): void {
  try {
    // Linux gives each thread a number and a priority of its own.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), Math.min(LOWEST, getPriority() + LOWER))
  } catch {
    // The thread runs with the priority of the process.
  }
}
