// The entry. Everything else is loaded from compiled code, because loading takes most of a start.
// Whole modules, not names: an older Node, which lacks some of the names, then gets as far as the sentence below.
import * as modules from 'node:module'
import { setFlagsFromString } from 'node:v8'

/** The Node that is installed with the service. */
const OLDEST_NODE = 26

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `Cobro runs on Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}. ` +
      'Start it with `npm start`, or with the Node that is installed with it: `npx node dist/main.js`.\n',
  )
  process.exit(2)
}
// What a start or a load leaves is given back to the system after half a second with little to do, not after half a minute.
setFlagsFromString('--gc-memory-reducer-start-delay-ms=500')
setFlagsFromString('--memory-reducer-delay-ms=500')
modules.enableCompileCache()
// Otherwise a signal opens a debugger in this process, which sees every card.
process.on('SIGUSR1', () => {})
// Node ends at it; nothing here is asked for by it.
process.on('SIGUSR2', () => {})
// It asks a service to read files again: one that comes during the start does not end it. Other commands end, as when their terminal is closed.
if ((process.argv[2] ?? 'serve') === 'serve') process.on('SIGHUP', () => {})
const { runProgram } = await import('./cli/program.ts')
await runProgram(process.argv.slice(2))
// Kept for the next start, also when this process is killed.
modules.flushCompileCache()
// From here on, garbage is collected when the heap has doubled, not only when it has grown to three or four times: a process under load stays small.
// Sooner, when it has grown by half, a card payment costs 6 % more of a processor, for 6 % less of memory.
setFlagsFromString('--heap-growing-percent=100')
// One thread collects the young generation. Helpers that wait for a processor keep the event loop waiting, and pass on more garbage to the old one.
setFlagsFromString('--no-parallel-scavenge')
