// Checks that a PNG or JPEG can be shown and drawn, and removes its metadata (place, author).
import { fitsBounds, hasWholePixels, PNG_SIGNATURE, readPng } from './png.ts'

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
 * bits, CMYK). Of a JPEG the pixels are not decoded here.
 */
export async function readPicture(bytes: Buffer): Promise<Picture | undefined> {
  if (bytes.length > PICTURE_LIMITS.bytes) return undefined
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return plainPng(bytes)
  const picture = readJpeg(bytes)
  if (picture === undefined) return undefined
  const { width, height } = picture
  const fits = width >= 1 && height >= 1 && width <= PICTURE_LIMITS.side && height <= PICTURE_LIMITS.side
  return fits ? picture : undefined
}

async function plainPng(bytes: Buffer): Promise<Picture | undefined> {
  const png = readPng(bytes)
  const isPlain = png?.depth === 8 && !png.isInterlaced
  const bounds = { side: PICTURE_LIMITS.side, unpackedBytes: Number.POSITIVE_INFINITY }
  if (!png || !isPlain || !fitsBounds(png, bounds) || !(await hasWholePixels(png))) return undefined
  return { type: 'image/png', width: png.width, height: png.height, bytes: png.bytes }
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
