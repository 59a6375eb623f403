// Packs and unpacks messages of ISO 8583 by the table of a host.
import type { FieldFormat, IsoHost, Message } from './host.ts'

export interface Codec {
  /** Throws a `CodecFault` when a value does not fit its field. */
  pack(message: Message): Buffer
  /** Never throws: what cannot be read is a fault. */
  unpack(bytes: Buffer): Unpacked
}

type Unpacked = { kind: 'message'; message: Message } | { kind: 'unreadable'; fault: string }

/** Names the field and what it wants, never the value, which may be a card's number. */
export class CodecFault extends Error {}

interface Field {
  number: number
  content: 'n' | 'an' | 'ans' | 'b'
  /** Digits of the length before it; 0 for a fixed one. */
  lengthDigits: 0 | 2 | 3
  /** Characters; of bits, hexadecimal digits. */
  most: number
  isBcd: boolean
}

const FORMAT = /^(n|an|ans|b)(\.{2,3})?(\d{1,3})$/

/** Throws a `CodecFault` for a table that cannot be used. */
export function codecOf(host: IsoHost): Codec {
  const fields = new Map<number, Field>()
  for (const [key, format] of Object.entries(host.fields)) {
    const field = fieldOf(Number(key), format, host)
    fields.set(field.number, field)
  }
  const prefix = Buffer.from(host.prefix, 'hex')
  return {
    pack: (message) => packed(message, { host, fields, prefix }),
    unpack: (bytes) => {
      const at: Cursor = { bytes, at: prefix.length }
      try {
        return { kind: 'message', message: unpacked(at, { host, fields, prefix }) }
      } catch (error) {
        if (error instanceof CodecFault) return { kind: 'unreadable', fault: error.message }
        throw error
      }
    },
  }
}

interface Table {
  host: IsoHost
  fields: ReadonlyMap<number, Field>
  prefix: Buffer
}

function fieldOf(number: number, field: IsoHost['fields'][number], host: IsoHost): Field {
  const { format, digits }: { format: FieldFormat; digits: string } =
    typeof field === 'string' ? { format: field, digits: host.digits } : field
  const [, content, dots = '', size = ''] = FORMAT.exec(format) ?? []
  // Field 1 is the second bitmap, and 65 a third.
  if (!Number.isInteger(number) || number < 2 || number > 128 || number === 65)
    throw new CodecFault(`a field ${number} cannot be: fields are 2 to 128 without 65`)
  if (content === undefined) throw new CodecFault(`field ${number} has the format ${JSON.stringify(format)}`)
  const length = Number(size)
  const lengthDigits = dots.length as Field['lengthDigits']
  if (length < 1 || (lengthDigits > 0 && length >= 10 ** lengthDigits))
    throw new CodecFault(`field ${number} has the format ${format}, whose length does not fit`)
  if (content === 'b' && length % 8 !== 0) throw new CodecFault(`field ${number} has no whole bytes`)
  return {
    number,
    content: content as Field['content'],
    lengthDigits,
    most: content === 'b' ? length / 4 : length,
    isBcd: content === 'n' && digits === 'bcd',
  }
}

const FITS = {
  n: /^\d*$/,
  an: /^[A-Za-z0-9 ]*$/,
  ans: /^[\x20-\x7e]*$/,
  b: /^([0-9A-F]{2})*$/,
} as const

function packed({ type, fields: values }: Message, { host, fields, prefix }: Table): Buffer {
  if (!/^\d{4}$/.test(type)) throw new CodecFault('a message type has four digits')
  const present = Object.keys(values)
    .map(Number)
    .sort((one, other) => one - other)
  const isLong = (present.at(-1) ?? 0) > 64
  const bitmap = Buffer.alloc(isLong ? 16 : 8)
  if (isLong) bitmap[0] = 0x80
  const parts: Buffer[] = []
  for (const number of present) {
    const field = fields.get(number)
    if (field === undefined) throw new CodecFault(`the host’s table has no field ${number}`)
    parts.push(packedField(field, values[number] ?? '', host))
    setBit(bitmap, number)
  }
  const bits = host.bitmap === 'binary' ? bitmap : Buffer.from(bitmap.toString('hex').toUpperCase(), 'latin1')
  return Buffer.concat([prefix, digitsOut(type, host.type === 'bcd', host), bits, ...parts])
}

function packedField(field: Field, value: string, host: IsoHost): Buffer {
  const { number, content, lengthDigits, most } = field
  if (!FITS[content].test(value)) throw new CodecFault(`field ${number} takes ${content} alone`)
  if (lengthDigits === 0 ? value.length !== most : value.length > most)
    throw new CodecFault(`field ${number} has ${lengthDigits === 0 ? 'exactly' : 'at most'} ${most} characters`)
  const body = bodyOf(field, value, host)
  if (lengthDigits === 0) return body
  const length = content === 'b' ? value.length / 2 : value.length
  const isBcd = host.lengths === 'bcd'
  // A length is filled before its digits, whatever the host does with others.
  const digits = String(length).padStart(isBcd ? lengthDigits + (lengthDigits % 2) : lengthDigits, '0')
  return Buffer.concat([isBcd ? Buffer.from(digits, 'hex') : Buffer.from(digits, 'latin1'), body])
}

