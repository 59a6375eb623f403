// Tells an error of a process that has no file or memory left for now from a fault of the program.

/** No file left, of the process or of the machine; no memory. */
const CODES = new Set(['EMFILE', 'ENFILE', 'ENOMEM'])
/** How Node says so of a file that a module needs. */
const SAID = /too many open files/i

/** Whether the error, or what caused it, is a shortage: the same may be asked again. */
export function isShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && CODES.has(String(error.code))) return true
  return SAID.test(error.message) || isShortage(error.cause)
}

/** Undefined when there is no such file. Throws every other error, such as a shortage. */
export function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
