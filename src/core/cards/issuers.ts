// The data about a card's issuer; and the issuers, by the first six digits, of test card numbers.

/** `UNKNOWN`: the kind of card is not known. */
export const fundings = ['DEBIT', 'CREDIT', 'PREPAID', 'UNKNOWN'] as const

export type Funding = (typeof fundings)[number]

export interface Issuer {
  /** ISO 3166 alpha-2; empty: not known. */
  countryCode: string
  /** May be empty: the bank is not known. */
  bankName: string
  funding: Funding
}

/** Only for the numbers in use for tests; real issuers come from the operator's own ranges (`ISSUERS`). */
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

/** `core/cards/unknown-issuer` decides what this means for months without interest and risk rules. */
export const unknownIssuer: Readonly<Issuer> = { countryCode: '', bankName: '', funding: 'UNKNOWN' }
