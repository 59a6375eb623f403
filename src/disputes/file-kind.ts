// Tells by its content alone whether a file is a whole PDF, PNG or JPEG: neither its name nor a header counts.
import { crc32 } from 'node:zlib'

export const fileKinds = {
  'application/pdf': { extension: 'pdf', isWhole: isPdf },
  'image/png': { extension: 'png', isWhole: isPng },
  'image/jpeg': { extension: 'jpg', isWhole: isJpeg },
} as const satisfies Record<string, { extension: string; isWhole(bytes: Buffer): boolean }>

type MediaType = keyof typeof fileKinds

export const mediaTypes = Object.keys(fileKinds) as MediaType[]

/** The type of the bytes. Undefined: another type, an incomplete file, or further bytes after it. */
export function mediaTypeOf(bytes: Buffer): MediaType | undefined {
  return mediaTypes.find((type) => fileKinds[type].isWhole(bytes))
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** PNG (ISO/IEC 15948, 5): the signature, then chunks with their checksums from IHDR to IEND, with image data between, and nothing behind. */
function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return false
  let hasData = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return false
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return false
    if ((at === 8) !== (type === 'IHDR')) return false
    if (type === 'IHDR' && !isPngHeader(bytes.subarray(at + 8, end - 4))) return false
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData && length === 0 && end === bytes.length
    at = end
  }
  return false
}

function isPngHeader(header: Buffer): boolean {
  return header.length === 13 && header.readUInt32BE(0) > 0 && header.readUInt32BE(4) > 0
}

/**
 * JPEG (ITU-T T.81, B): segments from SOI to EOI, with a frame and a scan. After it only padding may follow, or another
 * complete image, which phones add.
 */
function isJpeg(bytes: Buffer): boolean {
  let rest: Buffer | undefined = bytes
  for (let images = 0; images < MOST_IMAGES; images += 1) {
    rest = behindJpeg(rest)
    if (rest === undefined) return false
    if (rest.every((byte) => byte === 0)) return true
  }
  return false
}

const MOST_IMAGES = 8
const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda]

/** The bytes after the first image; undefined when it is not an image, or incomplete. */
function behindJpeg(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== (0xff00 | SOI)) return undefined
  let hasFrame = false
  let hasScan = false
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    if (marker === EOI) return hasFrame && hasScan ? bytes.subarray(at + 2) : undefined
    // Any number of FF bytes may precede a marker.
    if (marker === 0xff) at += 1
    else {
      if (marker < 0xc0 || marker === SOI || isRestart(marker) || at + 4 > bytes.length) return undefined
      const length = bytes.readUInt16BE(at + 2)
      if (length < 2 || (marker === SOS && !hasFrame)) return undefined
      at += 2 + length
      if (isFrame(marker)) hasFrame = true
      if (marker === SOS) {
        hasScan = true
        at = endOfScan(bytes, at)
      }
    }
  }
  return undefined
}

/** Where the next segment begins: within a scan, FF is followed by 00 or a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const after = bytes[at + 1] ?? 0
    if (after !== 0 && !isRestart(after)) return at
  }
  return bytes.length
}

/** SOF0 to SOF15, without DHT, JPG and DAC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/**
 * PDF (ISO 32000-2, 7.5): it begins with its version and ends with `startxref`, the offset of a cross-reference in it, and `%%EOF`, with nothing
 * behind but spaces.
 */
function isPdf(bytes: Buffer): boolean {
  if (!/^%PDF-(1\.[0-7]|2\.0)[\r\n ]/.test(bytes.toString('latin1', 0, 12))) return false
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))
  const offset = /startxref\s{1,4}(\d{1,10})\s{1,4}%%EOF\s*$/.exec(tail)?.[1]
  if (offset === undefined) return false
  // A table or, since version 1.5, a stream: `12 0 obj`.
  const start = Number(offset)
  return /^\s{0,2}(xref\b|\d+ \d+ obj\b)/.test(bytes.toString('latin1', start, start + 32))
}

const TAIL_BYTES = 1_024
