// No test of a full run begins as an hour ends, and with it perhaps a day here or in Mexico: what a test says of today holds until its end.
import { beforeEach } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const HOUR_MS = 3_600_000
/** Longer than nearly all tests take on a slow machine. */
const LAST_MS = 20_000

// Other processes of the run are given this file too: the runner, and what tests start.
if (process.env.NODE_TEST_CONTEXT !== undefined && /\.test\.m?[jt]s$/.test(process.argv[1] ?? ''))
  beforeEach(async () => {
    const leftMs = HOUR_MS - (Date.now() % HOUR_MS)
    if (leftMs < LAST_MS) await pause(leftMs + 20)
  })
