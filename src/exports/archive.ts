// The bytes of a ZIP archive while it is written.
import { Readable } from 'node:stream'
import type { ZipFile } from 'yazl'

/**
 * The bytes, and what ends them with an error. The error is given to the archive's own output: a reader waits for that, and would wait for ever if
 * only what it reads were destroyed.
 */
export function bytesOf(zip: ZipFile): { bytes: Readable; fail: (error: Error) => void } {
  const output = zip.outputStream as unknown as Readable
  const fail = (error: Error) => void output.destroy(error)
  zip.on('error', fail)
  return { bytes: Readable.from(output), fail }
}
