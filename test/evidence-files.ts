// Small files as merchants send them for evidence: a PDF, a PNG and a JPEG, made here.
import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** A PDF of one page with this text. */
export async function pdfFile(text: string): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A6' })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => document.on('end', resolve))
  document.text(text).end()
  await ended
  return Buffer.concat(parts)
}

/** A grey picture; `comment` is stored in it, and makes it another file. */
export function pngFile(width: number, height: number, comment = ''): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.from([0]), Buffer.alloc(width, 128)])),
  )
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(comment === '' ? [] : [chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1'))]),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG with this header, whatever its unpacked pixels are. */
export function pngOf(
  head: { width: number; height: number; colour: number; depth: number; interlace?: number },
  pixels: Buffer,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(head.width, 0)
  header.writeUInt32BE(head.height, 4)
  header.set([head.depth, head.colour, 0, 0, head.interlace ?? 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture of exactly this number of bytes. */
export function pngOfBytes(bytes: number): Buffer {
  const least = pngFile(1, 1, 'x').length - 1
  return pngFile(1, 1, 'x'.repeat(bytes - least))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A grey picture of one pixel. */
export function jpegFile(): Buffer {
  return Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffdb0043000302020302020303030304030304050805050404050a070706080c0a0c0c0b0a0b0b0d0e12100d0e110e0b0b1016101113141515150c0f171816141812141514ffc0000b080001000101011100ffc40014000100000000000000000000000000000009ffc40014100100000000000000000000000000000000ffda0008010100003f0054df5fffd9',
    'hex',
  )
}
