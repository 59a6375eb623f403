// A card payment before it is sealed (spec 2.6), and the card of a token.

/** The argument of `payments.card`. Amounts are Mexican pesos with at most two decimals. */
export interface Charge {
  /** A token (`tok_...`) or a saved card (`crd_...`). */
  recurrent: string
  payment: {
    total: { amount: number | string; currency?: 'MXN' }
    reference: {
      /** What the payer reads, to 250 characters. */
      description: string
      /** Your own number of the purchase: `operations.find` finds the payment by it. */
      number?: string
    }
    /** Your own id of the payment: the same id never charges twice. */
    external?: { transaction?: string; application_key?: string }
    /** The part of the total that is a tip. */
    tip?: { amount: number | string; currency?: 'MXN' }
    /** The user of the connect module and their share. */
    affiliated?: { user: string; total_fee: string }
    origin?: { ip?: string; location?: { latitude: string; longitude: string } }
  }
  /**
   * Where the payer returns from the bank's authentication, with `transaction` added: https, in the sandbox also this machine. Send the payer to
   * `payer_url` of the answer when it has one.
   */
  return_url?: string
  /** False: authorise only. `operations.capture` takes it, or a part of it, later. */
  capture?: boolean
  /** Instalments, on credit cards. */
  months?: 3 | 6 | 9 | 12 | 18
}

/** A card as it was typed. */
export interface TypedCard {
  cardholder_name: string
  number: string
  /** `YYMM` */
  expiration: string
  cvv: string
}

/** The charge in the form of the API: required fields are present. */
export function wireCharge(charge: Charge): object {
  const { external, reference, total, ...rest } = charge.payment
  return {
    ...charge,
    payment: {
      external: { transaction: '', ...external },
      reference: { number: '', ...reference },
      total: { currency: 'MXN', ...total },
      ...rest,
    },
  }
}
