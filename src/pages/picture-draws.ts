// Draws a picture alone, as a PDF draws it in the corner of a page: what fails here would fail on every page of its merchant.
import { decode } from 'jpeg-js'
import PDFDocument from 'pdfkit'
import type { PayerContent } from './content.ts'

export type PagePicture = Pick<NonNullable<PayerContent['picture']>, 'content'>

const SIDE = 46
/** A logo has at most a million pixels. */
const DECODING = { maxResolutionInMP: 2, maxMemoryUsageInMB: 64, tolerantDecoding: false, useTArray: true } as const

/** The bytes of a PDF with only the picture. Fails when it cannot be drawn, or its pixels cannot be decoded. */
export function pictureDraws({ content }: PagePicture): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(content, 'base64')
    // The PDF library takes a JPEG's pixels over as they are; a page's reader decodes them.
    if (bytes[0] === 0xff) decode(bytes, DECODING)
    const doc = new PDFDocument({ size: [SIDE, SIDE], margin: 0 })
    const parts: Buffer[] = []
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.once('end', () => resolve(Buffer.concat(parts)))
    doc.once('error', reject)
    doc.image(bytes, 0, 0, { fit: [SIDE, SIDE] })
    doc.end()
  })
}
