// A thread in the place of the one that draws PDFs: what it is sent says how it behaves.
import { parentPort, threadId } from 'node:worker_threads'

let drawn = 0

parentPort?.on('message', (text: string) => {
  const { onlyPicture, ...content } = JSON.parse(text) as {
    onlyPicture?: { content: string }
    does: string
    bytes?: number
  }
  const { does, bytes = 0 } = onlyPicture === undefined ? content : { does: onlyPicture.content }
  drawn += 1
  // What it answers with says which thread drew it, and how many it had drawn by then.
  const answer = () =>
    parentPort?.postMessage({ pdf: new Uint8Array(Buffer.alloc(bytes || 16, `${threadId}:${drawn};`)) })
  if (does === 'hang') for (;;);
  if (does === 'exit') process.exit(3)
  if (does === 'throw') throw new Error('outside of drawing')
  if (does === 'fill')
    for (const all: string[][] = []; ; ) all.push(Array.from({ length: 10_000 }, () => `${Math.random()}`))
  if (does === 'fail') parentPort?.postMessage({ fault: new Error('it cannot be drawn') })
  else if (does === 'wait') setTimeout(answer, 100)
  else answer()
})
