// What a camera says of how a picture was held (EXIF, TIFF 6.0).

const ORIENTATION = 0x0112
/** The first directory of a camera's note has some ten entries. */
const MAX_ENTRIES = 100

/** The orientation in the segment APP1 of a JPEG, 1 to 8; 1, upright, when it says none or cannot be read. */
export function orientationOf(segment: Buffer): number {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1
  const tiff = segment.subarray(6)
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return 1
  const entries = Math.min(short(directory), MAX_ENTRIES)
  for (let at = directory + 2; at < directory + 2 + 12 * entries && at + 12 <= tiff.length; at += 12) {
    if (short(at) !== ORIENTATION) continue
    const orientation = short(at + 8)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}
