// The folder of a test run's databases: in memory where the machine has room, because a story mostly waits for the disk.
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** A run needs a small part of it. */
const ROOM_BYTES = 6 * 1024 ** 3
const NAME = /^cobro-tests-(\d+)$/

/** A folder of this process, or undefined where memory has none or too little room. */
export function quickFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize < ROOM_BYTES) return undefined
    // A killed run has left its own.
    for (const name of readdirSync(IN_MEMORY)) {
      const [, pid] = NAME.exec(name) ?? []
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(IN_MEMORY, name), { recursive: true, force: true })
    }
    const folder = join(IN_MEMORY, `cobro-tests-${process.pid}`)
    // Servers that run as another user have theirs in it.
    mkdirSync(folder, { mode: 0o755 })
    return folder
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
