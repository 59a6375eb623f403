// Checks that a PNG or JPEG can be shown and drawn, and removes its metadata (place, author).
import { crc32, inflateSync } from 'node:zlib'

interface Picture {
  type: 'image/png' | 'image/jpeg'
  width: number
  height: number
  /** The picture without its metadata. */
  bytes: Buffer
}

export const PICTURE_LIMITS = { bytes: 128 * 1024, side: 1_024 } as const

/**
 * Undefined for another format, a broken or too large file, and for variants that not every program shows (interlaced, 16
 * bits, CMYK).
 */
export function readPicture(bytes: Buffer): Picture | undefined {
  if (bytes.length > PICTURE_LIMITS.bytes) return undefined
  const picture = bytes.subarray(0, 8).equals(PNG) ? readPng(bytes) : readJpeg(bytes)
  if (picture === undefined) return undefined
  const { width, height } = picture
  const fits = width >= 1 && height >= 1 && width <= PICTURE_LIMITS.side && height <= PICTURE_LIMITS.side
  return fits ? picture : undefined
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Samples of a pixel, by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const NEEDED = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

/** PNG (ISO 15948): 8 bits, not interlaced; every chunk is complete, and the number of pixels is that of the header. */
function readPng(bytes: Buffer): Picture | undefined {
  const chunks: Buffer[] = [PNG]
  const data: Buffer[] = []
  let head: { width: number; height: number; colour: number } | undefined
  let palette = 0
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) return undefined
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, end - 4)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    if ((head === undefined) !== (name === 'IHDR')) return undefined
    if (name === 'IHDR') {
      if (length !== 13 || body[8] !== 8 || body[10] !== 0 || body[11] !== 0 || body[12] !== 0) return undefined
      head = { width: body.readUInt32BE(0), height: body.readUInt32BE(4), colour: body[9] ?? -1 }
      if (head.width > PICTURE_LIMITS.side || head.height > PICTURE_LIMITS.side) return undefined
    }
    if (name === 'PLTE') palette = length / 3
    if (name === 'IDAT') data.push(body)
    if (NEEDED.includes(name)) chunks.push(bytes.subarray(at, end))
    if (name === 'IEND') break
    at = end
  }
  const samples = head && SAMPLES[head.colour]
  if (head === undefined || samples === undefined || data.length === 0) return undefined
  if (head.colour === 3 && (palette < 1 || palette > 256 || !Number.isInteger(palette))) return undefined
  const size = head.height * (1 + head.width * samples)
  if (inflated(Buffer.concat(data), size)?.length !== size) return undefined
  return { type: 'image/png', width: head.width, height: head.height, bytes: Buffer.concat(chunks) }
}

/** Unpacks at most `size` bytes. */
function inflated(data: Buffer, size: number): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, size) })
  } catch {
    return undefined
  }
}

/**
 * JPEG (ITU T.81), grey or colour, baseline or progressive: its segments up to the pixels, without comments and camera
 * metadata.
 */
function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9)
    return undefined
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return undefined
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const components = bytes[at + 9]
      if (size !== undefined || marker > 0xc2 || end < at + 10 || bytes[at + 4] !== 8) return undefined
      if (components !== 1 && components !== 3) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    // The pixels follow, to the end.
    if (marker === 0xda) {
      if (size === undefined) return undefined
      kept.push(bytes.subarray(at))
      return { type: 'image/jpeg', ...size, bytes: Buffer.concat(kept) }
    }
    // APP0 and APP14 have the colour space; the other application segments and comments are not needed.
    const isNote = (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe
    if (!isNote) kept.push(bytes.subarray(at, end))
    at = end
  }
  return undefined
}
