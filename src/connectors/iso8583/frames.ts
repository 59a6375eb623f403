// Cuts the stream of a connection into messages by the length before each.

/** Bytes of the length, and whether they are a binary number or ASCII digits. */
export const lengthHeaders = {
  '2-byte': { bytes: 2, isText: false },
  '4-byte': { bytes: 4, isText: false },
  '4-digits': { bytes: 4, isText: true },
} as const

export type LengthHeader = keyof typeof lengthHeaders

/** No message of a charge comes near it. */
export const MAX_BYTES = 8_192

/** A message with its length before it. */
export function framed(header: LengthHeader, message: Buffer): Buffer {
  const { bytes, isText } = lengthHeaders[header]
  const length = Buffer.alloc(bytes)
  if (isText) length.write(String(message.length).padStart(bytes, '0'), 'latin1')
  else length.writeUIntBE(message.length, 0, bytes)
  return Buffer.concat([length, message])
}

interface FrameReader {
  /** The messages that are whole with these bytes. `isBroken`: the length of the next one cannot be, so the rest of the stream means nothing. */
  take(bytes: Buffer): { messages: Buffer[]; isBroken: boolean }
}

/** Keeps at most one message that is not whole yet. An empty message is left out: some hosts send it as a sign of life. */
export function frameReader(header: LengthHeader): FrameReader {
  const { bytes: headerBytes } = lengthHeaders[header]
  let rest: Buffer = Buffer.alloc(0)
  let isBroken = false
  return {
    take: (bytes) => {
      const messages: Buffer[] = []
      if (isBroken) return { messages, isBroken }
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      let at = 0
      while (rest.length - at >= headerBytes) {
        const length = lengthIn(header, rest.subarray(at, at + headerBytes))
        if (length === undefined || length > MAX_BYTES) {
          isBroken = true
          rest = Buffer.alloc(0)
          return { messages, isBroken }
        }
        const end = at + headerBytes + length
        if (rest.length < end) break
        if (length > 0) messages.push(rest.subarray(at + headerBytes, end))
        at = end
      }
      rest = rest.subarray(at)
      return { messages, isBroken }
    },
  }
}

function lengthIn(header: LengthHeader, bytes: Buffer): number | undefined {
  if (!lengthHeaders[header].isText) return bytes.readUIntBE(0, bytes.length)
  const text = bytes.toString('latin1')
  return /^\d+$/.test(text) ? Number(text) : undefined
}
