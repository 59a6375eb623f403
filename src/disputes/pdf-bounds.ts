// Whether a PDF is more than anybody can open: streams that unpack to very much, pictures or pages that measure too much.
import { createInflate, inflateSync } from 'node:zlib'
import { nextTurn } from '../core/turn.ts'
import { measuresOfPdf } from './pdf-measures.ts'

/** Others wait no longer than for one more stream. */
const A_TURN_MS = 5
/** Of all streams together, unpacked. */
const MAX_UNPACKED = 128 * 2 ** 20
const MAX_STREAMS = 20_000
/** Packed streams that begin where another one has not ended: each of them could be all of the rest of a file. */
const MAX_OVERLAPPING = 100
/** Up to this size a stream is unpacked at once: it is at most a few megabytes. */
const SMALL = 4 * 1024
/** How many bytes before a stream its object's dictionary is looked for. */
const DICTIONARY_BYTES = 2 * 1024

/**
 * Looks at every stream. What cannot be unpacked, as in an encrypted PDF, counts as it is; a stream packed twice is refused, because only who unpacks
 * it twice sees its size.
 */
export async function isTooLarge(bytes: Buffer): Promise<boolean> {
  const measuresTooMuch = measuresOfPdf()
  if (await measuresTooMuch(bytes.toString('latin1'))) return true
  const endFrom = endsOfStreams(bytes)
  let left = MAX_UNPACKED
  let streams = 0
  let begunMs = performance.now()
  let overlapping = 0
  let lastEnd = 0
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.toString('latin1', at - 3, at) === 'end') continue
    streams += 1
    if (streams > MAX_STREAMS) return true
    if (performance.now() - begunMs > A_TURN_MS) {
      await nextTurn()
      begunMs = performance.now()
    }
    const start = at + 6 + (bytes[at + 6] === 0x0d ? 2 : 1)
    const end = endFrom(start)
    const dictionary = dictionaryBefore(bytes, at)
    const packings = dictionary.match(/\/(FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)\b/g) ?? []
    if (packings.length > 1) return true
    if (packings.length === 0 || !packings[0]?.startsWith('/Fl')) continue
    if (end === lastEnd) overlapping += 1
    if (overlapping > MAX_OVERLAPPING) return true
    lastEnd = end
    const unpacked = await unpack(bytes.subarray(start, end), left)
    if (unpacked === undefined) return true
    left -= unpacked.bytes
    // Pages can be described inside of a stream of objects.
    if (/\/ObjStm\b/.test(dictionary) && (await measuresTooMuch(unpacked.beginning))) return true
  }
  return false
}

function dictionaryBefore(bytes: Buffer, at: number): string {
  const before = bytes.toString('latin1', Math.max(0, at - DICTIONARY_BYTES), at)
  return before.slice(Math.max(before.lastIndexOf(' obj'), before.lastIndexOf('endstream')) + 1)
}

/** Where what begins at a place ends; places are asked for in their order, so that the whole is searched once. */
function endsOfStreams(bytes: Buffer): (start: number) => number {
  let end = -1
  return (start) => {
    if (end < start) {
      const found = bytes.indexOf('endstream', start)
      end = found < 0 ? bytes.length : found
    }
    return end
  }
}

interface Unpacked {
  bytes: number
  /** Enough to read the objects in it. */
  beginning: string
}

/** Undefined when it is more than `most`. */
async function unpack(packed: Buffer, most: number): Promise<Unpacked | undefined> {
  if (packed.length <= SMALL) {
    try {
      const all = inflateSync(packed, { maxOutputLength: Math.max(1, most) })
      return { bytes: all.length, beginning: all.toString('latin1') }
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : { bytes: 0, beginning: '' }
    }
  }
  const unpacking = createInflate()
  const parts: Buffer[] = []
  let bytes = 0
  try {
    unpacking.end(packed)
    for await (const part of unpacking as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > most) return undefined
      if (bytes <= 8 * 2 ** 20) parts.push(part)
    }
  } catch {
    // Cut, or encrypted: what came out so far counts.
  } finally {
    unpacking.destroy()
  }
  return { bytes, beginning: Buffer.concat(parts).toString('latin1') }
}
