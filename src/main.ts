// The entry. All else is loaded from compiled code, since most of a start is loading.
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Garbage is collected when the heap has grown by a quarter, not only when it has doubled: a process under load stays small.
setFlagsFromString('--heap-growing-percent=25')
enableCompileCache()
// Otherwise whoever may signal this process opens a debugger in it, which sees every card.
process.on('SIGUSR1', () => {})
const { runProgram } = await import('./cli/program.ts')
await runProgram(process.argv.slice(2))
