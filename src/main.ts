// The entry. Everything else is loaded from compiled code, because loading takes most of a start.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

enableCompileCache()
// Otherwise a signal opens a debugger in this process, which sees every card.
process.on('SIGUSR1', () => {})
const { runProgram } = await import('./cli/program.ts')
await runProgram(process.argv.slice(2))
// Kept for the next start, also when this process is killed.
flushCompileCache()
// From here on, garbage is collected when the heap has grown by a quarter, not only when it has doubled: a process under load stays small.
setFlagsFromString('--heap-growing-percent=25')
