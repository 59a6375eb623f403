// Rows: who signs in at the console, and the calls that are kept for developers.
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
  kind: 'refund' | 'reversal' | 'retry' | 'transfer' | 'credential' | 'roll' | 'rule'
  /** Id of the operation, refund, transfer, credential or account that it is about; empty for a new credential. */
  subject: string
  /** What was asked for, as JSON: `console/asked`. */
  asked: string
  /** What would go back to the payer; null where no money moves. */
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