function bodyOf({ content, isBcd }: Field, value: string, host: IsoHost): Buffer {
  if (content === 'b') return Buffer.from(value, 'hex')
  return digitsOut(value, isBcd, host)
}

function digitsOut(text: string, isBcd: boolean, { filler }: IsoHost): Buffer {
  if (!isBcd) return Buffer.from(text, 'latin1')
  const isOdd = text.length % 2 === 1
  const whole = !isOdd ? text : filler === 'zero-before' ? `0${text}` : `${text}F`
  return Buffer.from(whole, 'hex')
}

function setBit(bitmap: Buffer, number: number): void {
  const at = (number - 1) >> 3
  bitmap[at] = (bitmap[at] ?? 0) | (0x80 >> ((number - 1) & 7))
}

function hasBit(bitmap: Buffer, number: number): boolean {
  return ((bitmap[(number - 1) >> 3] ?? 0) & (0x80 >> ((number - 1) & 7))) !== 0
}

interface Cursor {
  bytes: Buffer
  at: number
}

function unpacked(cursor: Cursor, { host, fields }: Table): Message {
  const type = digitsIn(cursor, 4, host.type === 'bcd', { host, what: 'the message type' })
  const first = bitmapIn(cursor, host)
  const second = hasBit(first, 1) ? bitmapIn(cursor, host) : Buffer.alloc(0)
  const bitmap = Buffer.concat([first, second])
  const values: Record<number, string> = {}
  for (let number = 2; number <= bitmap.length * 8; number += 1) {
    if (!hasBit(bitmap, number)) continue
    const field = fields.get(number)
    if (field === undefined) throw new CodecFault(`the host’s table has no field ${number}`)
    values[number] = fieldIn(cursor, field, host)
  }
  if (cursor.at !== cursor.bytes.length) throw new CodecFault('bytes are left after the last field')
  return { type, fields: values }
}

function taken(cursor: Cursor, bytes: number, what: string): Buffer {
  const end = cursor.at + bytes
  if (end > cursor.bytes.length) throw new CodecFault(`it ends within ${what}`)
  const part = cursor.bytes.subarray(cursor.at, end)
  cursor.at = end
  return part
}

function bitmapIn(cursor: Cursor, host: IsoHost): Buffer {
  if (host.bitmap === 'binary') return taken(cursor, 8, 'the bitmap')
  const hex = taken(cursor, 16, 'the bitmap').toString('latin1')
  if (!/^[0-9A-Fa-f]{16}$/.test(hex)) throw new CodecFault('its bitmap is not hexadecimal')
  return Buffer.from(hex, 'hex')
}

function fieldIn(cursor: Cursor, field: Field, host: IsoHost): string {
  const { number, content, lengthDigits, most, isBcd } = field
  const what = `field ${number}`
  const length = lengthDigits === 0 ? most : lengthIn(cursor, field, host)
  if (content === 'b') {
    return taken(cursor, length / 2, what)
      .toString('hex')
      .toUpperCase()
  }
  if (content === 'n') return digitsIn(cursor, length, isBcd, { host, what })
  const text = taken(cursor, length, what).toString('latin1')
  // A name with an accent must not make an approval unreadable.
  if (content === 'an' && !FITS.an.test(text)) throw new CodecFault(`${what} takes an alone`)
  return text
}

/** In characters of the value. */
function lengthIn(cursor: Cursor, { number, content, lengthDigits, most }: Field, host: IsoHost): number {
  const what = `the length of field ${number}`
  const isBcd = host.lengths === 'bcd'
  const raw = taken(cursor, isBcd ? Math.ceil(lengthDigits / 2) : lengthDigits, what)
  const digits = raw.toString(isBcd ? 'hex' : 'latin1')
  if (!FITS.n.test(digits)) throw new CodecFault(`${what} is no number`)
  const length = Number(digits) * (content === 'b' ? 2 : 1)
  if (length > most) throw new CodecFault(`${what} is above its most`)
  return length
}

function digitsIn(
  cursor: Cursor,
  count: number,
  isBcd: boolean,
  { host, what }: { host: IsoHost; what: string },
): string {
  const raw = taken(cursor, isBcd ? Math.ceil(count / 2) : count, what)
  const whole = raw.toString(isBcd ? 'hex' : 'latin1')
  const isFilled = whole.length > count
  const digits = !isFilled ? whole : host.filler === 'zero-before' ? whole.slice(1) : whole.slice(0, -1)
  if (!FITS.n.test(digits)) throw new CodecFault(`${what} takes digits alone`)
  return digits
}
