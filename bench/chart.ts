// Draws throughput as bars, one group under another, as a plain SVG.

interface Bar {
  contestant: string
  connections: number
  perSecond: number
}

const WIDTH = 860
const LABEL = 270
const ROW = 24

/** Bars of the highest number of connections of each group. */
export function chart(groups: { title: string; rows: Bar[] }[]): string {
  let y = 20
  const parts: string[] = []
  for (const { title, rows } of groups) {
    const most = Math.max(...rows.map((row) => row.connections))
    const bars = rows.filter((row) => row.connections === most)
    const top = Math.max(...bars.map((row) => row.perSecond), 1)
    parts.push(`<text x="10" y="${y + 6}" font-weight="600">${plain(title)}, ${most} connections, per second</text>`)
    y += 18
    for (const { contestant, perSecond } of bars) {
      const width = Math.max(1, (perSecond / top) * (WIDTH - LABEL - 90))
      const colour = contestant.startsWith('Cobro') ? '#0b6e4f' : '#b8c4c2'
      parts.push(`<text x="${LABEL - 8}" y="${y + 14}" text-anchor="end">${plain(contestant)}</text>`)
      parts.push(
        `<rect x="${LABEL}" y="${y + 2}" width="${width.toFixed(1)}" height="${ROW - 8}" rx="3" fill="${colour}"/>`,
      )
      parts.push(
        `<text x="${(LABEL + width + 6).toFixed(1)}" y="${y + 14}">${Math.round(perSecond).toLocaleString('en')}</text>`,
      )
      y += ROW
    }
    y += 22
  }
  const style = 'font-family="system-ui, sans-serif" font-size="13" fill="#1b2a2a"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" ${style}>\n<rect width="100%" height="100%" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`
}

function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
