// How one host speaks ISO 8583, as a table: an operator copies one of hosts/ and edits it by the host's manual.

/** Digits, letters and digits, printable characters, bits. */
type Content = 'n' | 'an' | 'ans' | 'b'

/**
 * In the standard's own notation. `n6`: six digits. `n..19`: to 19 digits after a length of two (LLVAR). `ans...999`: after a length of three
 * (LLLVAR). `b64`: 64 bits, written as 16 hexadecimal digits.
 */
export type FieldFormat = `${Content}${'' | '..' | '...'}${number}`

/** A field whose digits are packed unlike those of the others. */
type FieldOfItsOwn = { format: FieldFormat; digits: Digits }

type Digits = 'ascii' | 'bcd'

/** The fields of a message by their number (2 to 128), as text; those of bits in hexadecimal. */
export type Fields = Readonly<Record<number, string>>

export interface Message {
  /** Four digits: version, class, function, origin. Sample: `0200`. */
  type: string
  fields: Fields
}

/** What only the host's own fields carry of a charge. */
export interface PrivateData {
  /** Of three or four digits; absent for a saved card. */
  securityCode: string | undefined
  /** Months without interest; only where `months` is true. */
  months: number | undefined
  /** True: the merchant alone began the charge. */
  isMerchantInitiated: boolean
}

export interface IsoHost {
  /** Whose table it is, such as `mi-banco`: small letters, digits and dashes. */
  name: string
  /** Bytes before the message type in hexadecimal, such as a TPDU `6000010000` or the text `ISO026000070`; an answer begins with as many. */
  prefix: string
  /** How the four digits of the message type are packed. */
  type: Digits
  bitmap: 'binary' | 'hex'
  /** How the length of a variable field is packed: as two or three digits, or in one or two bytes. */
  lengths: Digits
  /** How the digits of fields `n` are packed. */
  digits: Digits
  /** Where an odd number of packed digits is filled to whole bytes: a zero before them, or an F after them. */
  filler: 'zero-before' | 'f-after'
  /** The clock of field 7. */
  transmissionTime: 'utc' | 'mexico-city'
  /** Every field that the host may send or take. A message with another one cannot be read. */
  fields: Readonly<Record<number, FieldFormat | FieldOfItsOwn>>
  /** A purchase that is authorised and captured at once. `fields`: what it carries. */
  sale: { type: string; processingCode: string; fields: readonly number[] }
  /** A check of a card that charges nothing. Absent: the host has none, and no card becomes a token without being charged. */
  verification?: { type: string; processingCode: string; fields: readonly number[] }
  /**
   * `type` is sent first, `repeat` from then on until it is answered. `trace`: whether field 11 is that of the purchase or a new one, the same in
   * every repeat. The card's number (field 2) is not kept, so a reversal is found by the others.
   */
  reversal: { type: string; repeat: string; trace: 'same' | 'new'; fields: readonly number[] }
  /** `signOn`: the code of field 70; absent where the host wants no sign-on. */
  network: { type: string; signOn?: string; echo: string; fields: readonly number[] }
  /** Field 22, where the number is typed by a customer, and where the merchant charges a card on file. */
  entryMode: { customer: string; merchant: string }
  /** Field 25, likewise. */
  condition: { customer: string; merchant: string }
  /** Field 39 of a reversal: no answer came in time; the merchant takes the purchase back. */
  reversalReason: { noAnswer: string; cancelled: string }
  /** Whether `privateFields` has a place for months without interest. */
  months: boolean
  /** The fields of the host's own that a purchase or a check of a card carries beside the others. */
  privateFields(data: PrivateData): Fields
}
