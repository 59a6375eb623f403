// The message that binds values to a statement of PostgreSQL. `pg` writes each value for itself, which takes three times as long.

const NOT_ASCII = /[^\0-\x7f]/

/** All values are text, and so is the answer. A value beyond ASCII is put in as its bytes, so that the whole message is made with one call. */
export function bindMessage(portal: string, statement: string, values: readonly (string | null)[]): Buffer {
  let body = `${portal}\0${statement}\0${int16(0)}${int16(values.length)}`
  for (const value of values) {
    if (value === null) {
      body += int32(-1)
      continue
    }
    const bytes = NOT_ASCII.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value
    body += int32(bytes.length) + bytes
  }
  body += int16(0)
  return Buffer.from(`B${int32(body.length + 4)}${body}`, 'latin1')
}

/** Numbers as bytes, each a character. */
const int16 = (number: number): string => String.fromCharCode((number >> 8) & 255, number & 255)
const int32 = (number: number): string =>
  SHORT[number] ?? String.fromCharCode((number >> 24) & 255, (number >> 16) & 255, (number >> 8) & 255, number & 255)
const SHORT = Array.from({ length: 256 }, (_, number) => String.fromCharCode(0, 0, 0, number))
