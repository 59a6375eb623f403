// Spares a test run the bookkeeping of promises: the runner follows each one, only to know which test to blame for an error that nobody
// caught, and that was a fifth of the processor time of a process that runs stories. Such an error still fails its file, and is shown.
// `after` in a test must be the test's own, `t.after`: after a wait the runner would not know whose it is.
import type { HookCallbacks } from 'node:async_hooks'

const hooks = process.getBuiltinModule('node:async_hooks')
const { createHook } = hooks

// The runner makes its hook once `node:test` is imported, which is later than this file.
hooks.createHook = (callbacks: HookCallbacks) => {
  process.on('unhandledRejection', show)
  process.on('uncaughtExceptionMonitor', show)
  return createHook({ ...callbacks, trackPromises: false })
}

/** Where it comes from: the runner itself says only what it is. */
function show(error: unknown): void {
  process.stderr.write(`nobody caught: ${error instanceof Error ? error.stack : String(error)}\n`)
}
