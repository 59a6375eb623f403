// Tells by its content alone whether a file is a whole PDF, PNG or JPEG that can be opened: neither its name nor a header counts.
import { fitsBounds, hasWholePixels, PNG_SIGNATURE, readPng } from '../core/png.ts'
import { isTooLarge } from './pdf-bounds.ts'

/**
 * What whoever opens a picture has to hold: a page scanned at 600 dots an inch in grey, or a photograph of thirty million pixels in colour. PNGs
 * of more say so in a few bytes.
 */
export const PICTURE_BOUNDS = { side: 16_384, unpackedBytes: 96 * 2 ** 20 } as const

/** `undefined` for another type, `broken` for one that is not whole, `large` for one that is more than anybody opens. */
type Judged = 'whole' | 'broken' | 'large' | undefined

export const fileKinds = {
  'application/pdf': { extension: 'pdf', judge: judgePdf },
  'image/png': { extension: 'png', judge: judgePng },
  'image/jpeg': { extension: 'jpg', judge: judgeJpeg },
} as const satisfies Record<string, { extension: string; judge(bytes: Buffer): Promise<Judged> }>

type MediaType = keyof typeof fileKinds

export const mediaTypes = Object.keys(fileKinds) as MediaType[]

/** The type of the bytes; `large`: it measures too much. Undefined: another type, an incomplete file, or further bytes after it. */
export async function mediaTypeOf(bytes: Buffer): Promise<MediaType | 'large' | undefined> {
  for (const type of mediaTypes) {
    const judged = await fileKinds[type].judge(bytes)
    if (judged === 'whole') return type
    if (judged !== undefined) return judged === 'large' ? 'large' : undefined
  }
  return undefined
}

async function judgePng(bytes: Buffer): Promise<Judged> {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  const png = readPng(bytes)
  if (png === undefined) return 'broken'
  if (!fitsBounds(png, PICTURE_BOUNDS)) return 'large'
  return (await hasWholePixels(png)) ? 'whole' : 'broken'
}

/**
 * JPEG (ITU-T T.81, B): segments from SOI to EOI, with a frame and a scan. After it only padding may follow, or another
 * complete image, which phones add.
 */
async function judgeJpeg(bytes: Buffer): Promise<Judged> {
  let rest: Buffer | undefined = bytes
  let isLarge = false
  for (let images = 0; images < MAX_IMAGES; images += 1) {
    const frame: Frame = { unpackedBytes: 0, side: 0 }
    rest = behindJpeg(rest, frame)
    if (rest === undefined) return images === 0 ? undefined : 'broken'
    isLarge ||= frame.side > PICTURE_BOUNDS.side || frame.unpackedBytes > PICTURE_BOUNDS.unpackedBytes
    if (rest.every((byte) => byte === 0)) return isLarge ? 'large' : 'whole'
  }
  return 'broken'
}

/** What the frames of an image measure at most. */
interface Frame {
  side: number
  unpackedBytes: number
}

const MAX_IMAGES = 8
const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda]

/** The bytes after the first image; undefined when it is not an image, or incomplete. */
function behindJpeg(bytes: Buffer, frame: Frame): Buffer | undefined {
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
      if (isFrame(marker)) {
        if (length < 8 || at + 10 > bytes.length) return undefined
        const [height, width, parts] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7), bytes[at + 9] ?? 0]
        // An image without width is none. A height of zero means that it follows the first scan, which no viewer reads.
        if (height === 0 || width === 0 || parts === 0) return undefined
        frame.side = Math.max(frame.side, height, width)
        frame.unpackedBytes = Math.max(frame.unpackedBytes, height * width * parts)
        hasFrame = true
      }
      at += 2 + length
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
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at)) {
    // A search costs more than a look, and a scan may have nothing else.
    for (; bytes[at] === 0xff; at += 2) {
      const after = bytes[at + 1] ?? 0
      if (after !== 0 && !isRestart(after)) return at
    }
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
async function judgePdf(bytes: Buffer): Promise<Judged> {
  if (!/^%PDF-(1\.[0-7]|2\.0)[\r\n ]/.test(bytes.toString('latin1', 0, 12))) return undefined
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - TAIL_BYTES))
  const offset = /startxref\s{1,4}(\d{1,10})\s{1,4}%%EOF\s*$/.exec(tail)?.[1]
  if (offset === undefined) return 'broken'
  // A table or, since version 1.5, a stream: `12 0 obj`.
  const start = Number(offset)
  if (!/^\s{0,2}(xref\b|\d+ \d+ obj\b)/.test(bytes.toString('latin1', start, start + 32))) return 'broken'
  return (await isTooLarge(bytes)) ? 'large' : 'whole'
}

const TAIL_BYTES = 1_024
