// Caches the most recently requested PDFs, within a number of bytes.

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
