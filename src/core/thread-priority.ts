// Lets a worker thread run after the event loop when both want the processor.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

const NICE = 10

/** Gives the calling thread a low priority. On systems other than Linux, and where it is forbidden, nothing changes. */
export function lowerThreadPriority(): void {
  try {
    // Linux gives each thread a number and a priority of its own.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICE)
  } catch {
    // The thread runs with the priority of the process.
  }
}
