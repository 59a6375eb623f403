// Issuers by the first six digits of a card: the numbers that sandboxes and existing clients test with.

export const fundings = ['DEBIT', 'CREDIT', 'PREPAID'] as const

export type Funding = (typeof fundings)[number]

export interface Issuer {
  /** ISO 3166 alpha-2. */
  countryCode: string
  /** May be empty: the bank is not known. */
  bankName: string
  funding: Funding
}

/** Only for the numbers in use for tests; real issuers come from an acquirer's own BIN file. */
export const issuers: Readonly<Record<string, Issuer>> = {
  '400000': { countryCode: 'MX', bankName: 'VISA TEST', funding: 'CREDIT' },
  '400005': { countryCode: 'US', bankName: 'VISA TEST', funding: 'DEBIT' },
  '401288': { countryCode: 'MX', bankName: 'VISA TEST', funding: 'CREDIT' },
  '411111': { countryCode: 'MX', bankName: 'VISA TEST', funding: 'CREDIT' },
  '424242': { countryCode: 'MX', bankName: 'VISA TEST', funding: 'DEBIT' },
  '448553': { countryCode: 'MX', bankName: 'VISA TEST', funding: 'CREDIT' },
  '222300': { countryCode: 'MX', bankName: 'MASTERCARD TEST', funding: 'CREDIT' },
  '510510': { countryCode: 'MX', bankName: 'MASTERCARD TEST', funding: 'PREPAID' },
  '512745': { countryCode: 'MX', bankName: 'MASTERCARD TEST', funding: 'CREDIT' },
  '520082': { countryCode: 'MX', bankName: 'MASTERCARD TEST', funding: 'DEBIT' },
  '550417': { countryCode: 'MX', bankName: 'MASTERCARD TEST', funding: 'CREDIT' },
  '555555': { countryCode: 'MX', bankName: 'MASTERCARD TEST', funding: 'CREDIT' },
  '371449': { countryCode: 'MX', bankName: 'AMEX TEST', funding: 'CREDIT' },
  '378282': { countryCode: 'MX', bankName: 'AMEX TEST', funding: 'CREDIT' },
  '506221': { countryCode: 'MX', bankName: 'CARNET TEST', funding: 'DEBIT' },
  '506254': { countryCode: 'MX', bankName: 'CARNET TEST', funding: 'DEBIT' },
  '627535': { countryCode: 'MX', bankName: 'CARNET TEST', funding: 'PREPAID' },
  '639484': { countryCode: 'MX', bankName: 'CARNET TEST', funding: 'DEBIT' },
}

/** For a BIN the table has not: debit, so that no months are promised which a bank would refuse. */
export const unknownIssuer: Readonly<Issuer> = { countryCode: 'MX', bankName: '', funding: 'DEBIT' }
