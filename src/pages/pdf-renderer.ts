// The event loop's side of PDFs: a thread (pdf-thread.ts) draws one PDF after another, recent ones are cached, and excess
// requests are refused.
import { hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { Failure } from '../failures.ts'
import type { PayerContent } from './content.ts'
import type { Drawn } from './pdf-thread.ts'
import type { PagePicture } from './picture-draws.ts'

export interface PdfRenderer {
  /**
   * The PDF of a content; requests for the same content, while it is drawn or cached, get the same bytes. Fails with
   * `service-busy` when too many wait, drawing takes too long, the thread ends or the service stops; with `internal` when
   * the content cannot be drawn.
   */
  render(content: PayerContent): Promise<Buffer>
  /** Whether a picture can be drawn: it is drawn once. Fails with `service-busy` as `render` does when it is not its turn, or a slow machine took too long. */
  draws(picture: PagePicture): Promise<boolean>
  /** How many PDFs wait for the thread. */
  waiting(): number
  /** Refuses waiting and later requests, and ends the thread without waiting for it. */
  close(): void
}

interface PdfRendererOptions {
  log: FastifyBaseLogger
  limits?: Partial<PdfLimits>
  /** The file of the thread; tests replace it with a faulty one. */
  threadFile?: URL
}

export interface PdfLimits {
  /** Different PDFs that may wait for the thread. */
  waiting: number
  /** How long a PDF may wait for its turn. Longer than `drawMs`, so that one slow PDF does not make the next ones fail. */
  waitMs: number
  /** How long drawing one may take, including the start of the thread, on a busy processor. */
  drawMs: number
  /** For PDFs that are kept. */
  cacheBytes: number
  /** After this time without a request the thread ends and the cache is emptied. */
  idleMs: number
}

/** A PDF takes some 30 to 60 ms on a free processor, so all waiting ones are drawn within two seconds. */
const LIMITS: PdfLimits = { waiting: 32, waitMs: 15_000, drawMs: 10_000, cacheBytes: 8 * 2 ** 20, idleMs: 60_000 }
const RETRY_AFTER_SECONDS = 3

/** Enough for one document. A content that needs more ends the thread, not the process. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 }

interface Job {
  content: string
  askedAtMs: number
  resolve(pdf: Buffer): void
  reject(failure: Failure): void
}

/** The thread starts with the first PDF. */
export function createPdfRenderer({ log, limits: wanted, threadFile }: PdfRendererOptions): PdfRenderer {
  const limits = { ...LIMITS, ...wanted }
  const kept = createPdfCache(limits.cacheBytes)
  /** Waiting and running drawings, by the digest of the content, shared by all requests of the same content. */
  const underWay = new Map<string, Promise<Buffer>>()
  const waiting: Job[] = []
  let drawing: Job | undefined
  let thread: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** Draws the next one, or starts the idle timer. */
  const next = () => {
    drawing = waiting.shift()
    while (drawing && performance.now() - drawing.askedAtMs > limits.waitMs) {
      drawing.reject(busy())
      drawing = waiting.shift()
    }
    if (!drawing) {
      rest()
      return
    }
    try {
      thread ??= started()
    } catch (error) {
      // The process may start no more threads. Those that wait are refused as well, and a later one tries again.
      replaceThread(error)
      return
    }
    // The thread keeps the process alive only while it draws.
    thread.ref()
    thread.postMessage(drawing.content)
    clearTimeout(timer)
    timer = setTimeout(() => replaceThread(new Error('drawing a PDF took too long')), limits.drawMs)
  }

  const rest = () => {
    thread?.unref()
    clearTimeout(timer)
    timer = setTimeout(() => {
      endThread()
      kept.clear()
    }, limits.idleMs).unref()
  }

  const started = (): Worker => {
    const worker = new Worker(threadFile ?? new URL('./pdf-thread.ts', import.meta.url), {
      resourceLimits: THREAD_MEMORY,
    })
    let cause: unknown
    worker.on('message', (drawn: Drawn) => {
      if (worker === thread) finish(drawn)
    })
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', (code) => {
      if (worker !== thread) return
      const why = cause ?? new Error(`the thread that draws PDFs ended with ${code}`)
      replaceThread(why, why)
    })
    return worker
  }

  const finish = (drawn: Drawn) => {
    if ('pdf' in drawn) drawing?.resolve(Buffer.from(drawn.pdf.buffer))
    else drawing?.reject(new Failure('internal', { cause: drawn.fault }))
    next()
  }

  /** Refuses the PDF that was being drawn; `fault`: it may have ended the thread. The next one gets a new thread. */
  const replaceThread = (why: unknown, fault?: unknown) => {
    log.error({ err: why }, 'the thread that draws PDFs is replaced')
    endThread()
    drawing?.reject(busy(fault))
    next()
  }

  const endThread = () => {
    const ended = thread
    thread = undefined
    void ended?.terminate()
  }

  const render = async (content: PayerContent | { onlyPicture: PagePicture }): Promise<Buffer> => {
    // The content holds everything that the PDF shows, so equal contents are equal PDFs.
    const text = JSON.stringify(content)
    const key = hash('sha256', text)
    const found = kept.get(key) ?? underWay.get(key)
    if (found) {
      if (!drawing) rest()
      return found
    }
    if (closed || waiting.length >= limits.waiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    underWay.set(key, promise)
    waiting.push({ content: text, askedAtMs: performance.now(), resolve, reject })
    if (!drawing) next()
    try {
      const pdf = await promise
      if (!closed) kept.set(key, pdf)
      return pdf
    } finally {
      underWay.delete(key)
    }
  }
  return {
    render,
    draws: async ({ content }) => {
      try {
        return (await render({ onlyPicture: { content } })).length > 0
      } catch (error) {
        // With a cause, it could not be drawn, or took the thread with it.
        if (error instanceof Failure && error.options.cause !== undefined) return false
        throw error
      }
    },
    waiting: () => waiting.length,
    close: () => {
      closed = true
      for (const job of waiting.splice(0)) job.reject(busy())
      drawing?.reject(busy())
      clearTimeout(timer)
      kept.clear()
      endThread()
    },
  }
}

