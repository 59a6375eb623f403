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
 * Why a picture cannot be shown and drawn: `kind`, another format; `broken`, not whole; `bytes` and `side`, too large; a variant that not every
 * program shows: `interlaced`, `depth` (other than 8 bits), `printer` (CMYK), `coding` (lossless or arithmetic); `turned`: its pixels are not
 * upright, and only a note of the camera says how to hold them.
 */
export type PictureFault =
  | 'kind'
  | 'broken'
  | 'bytes'
  | 'side'
  | 'interlaced'
  | 'depth'
  | 'printer'
  | 'coding'
  | 'turned'

/** The picture, or what is wrong with it. Of a JPEG the pixels are not decoded here. */
export async function readPicture(bytes: Buffer): Promise<Picture | PictureFault> {
  const isPng = bytes.subarray(0, 8).equals(PNG_SIGNATURE)
  if (!isPng && !bytes.subarray(0, 3).equals(JPEG_SIGNATURE)) return 'kind'
  if (bytes.length > PICTURE_LIMITS.bytes) return 'bytes'
  return isPng ? plainPng(bytes) : readJpeg(bytes)
}

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff])

async function plainPng(bytes: Buffer): Promise<Picture | PictureFault> {
  const png = readPng(bytes)
  if (png === undefined) return 'broken'
  if (!fitsBounds(png, { side: PICTURE_LIMITS.side, unpackedBytes: Number.POSITIVE_INFINITY })) return 'side'
  if (png.depth !== 8) return 'depth'
  if (png.isInterlaced) return 'interlaced'
  if (!(await hasWholePixels(png))) return 'broken'
  return { type: 'image/png', width: png.width, height: png.height, bytes: png.bytes }
}

/**
 * JPEG (ITU T.81), grey or colour, baseline or progressive: its segments up to the pixels, without comments and camera
 * metadata.
 */
function readJpeg(bytes: Buffer): Picture | PictureFault {
  if (bytes.length < 4 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return 'broken'
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let orientation = 1
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return 'broken'
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return 'broken'
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      const components = bytes[at + 9]
      if (size !== undefined || end < at + 10) return 'broken'
      if (marker > 0xc2) return 'coding'
      if (bytes[at + 4] !== 8) return 'depth'
      if (components !== 1 && components !== 3) return 'printer'
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    // The pixels follow, to the end.
    if (marker === 0xda) {
      if (size === undefined || size.width === 0 || size.height === 0) return 'broken'
      if (Math.max(size.width, size.height) > PICTURE_LIMITS.side) return 'side'
      if (orientation !== 1) return 'turned'
      if (scansFrom(bytes, at) > MAX_SCANS) return 'coding'
      kept.push(bytes.subarray(at))
      return { type: 'image/jpeg', ...size, bytes: Buffer.concat(kept) }
    }
    // APP0 and APP14 have the colour space; the other application segments and comments are not needed.
    if (marker === 0xe1) orientation = Math.max(orientation, orientationOf(bytes.subarray(at + 4, end)))
    const isNote = (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe
    if (!isNote) kept.push(bytes.subarray(at, end))
    at = end
  }
  return 'broken'
}

/** Progressive pictures have some ten. Whoever decodes one goes over all its pixels for each, also for an empty one. */
const MAX_SCANS = 32

/** Within a scan, FF is followed by 00 or a restart marker. */
function scansFrom(bytes: Buffer, from: number): number {
  let scans = 0
  for (let at = bytes.indexOf(SCAN, from); at >= 0; at = bytes.indexOf(SCAN, at + 2)) scans += 1
  return scans
}

const SCAN = Buffer.from([0xff, 0xda])

/** What a camera says of how a picture was held (EXIF, TIFF 6.0). */
const ORIENTATION = 0x0112
/** The first directory of a camera's note has some ten entries. */
const MAX_ENTRIES = 100

/** The orientation in the segment APP1 of a JPEG, 1 to 8; 1, upright, when it says none or cannot be read. */
function orientationOf(segment: Buffer): number {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1
  const tiff = segment.subarray(6)
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const entries = Math.min(short(directory), MAX_ENTRIES)
  for (let at = directory + 2; at < directory + 2 + 12 * entries && at + 12 <= tiff.length; at += 12) {
    if (short(at) !== ORIENTATION) continue
    const orientation = short(at + 8)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}
