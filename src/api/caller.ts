// Who makes a request, and who may make which.

/** What a secret credential may be allowed to do; every call needs one of these. */
export const scopes = ['charge', 'refund', 'read', 'payouts', 'webhooks', 'admin'] as const

export type Scope = (typeof scopes)[number]

/** What each scope is good for, as the documents say it. */
export const scopeMeanings = {
  charge: 'make payments, vouchers, card tokens, customers and plans, and send receipts',
  refund: 'reverse and refund operations, set money aside for refunds, and answer disputes',
  read: 'read operations, customers, events, payouts, the ledger and every other record, but not credentials',
  payouts: 'change the account that payouts go to, and confirm or cancel such a change',
  webhooks: 'make, change, test and replay webhooks',
  admin:
    'make and revoke credentials, change risk rules and the rules of refunds, read the audit trail; in the sandbox also move its clock and set its fees and payers',
} as const satisfies Record<Scope, string>

/**
 * Who may make a call: a secret credential with this scope; `any` secret credential; `publishable`: publishable keys and whoever
 * may `charge`; `person`: whoever is signed in at the console; `operator`: a person who looks after the whole service; `public`: anybody.
 */
export type Access = Scope | 'any' | 'publishable' | 'person' | 'operator' | 'public'

/** Somebody who is signed in at the console. */
export interface Person {
  id: string
  name: string
  role: string
  /** Sees the networks and queues of the whole service. */
  operator: boolean
  sessionId: string
}

/** Who makes a request. */
export interface Caller {
  accountId: string
  /** Of a person, the person's id. */
  credentialId: string
  kind: 'secret' | 'publishable'
  /** None for a publishable key. */
  scopes: readonly Scope[]
  /** The e-mail of the operator. */
  operator: string
  /** Which secret of the credential came, counted from 1. */
  secretGeneration: number
  /** The instant at which what came opens nothing any more: a credential, a session or a replaced secret that ends; null: it does not end. */
  until: string | null
  /** Who it is, when the request comes from a person's session at the console and not from a program. */
  person?: Person
}

/** The scopes of a credential as the database keeps them. */
export function scopesOf(text: string): Scope[] {
  const held = text.split(' ')
  return scopes.filter((scope) => held.includes(scope))
}
