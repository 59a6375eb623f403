// A payer's slip or receipt as a PDF of one page: text that can be selected, bars drawn as shapes.
import PDFDocument from 'pdfkit'
import { readPicture } from '../core/picture.ts'
import { qrCode, type Shape } from './barcode.ts'
import { isOver, type PayerContent } from './content.ts'
import { kindOf } from './digits.ts'
import { type Pen, penOn } from './pdf-text.ts'
import type { Fact } from './rail-pages.ts'
import { fill, texts } from './texts.ts'

/** Letter paper, in points. */
const PAGE = { width: 612, height: 792, margin: 48 }
/** The lowest position of text on a page. */
const LOWEST = PAGE.height - 30
const WIDTH = PAGE.width - 2 * PAGE.margin
/** The square that a logo fits into. */
const LOGO = 46
const GREY = '#555555'
const LINE = '#bbbbbb'
/** A module of 1.5 points is 0.53 mm: any till's scanner reads it. */
const BAR_UNIT = 1.5

/**
 * The content of the page as the bytes of a PDF. Long texts reduce the size of everything, so that one page suffices. A logo that cannot be drawn
 * is left out.
 */
export async function payerPdf({ picture, ...rest }: PayerContent): Promise<Buffer> {
  const isDrawable =
    picture !== undefined && typeof (await readPicture(Buffer.from(picture.content, 'base64'))) !== 'string'
  const content: PayerContent = { ...rest, ...(isDrawable && { picture }) }
  const whole = drawn(content, 1)
  return whole.end <= LOWEST ? whole.bytes : drawn(content, LOWEST / whole.end).bytes
}

function drawn(content: PayerContent, scale: number): { end: number; bytes: Promise<Buffer> } {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    // Without a bottom margin, so that no line starts a new page; content that does not fit is drawn again, smaller.
    margins: { top: 0, left: 0, right: 0, bottom: Number.NEGATIVE_INFINITY },
    // A screen reader follows the tags.
    tagged: true,
    pdfVersion: '1.7',
    lang: content.language === 'es' ? 'es-MX' : 'en',
    displayTitle: true,
    info: {
      Title: `${content.document} ${content.amount} MXN`,
      Author: content.merchant,
      Creator: 'Cobro',
      Producer: 'Cobro',
    },
  })
  const bytes = collected(doc)
  const pen = penOn(doc)
  doc.translate((PAGE.width * (1 - scale)) / 2, 0).scale(scale)
  let y = header(doc, pen, content)
  y = summary(doc, pen, content, y)
  if (content.pay) y = payWith(doc, pen, content.pay, y)
  if (content.steps) y = rule(doc, steps(pen, content.steps, y))
  const end = footer(doc, pen, content, y)
  pen.end()
  doc.end()
  return { end, bytes }
}

type Document = InstanceType<typeof PDFDocument>

/** The merchant, the kind of document, and the sandbox mark. Returns where the next part starts, as the other parts do. */
function header(doc: Document, pen: Pen, content: PayerContent): number {
  const { merchant, document, sandboxMark, colour, contact, legal } = content
  let y = PAGE.margin
  if (colour !== '') doc.rect(0, 0, PAGE.width, 10).fill(colour)
  if (sandboxMark !== undefined) {
    ornament(doc, () => doc.lineWidth(1).rect(PAGE.margin, y, WIDTH, 24).stroke('#000000'))
    pen.write(sandboxMark, { x: PAGE.margin, y: y + 6.5, width: WIDTH, size: 10, bold: true, align: 'center' })
    y += 40
  }
  const logo = drawLogo(doc, content, y)
  const [x, width] = [PAGE.margin + logo.width, WIDTH - logo.width]
  y = pen.write(merchant, { x, y, width, size: 15, bold: true })
  y = pen.write(document, { x, y: y + 1, width, size: 10.5, color: GREY })
  const asked = contact.map(({ text }) => text).join(' · ')
  for (const line of [asked, legal]) if (line !== '') y = pen.write(line, { x, y: y + 1, width, size: 9, color: GREY })
  return rule(doc, Math.max(y, logo.bottom))
}

/** The logo, left of the names. Returns its width. */
function drawLogo(doc: Document, { picture }: PayerContent, y: number): { width: number; bottom: number } {
  if (picture === undefined) return { width: 0, bottom: y }
  doc.image(Buffer.from(picture.content, 'base64'), PAGE.margin, y, { fit: [LOGO, LOGO] })
  return { width: LOGO + 14, bottom: y + LOGO }
}

