// Writes text into a PDF with the fonts we ship: each letter from a font that has it, without an error for a letter that no
// font has.
import { readFileSync } from 'node:fs'
import { create as readFont } from 'fontkit'
import type PDFDocument from 'pdfkit'
import { pdfFontFile, pdfFonts } from './assets.ts'
import { sfntOf } from './woff.ts'

interface Line {
  x: number
  y: number
  width: number
  size: number
  bold?: boolean
  color?: string
  align?: 'left' | 'center'
  /** Struck through. */
  strike?: boolean
  /** The tag for screen readers; default: a paragraph. */
  tag?: 'H1' | 'H2' | 'P'
}

export interface Pen {
  /** Writes within a width, on several lines if needed; returns where the next text may start. */
  write(text: string, line: Line): number
  /** Paints a drawing with the text `alt` for screen readers. */
  paint(alt: string, draw: () => void): void
  /** Ends the document. */
  end(): void
}

type FontName = keyof typeof pdfFonts
interface Run {
  extended: boolean
  text: string
}

/** A pen for one document; fonts are embedded as far as they are used. */
export function penOn(doc: InstanceType<typeof PDFDocument>): Pen {
  for (const [name, font] of fonts) doc.registerFont(name, font)
  const whole = doc.struct('Document')
  doc.addStructure(whole)
  return {
    paint: (alt, draw) => {
      whole.add(doc.struct('Figure', { alt }, draw))
    },
    end: () => {
      whole.end()
    },
    write(text, { x, y, width, size, bold = false, color = '#000000', align = 'left', strike = false, tag = 'P' }) {
      const runs = runsOf(writable(text))
      if (runs.length === 0) return y
      const draw = () => {
        doc.fillColor(color)
        runs.forEach((run, at) => {
          const continued = at < runs.length - 1
          doc.font(fontOf(bold, run.extended)).fontSize(size)
          if (at === 0) doc.text(run.text, x, y, { width, align, continued, strike, lineGap: size * 0.12 })
          else doc.text(run.text, { continued })
        })
      }
      whole.add(doc.struct(tag, {}, draw))
      return doc.y
    },
  }
}

/**
 * The part of a text that our fonts can show: emoji are dropped, other unknown letters become `?`.
 *
 * Sample: `Café 🌮 de Ñuño €` is `Café de Ñuño €`; `漢` is `?`.
 */
export function writable(text: string): string {
  return text
    .normalize('NFC')
    .replace(PICTURES, '')
    .replace(/[^\S ]/gu, ' ')
    .replace(/\p{M}/gu, '')
    .replace(/[^ ]/gu, (character) => (inLatin(character) || inExtended(character) ? character : '?'))
    .replace(/ {2,}/g, ' ')
    .trim()
}

const PICTURES = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Cf}/gu

/**
 * Read once for all documents, because a font unpacks its tables as letters need them, and that is most of the work of a document. Each
 * document still embeds a subset of its own. PDFKit takes a font object, although its types only allow files and bytes.
 */
const fonts = new Map<FontName, PDFKit.Mixins.PDFFontSource>(
  (Object.keys(pdfFonts) as FontName[]).map((name) => [
    name,
    letterByLetter(readFont(sfntOf(readFileSync(pdfFontFile(name))))) as unknown as PDFKit.Mixins.PDFFontSource,
  ]),
)

/**
 * An `x` between digits of an identifier stays an x: this font would draw a multiplication sign, which nobody can type. Digits are all of one
 * width, as on the pages: otherwise the point of `$777.00` would lie under the last 7, where nobody reads it.
 */
function letterByLetter(font: ReturnType<typeof readFont>): ReturnType<typeof readFont> {
  if (!('layout' in font)) return font
  const layout = font.layout.bind(font)
  font.layout = (text, features, ...more) => layout(text, features ?? { calt: false, tnum: true }, ...more)
  return font
}

/** The letters of the subset `latin` of the font, as its maker declares them. */
function inLatin(character: string): boolean {
  return /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u2044\u20ac\u2122\u2212\u2215]/u.test(
    character,
  )
}

/** The letters of its subset `latin-ext` that names are written with. */
function inExtended(character: string): boolean {
  return /[\u0100-\u0130\u0132-\u0151\u0154-\u017f\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9]/u.test(character)
}

function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const extended = inExtended(character)
    const last = runs.at(-1)
    if (last && (last.extended === extended || character === ' ')) last.text += character
    else runs.push({ extended, text: character })
  }
  return runs
}

function fontOf(bold: boolean, extended: boolean): FontName {
  if (extended) return bold ? 'boldExtended' : 'regularExtended'
  return bold ? 'bold' : 'regular'
}
