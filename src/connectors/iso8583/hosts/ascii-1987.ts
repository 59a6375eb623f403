// A host that speaks ISO 8583:1987 in ASCII with binary bitmaps. Copy it for your host, and correct it by the host's manual.
import type { IsoHost } from '../host.ts'

export const host: IsoHost = {
  name: 'ascii-1987',
  prefix: '',
  type: 'ascii',
  bitmap: 'binary',
  lengths: 'ascii',
  digits: 'ascii',
  filler: 'zero-before',
  transmissionTime: 'utc',
  fields: {
    2: 'n..19', // number of the card
    3: 'n6', // processing code
    4: 'n12', // amount in centavos
    5: 'n12', // amount of settlement
    6: 'n12', // amount billed to the holder
    7: 'n10', // transmission MMDDhhmmss
    9: 'n8', // conversion rate of settlement
    10: 'n8', // conversion rate of billing
    11: 'n6', // trace number (STAN)
    12: 'n6', // local time hhmmss
    13: 'n4', // local date MMDD
    14: 'n4', // expiry YYMM
    15: 'n4', // settlement date
    16: 'n4', // conversion date
    17: 'n4', // capture date
    18: 'n4', // merchant type (MCC)
    19: 'n3', // country of the acquirer
    22: 'n3', // entry mode
    23: 'n3', // sequence number of the card
    24: 'n3', // function code
    25: 'n2', // condition
    26: 'n2', // PIN capture
    28: 'an9', // fee, with C or D
    32: 'n..11', // acquirer
    33: 'n..11', // forwarder
    37: 'an12', // retrieval reference number (RRN)
    38: 'an6', // authorisation code
    39: 'an2', // response
    40: 'an3', // service restriction
    41: 'ans8', // terminal
    42: 'ans15', // merchant
    43: 'ans40', // name and place
    44: 'ans..25', // more of the response
    48: 'ans...999', // private: here the security code and months
    49: 'n3', // currency
    50: 'n3', // currency of settlement
    51: 'n3', // currency of billing
    54: 'ans...120', // more amounts
    60: 'ans...999', // private: terminal
    61: 'ans...999', // private
    62: 'ans...999', // private
    63: 'ans...999', // private: tokens
    64: 'b64', // MAC
    70: 'n3', // code of a network message
    90: 'n42', // original data
    95: 'an42', // replacement amounts
    100: 'n..11', // receiver
    102: 'ans..28', // account from
    103: 'ans..28', // account to
    126: 'ans...999', // private
    127: 'ans...999', // private
    128: 'b64', // MAC
  },
  sale: {
    type: '0200',
    processingCode: '000000',
    fields: [2, 3, 4, 7, 11, 12, 13, 14, 18, 22, 25, 32, 37, 41, 42, 43, 49],
  },
  verification: {
    type: '0100',
    processingCode: '380000',
    fields: [2, 3, 4, 7, 11, 12, 13, 14, 18, 22, 25, 32, 37, 41, 42, 43, 49],
  },
  reversal: {
    type: '0420',
    repeat: '0421',
    trace: 'same',
    fields: [3, 4, 7, 11, 12, 13, 18, 22, 25, 32, 37, 38, 39, 41, 42, 43, 49, 90],
  },
  network: { type: '0800', signOn: '001', echo: '301', fields: [7, 11, 70] },
  entryMode: { customer: '012', merchant: '102' },
  condition: { customer: '59', merchant: '08' },
  reversalReason: { noAnswer: '68', cancelled: '17' },
  months: true,
  // Elements of two digits, a length of two, and the value: 92 the security code, 20 months without interest.
  privateFields: ({ securityCode, months }) => {
    const elements = [
      ...(months === undefined ? [] : [`2002${String(months).padStart(2, '0')}`]),
      ...(securityCode === undefined ? [] : [`92${String(securityCode.length).padStart(2, '0')}${securityCode}`]),
    ]
    return elements.length === 0 ? {} : { 48: elements.join('') }
  },
}
