// The thread that draws PDFs. A PDF takes some hundredths of a second, which would block the event loop.
import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '../core/thread-priority.ts'
import { payerPdf } from './pdf.ts'
import { pictureDraws } from './picture-draws.ts'

/** The result of a drawing: the bytes, or the error. */
export type Drawn = { pdf: Uint8Array<ArrayBuffer> } | { fault: unknown }

lowerThreadPriority()

parentPort?.on('message', async (content: string) => {
  const drawn = await draw(content)
  parentPort?.postMessage(drawn, 'pdf' in drawn ? [drawn.pdf.buffer] : [])
})

async function draw(content: string): Promise<Drawn> {
  try {
    // A copy, because a Buffer may share its memory with others, and memory is handed over whole.
    const wanted = JSON.parse(content)
    const pdf = 'onlyPicture' in wanted ? pictureDraws(wanted.onlyPicture) : payerPdf(wanted)
    return { pdf: new Uint8Array(await pdf) }
  } catch (fault) {
    return { fault }
  }
}
