// Reads a PNG (ISO/IEC 15948) as strictly as the strictest program that draws it: its chunks, their order, and every row of its pixels.
import { crc32, createInflate } from 'node:zlib'

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Png {
  width: number
  height: number
  /** Bits of a sample. */
  depth: 1 | 2 | 4 | 8 | 16
  /** 0 grey, 2 colour, 3 palette, 4 grey with transparency, 6 colour with transparency. */
  colour: number
  isInterlaced: boolean
  /** The packed pixels. */
  data: Buffer
  /** The picture without its texts and the place where it was taken. */
  bytes: Buffer
}

/** What a picture may measure. `unpackedBytes` bounds the memory and the time of whoever opens it. */
interface PictureBounds {
  side: number
  unpackedBytes: number
}

/** Samples of a pixel, and the allowed bits of each, by colour type. */
const COLOURS: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
/** Programs write some hundred for each megabyte. */
const MAX_CHUNKS = 20_000
const NEEDED = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

/** Undefined for bytes that are not exactly one PNG, complete, with chunks that belong to its colour type. The pixels are not unpacked yet. */
export function readPng(bytes: Buffer): Png | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  const kept: Buffer[] = [PNG_SIGNATURE]
  const data: Buffer[] = []
  let head: Pick<Png, 'width' | 'height' | 'depth' | 'colour' | 'isInterlaced'> | undefined
  let palette = 0
  let hasTransparency = false
  let previous = ''
  let chunks = 0
  for (let at = 8; at + 12 <= bytes.length; ) {
    chunks += 1
    if (chunks > MAX_CHUNKS) return undefined
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, end - 4)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    if ((head === undefined) !== (name === 'IHDR')) return undefined
    if (name === 'IHDR') {
      head = headerOf(body)
      if (head === undefined) return undefined
    } else if (name === 'IEND') {
      if (head === undefined || data.length === 0 || body.length > 0 || end !== bytes.length) return undefined
      if (head.colour === 3 && palette === 0) return undefined
      kept.push(bytes.subarray(at, end))
      return { ...head, data: Buffer.concat(data), bytes: Buffer.concat(kept) }
    } else if (name === 'PLTE') {
      if (palette > 0 || data.length > 0 || !isPalette(body, head)) return undefined
      palette = body.length / 3
    } else if (name === 'tRNS') {
      if (data.length > 0 || hasTransparency || !isTransparency(body, head?.colour, palette)) return undefined
      hasTransparency = true
    } else if (name === 'IDAT') {
      // Pixels are in chunks one after another.
      if (data.length > 0 && previous !== 'IDAT') return undefined
      data.push(body)
    } else if (!/^[a-z][A-Za-z]{3}$/.test(name)) return undefined // A chunk without which it cannot be shown, and nobody knows it.
    if (NEEDED.includes(name)) kept.push(bytes.subarray(at, end))
    previous = name
    at = end
  }
  return undefined
}

function headerOf(body: Buffer): Pick<Png, 'width' | 'height' | 'depth' | 'colour' | 'isInterlaced'> | undefined {
  if (body.length !== 13 || body[10] !== 0 || body[11] !== 0 || (body[12] ?? 2) > 1) return undefined
  const [width, height, depth, colour] = [body.readUInt32BE(0), body.readUInt32BE(4), body[8] ?? 0, body[9] ?? 1]
  if (width < 1 || height < 1 || !COLOURS[colour]?.depths.includes(depth)) return undefined
  return { width, height, depth: depth as Png['depth'], colour, isInterlaced: body[12] === 1 }
}

function isPalette(body: Buffer, head: Pick<Png, 'colour' | 'depth'> | undefined): boolean {
  if (head === undefined || head.colour === 0 || head.colour === 4) return false
  const entries = body.length / 3
  return Number.isInteger(entries) && entries >= 1 && entries <= (head.colour === 3 ? 2 ** head.depth : 256)
}

/** One grey, one colour, or up to one for each entry of the palette. */
function isTransparency(body: Buffer, colour: number | undefined, palette: number): boolean {
  if (colour === 0) return body.length === 2
  if (colour === 2) return body.length === 6
  return colour === 3 && body.length >= 1 && body.length <= palette
}

/** Adam7: where each pass begins and how far its pixels are apart. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** The rows of the unpacked pixels: runs of rows of the same number of bytes, with the filter's byte at the beginning of each. */
function rowsOf({ width, height, depth, colour, isInterlaced }: Png): { rows: number; bytes: number }[] {
  const bits = depth * (COLOURS[colour]?.samples ?? 1)
  const run = (columns: number, rows: number) => ({
    rows: columns > 0 ? rows : 0,
    bytes: 1 + Math.ceil((columns * bits) / 8),
  })
  if (!isInterlaced) return [run(width, height)]
  return PASSES.map(([x, y, across, down]) =>
    run(Math.max(0, Math.ceil((width - x) / across)), Math.max(0, Math.ceil((height - y) / down))),
  ).filter(({ rows }) => rows > 0)
}

/** The bytes of the unpacked pixels. */
function unpackedBytes(png: Png): number {
  return rowsOf(png).reduce((sum, { rows, bytes }) => sum + rows * bytes, 0)
}

export function fitsBounds(png: Png, { side, unpackedBytes: most }: PictureBounds): boolean {
  return png.width <= side && png.height <= side && unpackedBytes(png) <= most
}

/**
 * Unpacks the pixels, in parts and never further than the header declares: whether they are exactly as many, and every row has a known filter.
 * Bound the picture by `fitsBounds` before.
 */
export async function hasWholePixels(png: Png): Promise<boolean> {
  const whole = unpackedBytes(png)
  const rows = filterWalk(png)
  let passed = 0
  const unpacked = createInflate()
  try {
    unpacked.end(png.data)
    for await (const part of unpacked as AsyncIterable<Buffer>) {
      passed += part.length
      if (passed > whole || !rows(part)) return false
    }
    return passed === whole
  } catch {
    return false
  } finally {
    unpacked.destroy()
  }
}

/** Looks at the parts one after another: false when a row begins with an unknown filter. */
function filterWalk(png: Png): (part: Buffer) => boolean {
  const runs = rowsOf(png)
  let run = 0
  let row = 0
  let toRow = 0
  return (part) => {
    let at = toRow
    while (at < part.length) {
      const current = runs[run]
      if (current === undefined || (part[at] ?? 5) > 4) return false
      at += current.bytes
      row += 1
      if (row === current.rows) {
        run += 1
        row = 0
      }
    }
    toRow = at - part.length
    return true
  }
}
