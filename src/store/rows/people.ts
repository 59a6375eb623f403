// Rows: people who sign in at the console, and the calls that are kept for developers.
import type { ApprovalKind } from '../../core/approval.ts'
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A person who signs in at the console. One e-mail is one person in the whole service; roles are by account. */
export interface UserRow {
  id: string
  /** In lower case. */
  email: string
  name: string
  /**
   * Argon2id in the PHC string format; null until an invitation is accepted, and in the sandbox for a person without a
   * password.
   */
  password_hash: string | null
  /** The key of the authenticator app, sealed; null: it is not in use. */
  sealed_totp: string | null
  /** The last time step whose code was used, so that no code is used twice. */
  totp_step: number
  created_at: Instant
}

/** A person's role in an account: `console/roles` has the scopes of each role. */
export interface UserRoleRow {
  account_id: string
  user_id: string
  role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
  created_at: Instant
}

/** An invitation that was sent by e-mail. Its token is stored as a SHA-256. */
export interface InvitationRow {
  id: string
  account_id: string
  user_id: string
  role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
  token_hash: string
  /** Name and e-mail of the inviting person, or the user of the terminal. */
  invited_by: string
  created_at: Instant
  expires_at: Instant
  /** When it was accepted or withdrawn; null: it is open. */
  ended_at: Instant | null
}

/** A request of one person that another person of the account approves; it is carried out exactly as requested, once. */
export interface ApprovalRow {
  id: string
  account_id: string
  kind: ApprovalKind
  /** Id of the operation, refund, transfer, received payment, affiliate, credential or account that it is about; empty for a new one. */
  subject: string
  /** The request, as JSON: `console/approval-request`. */
  asked: string
  /** The amount that would go back to the payer; null when no money moves at once. */
  amount_centavos: number | null
  /** The scopes that the approver must have, separated by blanks. */
  needed_scopes: string
  /** `approved`: it is being carried out, or the requester can fetch the approved key. */
  state: 'asked' | 'approved' | 'done' | 'refused' | 'withdrawn'
  asked_by: string
  /** Name and e-mail. */
  asked_name: string
  decided_by: string | null
  /** Empty until it is decided. */
  decided_name: string
  /** Why it was refused; may be empty. */
  reason: string
  /** Id of its result; empty before. */
  result: string
  created_at: Instant
  /** When it expires: after that it cannot be approved, and its key cannot be fetched. */
  expires_at: Instant
  decided_at: Instant | null
}

/** A browser in which a person is signed in. Its times are real time: moving the sandbox's clock does not end it. */
export interface UserSessionRow {
  id: string
  /** SHA-256 of the cookie's value. */
  token_hash: string
  user_id: string
  /** The account that is shown. */
  account_id: string
  created_at: Instant
  /** To the minute. */
  seen_at: Instant
  /** When it ends, also if it is used. */
  expires_at: Instant
  address: string
  /** The browser's name for itself, shortened. */
  browser: string
  revoked_at: Instant | null
}

/** A call that an account made, for its developers: kept for some days, and at most a number of each account. */
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
  /** The code of the refusal; empty for a success. */
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
  /** Its number among the person's passkeys, from 1 on: unique, so that the number of passkeys is bounded. */
  slot: number
  /** Its id for browsers, base64url. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  /** Its own counter of signatures; 0 if it has none. */
  counter: number
  /** How browsers reach it, as a JSON list. */
  transports: string
  /** Whether it is kept on several devices. */
  backed_up: 0 | 1
  name: string
  created_at: Instant
  used_at: Instant | null
}

/** A challenge for a browser to sign. It is deleted when it is used, or some time after its end. */
export interface PasskeyChallengeRow {
  /** SHA-256 of the challenge. */
  hash: string
  purpose: 'register' | 'sign-in' | 'second-factor'
  /** The person who must sign; null when the person is not known yet. */
  user_id: string | null
  /** The session in which it was asked for. */
  session_id: string | null
  expires_at: Instant
}

/** A person's named filter of an account's operations. */
export interface SavedViewRow {
  id: string
  account_id: string
  user_id: string
  /** Its number among the person's views of the account, from 1 on: unique, so that the number of views is bounded. */
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
