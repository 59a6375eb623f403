// The forms in which a known card number may be written: as digits, as the codes of its characters, as one number.

export interface NumberForms {
  /** Rows of digits: as it is, backwards, its groups backwards, pairs swapped, and as decimal and octal character codes. */
  digits: readonly string[]
  /** Rows of hexadecimal digits: as one hexadecimal number. */
  hex: readonly string[]
  /** Rows of small letters and digits: as one number to the base 36 or 32. */
  words: readonly string[]
  /** Bytes: two digits in each, and as one number. */
  bytes: readonly Buffer[]
  /** All but its last four digits, which are kept with the payment anyway. */
  start: string
  /** The number that the last digits of each row of digits make, also of the start: what is left of it when it is divided by `LAST_DIGITS`. */
  digitEnds: readonly number[]
  /** The last four bytes of each row of bytes, as a number. */
  byteEnds: readonly number[]
}

export const LAST_DIGITS = 1_000_000
const LAST = String(LAST_DIGITS).length - 1

const DECIMAL = codes((code) => String(code))
const OCTAL = codes((code) => code.toString(8))
const OCTAL_OF_THREE = codes((code) => `0${code.toString(8)}`)

export function formsOf(number: string): NumberForms {
  let [backwards, groups, swapped, decimal, octal, octalOfThree, decimalBackwards] = ['', '', '', '', '', '', '']
  for (let at = 0; at < number.length; at += 1) {
    const digit = number[at] ?? ''
    const value = Number(digit)
    backwards = digit + backwards
    if (at % 4 === 0) groups = number.slice(at, at + 4) + groups
    if (at % 2 === 1) swapped += digit + number[at - 1]
    else if (at === number.length - 1) swapped += digit
    decimal += DECIMAL[value]
    decimalBackwards = DECIMAL[value] + decimalBackwards
    octal += OCTAL[value]
    octalOfThree += OCTAL_OF_THREE[value]
  }
  const value = number.length > 15 ? BigInt(number) : Number(number)
  // Of an odd number of digits the first or the last shares its byte with a filler.
  const twoInEach = number.length % 2 === 0 ? [number] : [number.slice(1), number.slice(0, -1)]
  const digits = [number, backwards, groups, swapped, decimal, octal, octalOfThree, decimalBackwards]
  const bytes = [...twoInEach.map(bytesOfHex), bytesOf(number)]
  const start = number.slice(0, -4)
  return {
    digits,
    hex: [value.toString(16)],
    words: [value.toString(36), value.toString(32)],
    bytes,
    start,
    digitEnds: [...digits, start].map(endOfDigits),
    byteEnds: bytes.map(endOfBytes),
  }
}

function endOfDigits(row: string): number {
  return Number(row.slice(-LAST))
}

function endOfBytes(row: Buffer): number {
  return row.readInt32BE(row.length - 4)
}

function bytesOfHex(digits: string): Buffer {
  return Buffer.from(digits, 'hex')
}

function bytesOf(number: string): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(number))
  return bytes
}

function codes(write: (code: number) => string): readonly string[] {
  return Array.from({ length: 10 }, (_, digit) => write(0x30 + digit))
}
