// Switches off the test runner's tracking of promises and other resources: the runner follows each one, only to know which test to blame for an
// uncaught error, and that took a fourth of the processor time of a process that runs stories. Such an error still fails its file, and is shown.
// `after` in a test must be the test's own, `t.after`: after a wait the runner would not know which test it belongs to.
import type { HookCallbacks } from 'node:async_hooks'

const hooks = process.getBuiltinModule('node:async_hooks')
const { AsyncResource, createHook } = hooks
const { runInAsyncScope } = AsyncResource.prototype

// The runner makes its hook once `node:test` is imported, which is later than this file. It hears only of tests and suites, when they begin:
// what they register belongs to them.
hooks.createHook = ({ init }: HookCallbacks) => {
  hooks.createHook = createHook
  process.on('unhandledRejection', show)
  process.on('uncaughtExceptionMonitor', show)
  AsyncResource.prototype.runInAsyncScope = function (...given) {
    init?.(this.asyncId(), '', 0, this)
    return runInAsyncScope.apply(this, given as never) as never
  }
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}

/** Prints the stack: the runner itself prints only the message. */
function show(error: unknown): void {
  process.stderr.write(`nobody caught: ${error instanceof Error ? error.stack : String(error)}\n`)
}
