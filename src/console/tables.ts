// Tables: people who sign in at the console, and what they ask and see.
import { approvalKinds } from '../core/approval.ts'
import { flag, instant, natural, oneOf, positive, type Row, table, text } from '../core/table.ts'

const ROLES = ['reader', 'cashier', 'finance', 'developer', 'owner', 'operator'] as const

/** A person who signs in at the console. One e-mail is one person in the whole service; roles are by account. */
export const users = table(
  'users',
  {
    authority: {
      id: text(),
      /** In lower case. */
      email: text(),
      name: text(),
      /**
       * Argon2id in the PHC string format; null until an invitation is accepted, and in the sandbox for a person without a
       * password.
       */
      password_hash: text().orNull(),
      created_at: instant(),
    },
    sealed: {
      /** The key of the authenticator app, sealed; null: it is not in use. */
      sealed_totp: text().orNull(),
    },
    work: {
      /** The last time step whose code was used, so that no code is used twice. */
      totp_step: natural(),
    },
  },
  {
    owner: 'shared',
    key: 'id',
    unique: {
      users_by_email: 'email',
    },
  },
)
export type UserRow = Row<typeof users>

/** A person's role in an account: `console/people/roles` has the scopes of each role. */
export const userRoles = table(
  'user_roles',
  {
    authority: {
      account_id: text(),
      user_id: text(),
      role: oneOf(ROLES),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, user_id',
    references: { account_id: 'accounts', user_id: 'users' },
    indexes: {
      user_roles_by_user: 'user_id',
    },
  },
)
export type UserRoleRow = Row<typeof userRoles>

/** An invitation that was sent by e-mail. Its token is stored as a SHA-256. */
export const invitations = table(
  'invitations',
  {
    authority: {
      id: text(),
      account_id: text(),
      user_id: text(),
      role: oneOf(ROLES),
      token_hash: text(),
      /** Name and e-mail of the inviting person, or the user of the terminal. */
      invited_by: text(),
      created_at: instant(),
      expires_at: instant(),
      /** When it was accepted or withdrawn; null: it is open. */
      ended_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    references: { account_id: 'accounts', user_id: 'users' },
    unique: {
      invitations_by_token: 'account_id, token_hash',
    },
  },
)
export type InvitationRow = Row<typeof invitations>

/** A request of one person that another person of the account approves; it is carried out exactly as requested, once. */
export const approvals = table(
  'approvals',
  {
    authority: {
      id: text(),
      account_id: text(),
      kind: oneOf(approvalKinds),
      /** Id of the operation, refund, transfer, received payment, affiliate, credential or account that it is about; empty for a new one. */
      subject: text(),
      /** The request, as JSON: `console/approvals/stored-request`. */
      asked: text(),
      /** The amount that would go back to the payer; null when no money moves at once. */
      amount_centavos: positive().orNull(),
      /** The scopes that the approver must have, separated by blanks. */
      needed_scopes: text(),
      /** `approved`: it is being carried out, or the requester can fetch the approved key; `gone`: what it is about was settled without it. */
      state: oneOf(['asked', 'approved', 'done', 'refused', 'withdrawn', 'gone']),
      asked_by: text(),
      /** Name and e-mail. */
      asked_name: text(),
      decided_by: text().orNull(),
      /** Empty until it is decided. */
      decided_name: text(),
      /** Why it was refused; may be empty. */
      reason: text(),
      /** Id of its result; empty before. */
      result: text(),
      created_at: instant(),
      /** When it expires: after that it cannot be approved, and its key cannot be fetched. */
      expires_at: instant(),
      decided_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    references: { account_id: 'accounts', asked_by: 'users', decided_by: 'users' },
    indexes: {
      approvals_open: `account_id, expires_at where state = 'asked' or state = 'approved'`,
    },
    checks: { approvals_another_check: 'decided_by <> asked_by' },
  },
)
export type ApprovalRow = Row<typeof approvals>

/** A browser in which a person is signed in. Its times are real time: moving the sandbox's clock does not end it. */
export const userSessions = table(
  'user_sessions',
  {
    authority: {
      id: text(),
      /** SHA-256 of the cookie's value. */
      token_hash: text(),
      user_id: text(),
      /** The account that is shown. */
      account_id: text(),
      created_at: instant(),
      /** When it ends, also if it is used. */
      expires_at: instant(),
      address: text(),
      /** The browser's name for itself, shortened. */
      browser: text(),
      revoked_at: instant().orNull(),
    },
    work: {
      /** To the minute. */
      seen_at: instant(),
    },
  },
  {
    owner: 'shared',
    isPassing: true,
    key: 'id',
    references: { user_id: 'users' },
    unique: {
      user_sessions_by_token: 'token_hash',
    },
    indexes: {
      user_sessions_by_user: 'user_id, id',
    },
  },
)
export type UserSessionRow = Row<typeof userSessions>

/** A key pair in a person's device or password manager, of which the service knows the public half. */
export const passkeys = table(
  'passkeys',
  {
    authority: {
      id: text(),
      user_id: text(),
      /** Its number among the person's passkeys, from 1 on: unique, so that the number of passkeys is bounded. */
      slot: positive(),
      /** Its id for browsers, base64url. */
      credential_id: text(),
      /** COSE, base64url. */
      public_key: text(),
      /** How browsers reach it, as a JSON list. */
      transports: text(),
      /** Whether it is kept on several devices. */
      backed_up: flag(),
      name: text(),
      created_at: instant(),
    },
    work: {
      /** Its own counter of signatures; 0 if it has none. */
      counter: natural(),
      used_at: instant().orNull(),
    },
  },
  {
    owner: 'shared',
    key: 'id',
    references: { user_id: 'users' },
    unique: {
      passkeys_by_user: 'user_id, slot',
      passkeys_by_credential: 'credential_id',
    },
  },
)
export type PasskeyRow = Row<typeof passkeys>

/** A challenge for a browser to sign. It is deleted when it is used, or some time after its end. */
export const passkeyChallenges = table(
  'passkey_challenges',
  {
    work: {
      /** SHA-256 of the challenge. */
      hash: text(),
      purpose: oneOf(['register', 'sign-in', 'second-factor']),
      /** The person who must sign; null when the person is not known yet. */
      user_id: text().orNull(),
      /** The session in which it was asked for. */
      session_id: text().orNull(),
      expires_at: instant(),
    },
  },
  {
    owner: 'shared',
    key: 'hash',
    indexes: {
      passkey_challenges_by_end: 'expires_at',
    },
  },
)
export type PasskeyChallengeRow = Row<typeof passkeyChallenges>

/** A person's named filter of an account's operations. */
export const savedViews = table(
  'saved_views',
  {
    work: {
      id: text(),
      account_id: text(),
      user_id: text(),
      /** Its number among the person's views of the account, from 1 on: unique, so that the number of views is bounded. */
      slot: positive(),
      name: text(),
      /** As in the address: `status=P&charge_method=SPE`. */
      query: text(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    references: { account_id: 'accounts', user_id: 'users' },
    unique: {
      saved_views_by_person: 'account_id, user_id, slot',
      saved_views_by_name: 'account_id, user_id, name',
    },
  },
)
export type SavedViewRow = Row<typeof savedViews>

/** The last tries of signing in that were wrong or have no answer yet, in all processes together. */
export const signInTries = table(
  'sign_in_tries',
  {
    work: {
      /** `pair`: an address and an e-mail; `person`: an e-mail from anywhere; `code`: the authenticator app's code of a person. */
      kind: oneOf(['address', 'code', 'pair', 'person']),
      /** A hash. */
      subject: text(),
      /** Instants, one after another, oldest first (`core/sliding-tries.ts`). */
      tries: text(),
      /** From when on none of them counts. */
      until: instant(),
    },
  },
  {
    owner: 'shared',
    key: 'kind, subject',
  },
)
export type SignInTriesRow = Row<typeof signInTries>
