// Reads an XLSX workbook by what its parts say, with nothing of the writer: the archive's directory, the styles, the cells.
import { inflateRawSync } from 'node:zlib'

/** A number, a text, a date by the cell's format, or nothing. */
export type ReadCell = number | string | { date: string } | null

/** The rows of a workbook's first sheet. */
export function sheetIn(archive: Buffer): ReadCell[][] {
  const { 'xl/worksheets/sheet1.xml': sheet = '', 'xl/styles.xml': styles = '' } = unzipped(archive)
  const dates = dateStyles(styles)
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c( [^>]*?)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = '', inside]) => {
      if (inside === undefined) return null
      const text = /<is><t[^>]*>(.*?)<\/t><\/is>/s.exec(inside)?.[1]
      if (text !== undefined) return plain(text)
      const value = Number(/<v>(.*?)<\/v>/.exec(inside)?.[1])
      const style = Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)
      return dates.has(style) ? { date: dateOf(value) } : value
    }),
  )
}

/** The places, in the list of cell formats, of those that show a year. */
function dateStyles(styles: string): Set<number> {
  const years = [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)]
    .filter(([, , code = '']) => /y/i.test(code))
    .map(([, id]) => id)
  const formats = [...(/<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '').matchAll(/<xf ([^>]*)/g)]
  const found = formats.flatMap(([, xf = ''], at) => (years.includes(/numFmtId="(\d+)"/.exec(xf)?.[1]) ? at : []))
  return new Set(found)
}

/** Day 25569 is 1 January 1970. */
function dateOf(serial: number): string {
  return new Date(Math.round((serial - 25_569) * 86_400) * 1_000).toISOString().slice(0, 19)
}

function plain(xml: string): string {
  const names: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return xml.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (_, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
      : (names[name] ?? ''),
  )
}

/** The entries of an archive, by its directory at the end. */
export function unzipped(archive: Buffer): Record<string, string> {
  const entries: Record<string, string> = {}
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ]
    const head = archive.readUInt32LE(at + 42)
    const start = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28)
    const packed = archive.subarray(start, start + size)
    entries[archive.toString('utf8', at + 46, at + 46 + name)] = (
      archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    ).toString('utf8')
    at += 46 + name + extra + comment
  }
  return entries
}
