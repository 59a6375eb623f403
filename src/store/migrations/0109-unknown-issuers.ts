// A saved card whose issuer nobody knew was kept as a debit card of Mexico: it is of unknown funding and country.
import { checkAnew } from './checks.ts'

export const unknownIssuers = {
  name: '0109-unknown-issuers',
  statements: [
    ...checkAnew('cards', { funding: ['DEBIT', 'CREDIT', 'PREPAID', 'UNKNOWN'] }),
    `update cards set funding = 'UNKNOWN', country_code = '' where bank_name = ''`,
  ],
}
