// Loaded into a measured service: between two SIGUSR2 it records the delay of the event loop, and writes it to a file.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  let watch: ReturnType<typeof monitorEventLoopDelay> | undefined
  process.on('SIGUSR2', () => {
    if (watch === undefined) {
      watch = monitorEventLoopDelay({ resolution: 1 })
      watch.enable()
      return
    }
    watch.disable()
    const ms = [watch.max, watch.percentile(99), watch.percentile(50)].map((nanoseconds) => nanoseconds / 1e6)
    writeFileSync(process.env.LOOP_DELAY_FILE ?? '', JSON.stringify(ms))
    watch = undefined
  })
}
