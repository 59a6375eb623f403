// The settings of the connector Openpay, each checked before the service starts.
import { chains } from '../../core/chains.ts'
import { isEmail } from '../../core/text.ts'
import { type ConnectorSetting, requiredSetting } from '../connector.ts'
import { addressFault } from '../exchange.ts'

/** Of every port. */
const openpaySettings = {
  MERCHANT_ID: requiredSetting('id of the merchant at Openpay', (value) =>
    /^[a-z0-9]{10,40}$/.test(value) ? undefined : 'small letters and digits, as the dashboard of Openpay shows it',
  ),
  PRIVATE_KEY: requiredSetting(
    'private key of the merchant at Openpay',
    (value) =>
      /^sk_[A-Za-z0-9]{8,80}$/.test(value)
        ? undefined
        : 'a private key, which begins with sk_; a public key, pk_, makes tokens only',
    true,
  ),
  PAYER_EMAIL: requiredSetting(
    'e-mail that Openpay gets for a payer whose own is not known: it wants one for each',
    (value) => (isEmail(value) ? undefined : 'an e-mail address'),
  ),
  URL: {
    meaning: 'address of Openpay; its sandbox is https://sandbox-api.openpay.mx',
    default: 'https://api.openpay.mx',
    check: (value: string) => addressFault(value, 'https://sandbox-api.openpay.mx'),
  },
  CA_FILE: { meaning: 'file with the certificate authority of that address, when it is not a public one' },
  WEBHOOK_USER: {
    meaning: 'user that Openpay sends with each notice',
    default: 'openpay',
    check: (value: string) => (/^[\w.-]{1,60}$/.test(value) ? undefined : 'to 60 letters and digits'),
  },
  WEBHOOK_PASSWORD: requiredSetting(
    'password that Openpay sends with each notice',
    (value) =>
      /^[\w-]{24,128}$/.test(value) ? undefined : 'at least 24 letters and digits, e.g. from `openssl rand -hex 24`',
    true,
  ),
} satisfies Record<string, ConnectorSetting>

/** When a customer is asked to authenticate. */
const threeDSecure = ['never', 'after-refusal', 'always'] as const
export type ThreeDSecure = (typeof threeDSecure)[number]

export const acquirerSettings = {
  ...openpaySettings,
  THREE_D_SECURE: {
    meaning:
      '3-D Secure: `never`, `always`, or `after-refusal` by the fraud system of Openpay; never for what the merchant begins',
    default: 'never',
    check: (value: string) =>
      threeDSecure.some((one) => one === value) ? undefined : `one of ${threeDSecure.join(', ')}`,
  },
} satisfies Record<string, ConnectorSetting>

export const speiBankSettings = {
  ...openpaySettings,
  SPEI_DEPOSITS: {
    meaning:
      'how payers deposit by SPEI: `customer-clabe`, into a CLABE of one of Openpay’s customers for each voucher',
    default: 'customer-clabe',
    check: (value: string) => {
      if (value === 'customer-clabe') return undefined
      return value === 'bank-charge'
        ? '`customer-clabe`: the bank charges of Openpay share one CLABE, and what becomes of a deposit without its reference, of another amount or after its day is not known; docs/connectors/openpay.md says what is missing'
        : '`customer-clabe`'
    },
  },
} satisfies Record<string, ConnectorSetting>

const shortNames = chains.map(({ shortName }) => shortName)

/** The short names in a list. */
export function chainsIn(value: string): string[] {
  return value.split(',').map((one) => one.trim())
}

export const cashNetworkSettings = {
  ...openpaySettings,
  CHAINS: {
    meaning: `chains whose tills take a Paynet reference under your contract, comma-separated, of ${shortNames.join(', ')}`,
    default: '7ELEVEN,AHORRO,WALMART,BODEGA,CIRCLEK,EXTRA',
    check: (value: string) =>
      chainsIn(value).every((one) => shortNames.includes(one)) ? undefined : `names of ${shortNames.join(', ')}`,
  },
} satisfies Record<string, ConnectorSetting>

export type OpenpaySettings = Readonly<Record<keyof typeof openpaySettings, string>>
