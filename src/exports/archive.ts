// The bytes of a ZIP archive while it is written.
import { PassThrough, Readable } from 'node:stream'
import type { ZipFile } from 'yazl'

interface ArchiveBytes {
  bytes: Readable
  /** What a file of the archive is written from. It ends early when nobody reads the archive any more; what fails in it ends the bytes. */
  source(content: AsyncIterable<string>): Readable
}

/**
 * When the reader leaves, what is left of the archive flows away. Streams that lost only their reader would keep their memory: nothing ends them.
 */
export function bytesOf(zip: ZipFile): ArchiveBytes {
  const output = zip.outputStream as unknown as Readable
  const bytes = new PassThrough()
  const fail = (error: Error) => void bytes.destroy(error)
  zip.on('error', fail)
  // The reader may come after it, and finds it then.
  bytes.on('error', () => {})
  output.pipe(bytes)
  bytes.once('close', () => output.resume())
  async function* readWhileTaken(content: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      for await (const text of content) {
        if (bytes.destroyed) return
        yield text
      }
    } catch (error) {
      fail(error as Error)
    }
  }
  return { bytes, source: (content) => Readable.from(readWhileTaken(content)) }
}
