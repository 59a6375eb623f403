// What a charge carries for the bank, besides its card and amount, and what comes back. Every text is printable, bounded, and without card data.

/** From version 2 of the ports on. A connector passes on what its network takes, and ignores the rest. */
export interface ChargeDetails {
  /** Whose charge it is: an acquirer may have terms for each account. */
  accountId: string
  /** What is sold, to 250 characters; may be empty. */
  description: string
  payer: ChargePayer
  /** The id that the acquirer's own script gave the payer's browser, to 255 characters. */
  deviceSession?: string
  /** What the merchant marked for the bank: at most 20 texts of at most 250 characters. */
  metadata: Readonly<Record<string, string>>
  /** The charge is one of several of a card on file. */
  series?: ChargeSeries
}

export interface ChargePayer {
  /** To 120 characters. */
  name: string
  email?: string
  /** Ten digits. */
  phone?: string
  address?: PayerAddress
  /** IPv4 or IPv6. */
  ip?: string
}

/** Each text to 120 characters. */
export interface PayerAddress {
  line1: string
  line2?: string
  city?: string
  state?: string
  postalCode?: string
  /** ISO 3166 alpha-2. */
  country?: string
}

export interface ChargeSeries {
  /** `first`: the customer agrees to the series. `following`: a later charge of it. */
  position: 'first' | 'following'
  /** The card network's id of the first charge, as the acquirer answered it; absent when it never did. */
  firstNetworkTransaction?: string
}

export interface ApprovedCharge {
  kind: 'approved'
  authorizationCode: string
  networkReference: string
  /** The acquirer's own token for the card, to 250 characters: kept sealed with a saved card, and sent with its next charge. From version 2 on. */
  networkToken?: string
  /** The card network's id of this charge, which a following charge of a series names. From version 2 on. */
  networkTransaction?: string
}

/** Why, in the network's own words, to 250 characters: for the merchant and the operator, not for the payer. Never card data. From version 2 on. */
export interface InItsWords {
  reason?: string
}