function busy(cause?: unknown): Failure {
  return new Failure('service-busy', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
}

/** Caches the most recently requested PDFs, within a number of bytes. */
interface PdfCache {
  /** Undefined when it is not in the cache. */
  get(key: string): Buffer | undefined
  /** Drops the least recently requested PDFs until the new one fits; a PDF larger than the cache is not kept. */
  set(key: string, pdf: Buffer): void
  clear(): void
  /** The bytes in use, the keys and an estimate of the bookkeeping included. */
  bytes(): number
}

/** What an entry takes besides its PDF. */
const OVERHEAD_BYTES = 256

export function createPdfCache(maxBytes: number): PdfCache {
  /** Least recently used first: a Map keeps the order in which keys were set. */
  const kept = new Map<string, Buffer>()
  let bytes = 0

  const sizeOf = (key: string, pdf: Buffer) => pdf.length + key.length + OVERHEAD_BYTES
  const drop = (key: string) => {
    const pdf = kept.get(key)
    if (pdf === undefined) return
    kept.delete(key)
    bytes -= sizeOf(key, pdf)
  }

  return {
    get: (key) => {
      const pdf = kept.get(key)
      if (pdf === undefined) return undefined
      kept.delete(key)
      kept.set(key, pdf)
      return pdf
    },
    set: (key, pdf) => {
      drop(key)
      const size = sizeOf(key, pdf)
      if (size > maxBytes) return
      for (const oldest of kept.keys()) {
        if (bytes + size <= maxBytes) break
        drop(oldest)
      }
      kept.set(key, pdf)
      bytes += size
    },
    clear: () => {
      kept.clear()
      bytes = 0
    },
    bytes: () => bytes,
  }
}
