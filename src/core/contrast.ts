// The contrast of a colour to white (WCAG 2.2, 1.4.3).

/** From 1 (the same) to 21 (black). `colour` is `#0c5c4c`. */
export function contrastToWhite(colour: string): number {
  const channel = (at: number) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
  return 1.05 / (luminance + 0.05)
}