function summary(doc: Document, pen: Pen, content: PayerContent, top: number): number {
  const { deadline, stateName, stateSentence, heading, amount } = content
  const x = PAGE.margin
  let y = pen.write(stateName, { x, y: top, width: WIDTH, size: 11, bold: true })
  y = pen.write(stateSentence, { x, y: y + 1, width: WIDTH, size: 10, color: GREY })
  y = pen.write(heading, { x, y: y + 12, width: WIDTH, size: 12, bold: true, tag: 'H1' })
  y = pen.write(`${amount} MXN`, { x, y: y + 4, width: WIDTH, size: 30, bold: true, strike: isOver(content) })
  if (!deadline) return rule(doc, y)
  y = pen.write(`${deadline.label} ${deadline.text}`, { x, y: y + 6, width: WIDTH, size: 10.5, bold: true })
  return rule(doc, pen.write(deadline.zone, { x, y: y + 1, width: WIDTH, size: 9.5, color: GREY }))
}

function payWith(doc: Document, pen: Pen, pay: NonNullable<PayerContent['pay']>, top: number) {
  const x = PAGE.margin
  let y = pen.write(pay.heading, { x, y: top, width: WIDTH, size: 12, bold: true, tag: 'H2' }) + 8
  const symbol = kindOf(pay.kind).barcode(pay.digits)
  if (symbol) {
    const unit = Math.min(BAR_UNIT, WIDTH / symbol.width)
    pen.paint(`${pay.label} ${pay.digits}`, () => draw(doc, symbol, { x: x - 10 * unit, y, unitX: unit, unitY: 56 }))
    y += 64
  }
  y = pen.write(pay.label, { x, y, width: WIDTH, size: 9.5, color: GREY })
  y = pen.write(kindOf(pay.kind).groups(pay.digits).join(' '), { x, y: y + 1, width: WIDTH, size: 17, bold: true })
  if (pay.facts.length > 0) y = list(pen, pay.facts, { x, y: y + 6, width: WIDTH })
  return rule(doc, y)
}

function steps(pen: Pen, { title, items }: NonNullable<PayerContent['steps']>, top: number): number {
  const x = PAGE.margin
  let y = pen.write(title, { x, y: top, width: WIDTH, size: 12, bold: true, tag: 'H2' }) + 4
  items.forEach((step, at) => {
    pen.write(`${at + 1}.`, { x, y, width: 16, size: 10, bold: true })
    y = pen.write(step, { x: x + 18, y, width: WIDTH - 18, size: 10 }) + 3
  })
  return y
}

/** The details beside the QR code, and the notes below. */
function footer(doc: Document, pen: Pen, content: PayerContent, top: number): number {
  const x = PAGE.margin
  const code = qrCode(content.url)
  const side = 96
  const unit = side / code.width
  const place = { x: x + WIDTH - side, y: top - 8, unitX: unit, unitY: unit }
  pen.paint(fill(texts.qr, content.language), () => draw(doc, code, place))
  const note = fill(texts.qrNote, content.language)
  pen.write(note, { x: x + WIDTH - side, y: top - 8 + side, width: side, size: 7.5, color: GREY, align: 'center' })
  let y = pen.write(fill(texts.details, content.language), { x, y: top, width: 300, size: 12, bold: true, tag: 'H2' })
  y = list(pen, content.facts, { x, y: y + 4, width: WIDTH - side - 24 })
  y = Math.max(y, top + side + 24) + 6
  for (const each of content.notes) y = pen.write(each, { x, y, width: WIDTH, size: 8.5, color: GREY })
  return y
}

function list(pen: Pen, facts: Fact[], { x, y: top, width }: { x: number; y: number; width: number }): number {
  let y = top
  for (const { label, text } of facts) {
    const below = pen.write(label, { x, y, width: 122, size: 9.5, color: GREY })
    y = Math.max(below, pen.write(text, { x: x + 128, y, width: width - 128, size: 9.5 })) + 2
  }
  return y
}

function draw(doc: Document, { bars }: Shape, at: { x: number; y: number; unitX: number; unitY: number }): void {
  for (const bar of bars) {
    doc.rect(at.x + bar.x * at.unitX, at.y + bar.y * at.unitY, bar.width * at.unitX, bar.height * at.unitY)
  }
  doc.fill('#000000')
}

/** A decorative drawing, which screen readers skip. */
function ornament(doc: Document, paint: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  paint()
  doc.endMarkedContent()
}

function rule(doc: Document, y: number): number {
  ornament(doc, () =>
    doc
      .lineWidth(0.5)
      .moveTo(PAGE.margin, y + 10)
      .lineTo(PAGE.width - PAGE.margin, y + 10)
      .stroke(LINE),
  )
  return y + 22
}

function collected(doc: Document): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.once('end', () => resolve(Buffer.concat(parts)))
    doc.once('error', reject)
  })
}
