// What the directory leads to, by kind: the rows, and the value by which each is found.

/** The rows of a table that are registered under a kind. */
export interface Registered {
  table: string
  /** The column that an entry has as its subject; absent: `id`. */
  subject?: string
  /** The column of the key behind the account; absent: `id`. */
  key?: string
  /** The subject is the id of an operation. */
  isUuid?: boolean
  /** In SQL, what the value of a row called `one` may be. */
  values: readonly [string, ...string[]]
  /** In SQL, for each of the values, what tells its row apart from others that share it; absent: nothing. */
  variants?: readonly string[]
  /** In SQL, which rows are registered; absent: all. */
  when?: string
  /** In SQL, those of them that nobody looks for by their value; absent: none. */
  unless?: string
}

const PAYMENT = `one.rail || ' ' || one.network || ' ' || one.network_transaction`
const REFERENCE = `one.rail || ' ' || one.network || ' ' || one.network_reference`

/** By kind, what is registered. */
export const directoryKinds = {
  checkout: { table: 'checkouts', values: ['one.id'] },
  clabe: { table: 'sources', values: ['one.clabe'] },
  export: { table: 'exports', values: ['one.id'] },
  invitation: { table: 'invitations', values: ['one.token_hash'] },
  key: { table: 'credentials', values: ['one.app_key'] },
  // The first of a day has the day alone: whoever reports the same payment with less or more of its identity meets it there.
  payment: {
    table: 'payments_received',
    values: [PAYMENT, PAYMENT],
    variants: ['one.operation_day', `one.operation_day || ' ' || one.institution || ' ' || cast(one.conflict as text)`],
  },
  'refund link': { table: 'refunds', values: ['one.link_hash'], when: 'one.link_hash is not null' },
  session: { table: 'sessions', subject: 'credential_id', key: 'token_hash', values: ['one.token_hash'] },
  'short address': { table: 'messages', values: ['one.short_code'], when: 'one.short_code is not null' },
  'tracking key': { table: 'transfers', values: ['one.tracking_key'], unless: 'one.asked_at is null' },
  // A reference that its network issues again is the new voucher's; those that had it stand behind it with their ids.
  voucher: {
    table: 'operations',
    isUuid: true,
    values: [REFERENCE, `${REFERENCE} || ' ' || cast(one.id as text)`],
    when: `(one.rail = 'store' or one.rail = 'spei') and one.network_reference is not null and one.source_id is null`,
    unless: `one.status <> 'pending' or one.due_at is null`,
  },
} as const satisfies Record<string, Registered>

export type DirectoryKind = keyof typeof directoryKinds

export const directoryKindNames = Object.keys(directoryKinds) as DirectoryKind[]
