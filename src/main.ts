// The entry. All else is loaded from compiled code, since most of a start is loading.
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { runProgram } = await import('./cli/program.ts')
await runProgram(process.argv.slice(2))
