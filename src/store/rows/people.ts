// Rows: who signs in at the console, and the calls that are kept for developers.
import type { ApprovalKind } from '../../core/approval.ts'
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A person who signs in at the console. Of the whole service: one e-mail is one person, whose roles are by account. */
export interface UserRow {
  id: string
  /** In lower case. */
  email: string
  name: string
  /** Argon2id in the PHC string format; null until an invitation is accepted, and in the sandbox for who needs none. */
  password_hash: string | null
  /** The key of the authenticator app, sealed; null: it is not in use. */
  sealed_totp: string | null
  /** The last time step whose code was used, so that none is used twice. */
  totp_step: number
  created_at: Instant
}

/** What a person may do in an account: `console/roles` says which scopes a role has. */
export interface UserRoleRow {
  account_id: string
  user_id: string
  role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
  created_at: Instant
}

/** A way in that was sent by e-mail. Its token is kept as a SHA-256. */
export interface InvitationRow {
  id: string
  account_id: string
  user_id: string
  role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
  token_hash: string
  /** Name and e-mail of who invites, or the user of the terminal. */
  invited_by: string
  created_at: Instant
  expires_at: Instant
  /** When it was accepted or withdrawn; null: it is open. */
  ended_at: Instant | null
}

/** What a person asked for that another of the account approves; it is carried out as it was asked, once. */
export interface ApprovalRow {
  id: string
  account_id: string
  kind: ApprovalKind
  /** Id of the operation, refund, transfer, received payment, affiliate, credential or account that it is about; empty for a new one. */
  subject: string
  /** What was asked for, as JSON: `console/asked`. */
  asked: string
  /** What would go back to the payer; null where no money moves at once. */
  amount_centavos: number | null
  /** The scopes that one must have to approve it, separated by blanks. */
  needed_scopes: string
  /** `approved`: it is being carried out, or the key that was asked for waits to be fetched by who asked. */
  state: 'asked' | 'approved' | 'done' | 'refused' | 'withdrawn'
  asked_by: string
  /** Name and e-mail. */
  asked_name: string
  decided_by: string | null
  /** Empty until somebody decides. */
  decided_name: string
  /** Why it was refused; may be empty. */
  reason: string
  /** Id of what was made of it; empty before. */
  result: string
  created_at: Instant
  /** From then on nobody approves it or fetches its key. */
  expires_at: Instant
  decided_at: Instant | null
}

/** A browser in which a person is signed in. Its times are real ones: moving the sandbox's clock signs nobody out. */
export interface UserSessionRow {
  id: string
  /** SHA-256 of what the cookie holds. */
  token_hash: string
  user_id: string
  /** The account that is looked at. */
  account_id: string
  created_at: Instant
  /** To the minute. */
  seen_at: Instant
  /** It ends then, used or not. */
  expires_at: Instant
  address: string
  /** What the browser calls itself, shortened. */
  browser: string
  revoked_at: Instant | null
}

/** A call that an account made, for its developers: kept for some days, and only so many of an account. */
export interface RequestRow {
  /** The request id that the answer carried. */
  id: string
  account_id: string
  created_at: Instant
  method: string
  /** The path as it was sent, with its query; secrets and card numbers are masked here and in all that follows. */
  path: string
  /** The route that took it. */
  route: string
  status: number
  /** The code of the refusal; empty when it was none. */
  code: string
  duration_ms: number
  /** Id of the credential or person, and the operator's e-mail. */
  caller: string
  operator: string
  address: string
  idempotency_key: string
  /** Whether the answer is that of an earlier request under the same key. */
  replayed: 0 | 1
  operation_id: string | null
  /** JSON objects; null where bodies are not kept. */
  headers: string | null
  body: string | null
  answer: string | null
}

/** A key pair in a person's device or password manager, of which the service knows the public half. */
export interface PasskeyRow {
  id: string
  user_id: string
  /** Its place among the person's, from 1 on: no two have the same, so that there are no more than places. */
  slot: number
  /** What browsers call it, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** How often it has signed, as it says itself; 0 while it does not count. */
  counter: number
  /** How browsers reach it, as a JSON list. */
  transports: string
  /** Whether it is kept on several devices. */
  backed_up: 0 | 1
  name: string
  created_at: Instant
  used_at: Instant | null
}

/** What a browser was asked to sign. It is gone when it was used, or a while after its end. */
export interface PasskeyChallengeRow {
  /** SHA-256 of the challenge. */
  hash: string
  purpose: 'register' | 'sign-in' | 'second-factor'
  /** Whose signature it is for; null while nobody is known. */
  user_id: string | null
  /** The session in which it was asked for. */
  session_id: string | null
  expires_at: Instant
}

/** What a person narrowed the operations of an account by, under a name. */
export interface SavedViewRow {
  id: string
  account_id: string
  user_id: string
  /** Its place among the person's views of the account, from 1 on: no two have the same, so that there are no more than places. */
  slot: number
  name: string
  /** As in the address: `status=P&charge_method=SPE`. */
  query: string
  created_at: Instant
}

export const peopleColumns = {
  users: all<UserRow>()('id', 'email', 'name', 'password_hash', 'sealed_totp', 'totp_step', 'created_at'),
  user_roles: all<UserRoleRow>()('account_id', 'user_id', 'role', 'created_at'),
  approvals: all<ApprovalRow>()(
    'id',
    'account_id',
    'kind',
    'subject',
    'asked',
    'amount_centavos',
    'needed_scopes',
    'state',
    'asked_by',
    'asked_name',
    'decided_by',
    'decided_name',
    'reason',
    'result',
    'created_at',
    'expires_at',
    'decided_at',
  ),
  invitations: all<InvitationRow>()(
    'id',
    'account_id',
    'user_id',
    'role',
    'token_hash',
    'invited_by',
    'created_at',
    'expires_at',
    'ended_at',
  ),
  user_sessions: all<UserSessionRow>()(
    'id',
    'token_hash',
    'user_id',
    'account_id',
    'created_at',
    'seen_at',
    'expires_at',
    'address',
    'browser',
    'revoked_at',
  ),
  passkeys: all<PasskeyRow>()(
    'id',
    'user_id',
    'slot',
    'credential_id',
    'public_key',
    'counter',
    'transports',
    'backed_up',
    'name',
    'created_at',
    'used_at',
  ),
  passkey_challenges: all<PasskeyChallengeRow>()('hash', 'purpose', 'user_id', 'session_id', 'expires_at'),
  saved_views: all<SavedViewRow>()('id', 'account_id', 'user_id', 'slot', 'name', 'query', 'created_at'),
  requests: all<RequestRow>()(
    'id',
    'account_id',
    'created_at',
    'method',
    'path',
    'route',
    'status',
    'code',
    'duration_ms',
    'caller',
    'operator',
    'address',
    'idempotency_key',
    'replayed',
    'operation_id',
    'headers',
    'body',
    'answer',
  ),
}
