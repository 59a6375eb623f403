// What travels on the wire, made from the schemas that the service checks it with: `npm run client:types` writes this file.

export interface SavedCard {
  /** Charge it by this */
  token: string
  holder_name: string
  /** VISA, MAST, AMEX or CRNT */
  type: string
  /** First six and last four digits */
  number: string
  /** YYMM */
  expiration: string
  /** ISO 3166 alpha-2 */
  country_code: string
  /** May be empty */
  bank_name: string
  /** DEBIT, CREDIT or PREPAID */
  funding: string
}

export interface CustomerOnAPlan {
  id: string
  name: string
  email: string
  active: boolean
  /** ISO 8601 with the offset of Mexico City */
  date_create: string
}

export interface Plan {
  id: string
  name: string
  amount: {
    amount: string
    currency: string
  }
  /** day, week, month or year */
  period: string
  /** ISO 8601 with the offset of Mexico City */
  date_create: string
}

/** Every call of the service by its method and path. */
export interface Calls {
  /** Log in */
  'POST /v1/auth/login/application': {
    body: {
      /** Ignored; clients in use send it empty */
      application_bundle?: unknown | undefined
    }
    result: {
      /** Send it as `Authorization: Bearer <token>`; it is shown once */
      token: string
      /** ISO 8601 with the offset of Mexico City; 30 days from now */
      expires: string
    }
  }
  /** Log out, the other way */
  'DELETE /v1/auth/login/application': {
    result: undefined
  }
  /** Log out */
  'POST /v1/auth/logout': {
    result: undefined
  }
  /** Save a card */
  'POST /v1/customer/{customerId}/cards': {
    body: {
      token: string
    }
    result: {
      /** Charge it by this */
      token: string
      holder_name: string
      /** VISA, MAST, AMEX or CRNT */
      type: string
      /** First six and last four digits */
      number: string
      /** YYMM */
      expiration: string
      /** ISO 3166 alpha-2 */
      country_code: string
      /** May be empty */
      bank_name: string
      /** DEBIT, CREDIT or PREPAID */
      funding: string
      /** Always XXXX: it is kept nowhere */
      cvv: string
      status: string
    }
  }
  /** List the saved cards of a customer */
  'GET /v1/customer/{customerId}/cards': {
    result: Array<SavedCard>
  }
  /** Get a saved card */
  'GET /v1/customer/{customerId}/cards/{cardId}': {
    result: SavedCard
  }
  /** Deactivate a saved card */
  'DELETE /v1/customer/{customerId}/cards/{cardId}': {
    result: SavedCard
  }
  /** List plans and the customers on them */
  'GET /v1/plan': {
    query: {
      offset?: string | number | undefined
    }
    result: {
      limit: number
      offset: number
      /** Customers who are on a plan */
      total: number
      customers: Array<CustomerOnAPlan>
      plans: Array<Plan>
    }
  }
  /** Create a plan */
  'POST /v1/plan': {
    body: {
      name: string
      /** Mexican pesos with at most 2 decimals, as a number or as text */
      amount: number | string
      period: 'day' | 'week' | 'month' | 'year'
      currency?: 'MXN' | null | undefined
    }
    result: Plan
  }
  /** Read a plan */
  'GET /v1/plan/{plan}': {
    result: Plan
  }
  /** Get the public key for card data */
  'GET /v1/public-key': {
    result: {
      key_id: string
      algorithm: string
      /** SPKI in PEM */
      public_key: string
    }
  }
  /** Download the public key */
  'GET /v1/public-key.pem': {
    result: undefined
  }
  /** Make a card token */
  'POST /v1/token': {
    body: {
      /** A fresh 32-character AES-256 key, encrypted with the RSA key of `GET /v1/public-key`, in base64 */
      key: string
      /** The message as JSON, encrypted with that AES key, in base64: AES-256-ECB, or better GCM (12-byte nonce first, 16-byte tag last) or CBC (16-byte IV first) */
      data: string
      /** Ignored here */
      metadata?: unknown | undefined
    }
    result: {
      /** Charge it once as `recurrent` */
      token: string
      holder_name: string
      /** VISA, MAST, AMEX or CRNT */
      type: string
      /** First six and last four digits */
      number: string
      /** YYMM */
      expiration: string
      /** ISO 3166 alpha-2 */
      country_code: string
      /** May be empty */
      bank_name: string
      /** DEBIT, CREDIT or PREPAID */
      funding: string
      /** ISO 8601 with the offset of Mexico City */
      expires: string
    }
  }
}
