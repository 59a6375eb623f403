// The settings of the connector STP, each checked before the service starts.
import { isIP } from 'node:net'
import { isValidClabe } from '../../core/banks/clabe.ts'
import { isRfc } from '../../core/rfc.ts'
import { type ConnectorSetting, requiredSetting } from '../connector.ts'
import { addressFault } from '../exchange.ts'
import { asciiText } from './order-fields.ts'

/** STP and its demo are reached by HTTPS; a fake on this machine may do without. */
const urlFault = (value: string) => addressFault(value, 'https://prod.stpmex.com/speiws/rest')

/** Addresses and networks of a list. */
export function addressesIn(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 8 && Number(bits) <= most))
  )
}

export const stpSettings = {
  COMPANY: requiredSetting('name of the company at STP (empresa)', (value) =>
    /^[A-Z][A-Z0-9_]{0,14}$/.test(value) ? undefined : 'up to 15 capitals, digits and _, as STP wrote it',
  ),
  KEY_FILE: requiredSetting('file with the private key that signs orders, PEM with a passphrase', undefined),
  KEY_PASSPHRASE: requiredSetting('passphrase of that key', undefined, true),
  CLABE_PREFIX: requiredSetting('beginning of the CLABEs that STP gave the company; Cobro numbers the rest', (value) =>
    /^646\d{5,13}$/.test(value) ? undefined : '8 to 16 digits that begin with 646',
  ),
  ACCOUNT: requiredSetting('CLABE of the company’s own account at STP, which transfers leave', (value) =>
    isValidClabe(value) && value.startsWith('646') ? undefined : 'a CLABE of STP: 18 digits with the right check digit',
  ),
  NAME: requiredSetting('name of the company as the holder of that account', (value) =>
    value === asciiText(value, 40) ? undefined : 'up to 40 letters without accents, as STP has it',
  ),
  RFC: requiredSetting('RFC of the company', (value) => (isRfc(value) ? undefined : 'an RFC of 12 or 13 characters')),
  ORDERS_URL: requiredSetting('address of STP’s orders, such as https://prod.stpmex.com/speiws/rest', urlFault),
  QUERIES_URL: requiredSetting('address of STP’s queries, such as https://prod.stpmex.com/efws/API', urlFault),
  CA_FILE: { meaning: 'file with the certificate authority of STP’s addresses, when it is not a public one' },
  INBOUND_ADDRESSES: requiredSetting(
    'addresses from which STP reports, comma-separated; networks as 203.0.113.0/28',
    (value) => {
      const all = addressesIn(value)
      return all.length > 0 && all.every(isAddressOrNetwork) ? undefined : 'addresses or networks, comma-separated'
    },
  ),
  INBOUND_SECRET: requiredSetting(
    'what STP sends with each report, as the password of Basic or as ?secret= in the address that you give to STP',
    (value) =>
      /^[\w-]{24,128}$/.test(value) ? undefined : 'at least 24 letters and digits, e.g. from `openssl rand -hex 24`',
    true,
  ),
  CONFIRM_DEPOSITS: {
    meaning: '`yes`: a deposit is taken only after STP answered a query for it',
    default: 'no',
    check: (value: string) => (value === 'yes' || value === 'no' ? undefined : '`yes` or `no`'),
  },
} satisfies Record<string, ConnectorSetting>

export type StpSettings = Readonly<Record<keyof typeof stpSettings, string>>
