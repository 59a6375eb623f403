// Decodes base32 (RFC 4648) from any place in a text.

const VALUES = new Uint8Array(128).fill(255)
for (const [value, letter] of [...'abcdefghijklmnopqrstuvwxyz234567'].entries()) {
  VALUES[letter.charCodeAt(0)] = value
  VALUES[letter.toUpperCase().charCodeAt(0)] = value
}

/** The bytes of the letters from a place on; every other character is skipped. Sample: `mfrgg` from 0 is `abc`. */
export function fromBase32(characters: string, start: number): Buffer {
  const bytes = Buffer.allocUnsafe(((characters.length - start) * 5) >> 3)
  let [bits, held, count] = [0, 0, 0]
  for (let at = start; at < characters.length; at += 1) {
    const value = VALUES[characters.charCodeAt(at)] ?? 255
    if (value === 255) continue
    bits = ((bits << 5) | value) & 0xfff
    held += 5
    if (held < 8) continue
    held -= 8
    bytes[count] = bits >> held
    count += 1
  }
  return bytes.subarray(0, count)
}
