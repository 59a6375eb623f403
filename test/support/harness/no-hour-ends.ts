// No test of a full run begins near the end of an hour, and perhaps of a day here or in Mexico: a test's day stays the same to its end.
import { beforeEach } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

const HOUR_MS = 3_600_000
/** Longer than nearly all tests take on a slow machine. */
const LAST_MS = 20_000

beforeEach(async () => {
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS)
  if (leftMs < LAST_MS) await pause(leftMs + 20)
})
