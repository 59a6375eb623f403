// The settings of the connector ISO 8583, each checked before the service starts.
import type { ConnectorSetting } from '../connector.ts'
import { type LengthHeader, lengthHeaders } from './frames.ts'

const required = (meaning: string, check: ConnectorSetting['check']): ConnectorSetting => ({
  meaning,
  required: true,
  ...(check && { check }),
})

const yesOrNo = (value: string) => (value === 'yes' || value === 'no' ? undefined : '`yes` or `no`')
const headers = Object.keys(lengthHeaders) as LengthHeader[]
/** Of fields `ans`. */
const printable = (value: string, most: number) =>
  new RegExp(`^[\\x21-\\x7e]([\\x20-\\x7e]{0,${most - 1}})$`).test(value)

export const isoSettings = {
  HOST: required('name or address of the host', (value) =>
    /^[A-Za-z0-9]([A-Za-z0-9.:-]{0,252})$/.test(value) ? undefined : 'a name or an address, without a port',
  ),
  PORT: required('port of the host', (value) =>
    /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535 ? undefined : 'a number from 1 to 65535',
  ),
  TABLE: {
    meaning:
      'how the host packs its fields: `ascii-1987`, `bcd-1987`, or the path of your own table, such as ./mi-host.ts',
    default: 'ascii-1987',
  },
  LENGTH_HEADER: {
    meaning: `the length before each message: ${headers.join(', ')}`,
    default: '2-byte',
    check: (value: string) => (headers.some((one) => one === value) ? undefined : `one of ${headers.join(', ')}`),
  },
  TLS: {
    meaning: '`no` for a line that is encrypted otherwise, such as a VPN of yours to the host',
    default: 'yes',
    check: yesOrNo,
  },
  CA_FILE: { meaning: 'file with the certificate authority of the host, when it is not a public one' },
  CERT_FILE: { meaning: 'file with the certificate by which the host knows you, in PEM, when it wants one' },
  KEY_FILE: { meaning: 'file with the private key of that certificate, in PEM' },
  KEY_PASSPHRASE: { meaning: 'passphrase of that key', secret: true },
  TERMINAL: required('terminal (field 41)', (value) =>
    printable(value, 8) ? undefined : '1 to 8 printable characters',
  ),
  MERCHANT: required('merchant (field 42)', (value) =>
    printable(value, 15) ? undefined : '1 to 15 printable characters',
  ),
  MERCHANT_NAME: required('name and place of the merchant (field 43), as the host wants them', (value) =>
    printable(value, 40) ? undefined : '1 to 40 printable characters without accents',
  ),
  MERCHANT_TYPE: required('merchant category code, MCC (field 18)', (value) =>
    /^\d{4}$/.test(value) ? undefined : 'four digits',
  ),
  ACQUIRER_ID: {
    meaning: 'id of the acquirer (field 32), when the host wants one',
    check: (value: string) => (/^\d{1,11}$/.test(value) ? undefined : '1 to 11 digits'),
  },
  ECHO_SECONDS: {
    meaning: 'after so many seconds without a message the host is asked for an echo',
    default: '60',
    check: (value: string) =>
      /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 600 ? undefined : 'a number from 1 to 600',
  },
} satisfies Record<string, ConnectorSetting>

export type IsoSettings = Readonly<Record<keyof typeof isoSettings, string>>
