// Whether the text of a PDF names pictures or pages that are larger than anybody opens. It is searched in pieces, with a turn for others after each.
import { nextTurn } from '../core/turn.ts'

/** A picture's side in pixels, and a page's side in points: 14,400 is the largest page of PDF 1.7. */
const MAX_PIXELS = 16_384
const MAX_POINTS = 14_400
/** Of all texts of a file together. Five megabytes of pictures and pages, each in an object of its own, have fewer; a packed text may have millions. */
const MAX_MEASURES = 100_000
const PIECE = 128 * 1024
/** A piece goes so far into the next one: longer than a measure with its blanks. */
const SHARED = 1024

const SIDE = /\/(?:Width|Height)\s{1,500}(\d{1,12})/g
const BOX = /\/(?:MediaBox|CropBox)\s{0,500}\[([^[\]]{0,200})\]/g
/** A name so far from its measure that a piece could end between them. */
const APART = /\/(?:Width|Height|MediaBox|CropBox)\s{501}/

/** For the texts of one file, one after another: whether a measure of the text is too large, or all of them are too many. */
export function measuresOfPdf(): (text: string) => Promise<boolean> {
  let left = MAX_MEASURES
  const isTooMuch = (piece: string): boolean => {
    if (APART.test(piece)) return true
    for (const [, side] of piece.matchAll(SIDE)) {
      left -= 1
      if (left < 0 || Number(side) > MAX_PIXELS) return true
    }
    for (const [, box] of piece.matchAll(BOX)) {
      left -= 1
      if (left < 0 || isLargePage(box ?? '')) return true
    }
    return false
  }
  return async (text) => {
    for (let from = 0; from < text.length; from += PIECE) {
      if (isTooMuch(text.slice(from, from + PIECE + SHARED))) return true
      await nextTurn()
    }
    return false
  }
}

function isLargePage(box: string): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = box.trim().split(/\s+/).map(Number)
  return Math.abs(right - left) > MAX_POINTS || Math.abs(top - bottom) > MAX_POINTS
}
