// The entry. All else is loaded from compiled code, since most of a start is loading.
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Garbage is collected when the heap has grown by a quarter, not only when it has doubled: a process under load stays small.
setFlagsFromString('--heap-growing-percent=25')
enableCompileCache()
const { runProgram } = await import('./cli/program.ts')
await runProgram(process.argv.slice(2))
