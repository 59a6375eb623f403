// Code 128 and QR as shapes: the page and the PDF draw the same bars, without an image.
import bwip from 'bwip-js/node'
import { html, Markup } from './html.ts'

/** Black rectangles on white, counted in modules from the upper left, the quiet zone included. */
export interface Shape {
  width: number
  height: number
  bars: { x: number; y: number; width: number; height: number }[]
}

const CODE128_QUIET = 10
const QR_QUIET = 4

/** The Code 128 (ISO/IEC 15417) of a reference, one module high. Undefined for a text that the code cannot encode. */
export function code128(text: string): Shape | undefined {
  if (!/^[\x20-\x7e]{1,40}$/.test(text)) return undefined
  const [found] = bwip.raw('code128', text, {})
  if (!found || !('sbs' in found)) return undefined
  const bars: Shape['bars'] = []
  let x = CODE128_QUIET
  found.sbs.forEach((width, at) => {
    if (at % 2 === 0) bars.push({ x, y: 0, width, height: 1 })
    x += width
  })
  return { width: x + CODE128_QUIET, height: 1, bars }
}

/** The QR code (ISO/IEC 18004, error correction M) of an address. */
export function qrCode(text: string): Shape {
  const [found] = bwip.raw('qrcode', text, 'eclevel=M')
  if (!found || !('pixs' in found)) throw new Error('the QR code has no modules')
  const { pixs, pixx, pixy } = found
  const bars: Shape['bars'] = []
  for (let y = 0; y < pixy; y++) {
    for (let x = 0; x < pixx; ) {
      let end = x
      while (end < pixx && pixs[y * pixx + end] === 1) end += 1
      if (end > x) bars.push({ x: x + QR_QUIET, y: y + QR_QUIET, width: end - x, height: 1 })
      x = Math.max(end, x + 1)
    }
  }
  return { width: pixx + 2 * QR_QUIET, height: pixy + 2 * QR_QUIET, bars }
}

/** Its bars as the `d` of an SVG path. */
export function pathOf({ bars }: Shape, stretched = 1): string {
  return bars
    .map(({ x, y, width, height }) => `M${x} ${y * stretched}h${width}v${height * stretched}h-${width}z`)
    .join('')
}

/** A symbol as inline SVG: `unit` CSS pixels for a module (a whole number keeps every bar exact), `height` for linear codes. */
export function symbolSvg(
  symbol: Shape,
  { unit, height, label, className }: { unit: number; height?: number; label: string; className: string },
): Markup {
  const stretched = height === undefined ? 1 : height / unit
  const path = pathOf(symbol, stretched)
  const tall = symbol.height * stretched
  return html`<svg class="${className}" role="img" aria-label="${label}" width="${symbol.width * unit}" height="${
    tall * unit
  }" viewBox="0 0 ${symbol.width} ${tall}" preserveAspectRatio="none" shape-rendering="crispEdges"><path d="${new Markup(path)}"/></svg>`
}
