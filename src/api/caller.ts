// The caller of a request, and the permissions of calls.

/** The scopes of secret credentials; every call needs one of them. */
export const scopes = ['charge', 'refund', 'read', 'payouts', 'webhooks', 'admin'] as const

export type Scope = (typeof scopes)[number]

/** The meaning of each scope, for the documents. */
export const scopeMeanings = {
  charge: 'make payments, vouchers, card tokens, customers and plans, and send receipts',
  refund: 'reverse and refund operations, set money aside for refunds, and answer disputes',
  read: 'read operations, customers, events, payouts, the ledger and every other record, but not credentials',
  payouts: 'change the account that payouts go to, and confirm or cancel such a change',
  webhooks: 'make, change, test and replay webhooks',
  admin:
    'make and revoke credentials, change the rules of charges, of risk and of refunds, read the audit trail; in the sandbox also move its clock and set its fees and payers',
} as const satisfies Record<Scope, string>

/**
 * Who may make a call: a secret credential with this scope; `any` secret credential; `publishable`: publishable keys and
 * credentials with `charge`; `person`: a person signed in at the console; `operator`: a person with the operator's role;
 * `public`: anybody.
 */
export type Access = Scope | 'any' | 'publishable' | 'person' | 'operator' | 'public'

/** A person who is signed in at the console. */
interface Person {
  id: string
  name: string
  role: string
  /** Sees the networks and queues of the whole service. */
  operator: boolean
  sessionId: string
  /** The role needs a second factor, and the person has none yet: nothing else is allowed before. */
  lacksFactor: boolean
}

/** The caller of a request. */
export interface Caller {
  accountId: string
  /** For a person, the person's id. */
  credentialId: string
  kind: 'secret' | 'publishable'
  /** None for a publishable key. */
  scopes: readonly Scope[]
  /** The e-mail of the operator. */
  operator: string
  /** The number of the credential's secret that was used, from 1. */
  secretGeneration: number
  /** When the credential, session or replaced secret of the request expires; null: never. */
  until: string | null
  /** The person, if the request comes from a session at the console and not from a program. */
  person?: Person
  /** Another person of the account has approved this very call. */
  isApproved?: true
}

/** The last text of scopes: callers have few different ones. */
let lately: { text: string; held: readonly Scope[] } = { text: '', held: [] }

/** The scopes of a credential as the database keeps them. */
export function scopesOf(text: string): readonly Scope[] {
  if (text === lately.text) return lately.held
  const names = text.split(' ')
  const held = scopes.filter((scope) => names.includes(scope))
  lately = { text, held }
  return held
}
