// The name of a ledger entry: the id of its cause, a colon, and what happened. Which names a cause may use, and the parts of a name, also in SQL.
import { sql } from 'kysely'
import type { Engine } from '../store/schema/create-tables.ts'
import { uuidIn } from '../store/uuid.ts'

/** The entry names of each cause: a closed set, so that an entry with another name is a fault. */
export const entryNames = {
  operation: ['paid', 'reversed'],
  payment: ['returned', 'suspended', 'released'],
  transfer: ['accepted', 'sent', 'rejected', 'returned', 'written-off'],
  payout: ['booked', 'sent', 'failed', 'returned'],
  dispute: ['opened', 'won', 'lost', 'recovered'],
  line: ['posted', 'found', 'closed', 'superseded'],
  'fee-statement': ['rounded'],
  refund: ['reserve', 'booked', 'sent', 'cancelled'],
  reserve: ['moved'],
  claim: ['written-off'],
} as const

export type CauseKind = keyof typeof entryNames

/** `<id of the cause>:<what happened>` */
export type EntryName = `${string}:${(typeof entryNames)[CauseKind][number]}`

/** An entry is unique by its account and its name. */
export interface EntryKey {
  accountId: string
  entry: EntryName
}

/** The keys of every entry that a cause of this account may have. */
export function keysOf(kind: CauseKind, id: string, accountId: string): EntryKey[] {
  return namesOf(kind, id).map((entry) => ({ accountId, entry }))
}

/** The entry is one of these, in SQL: each is looked up in its own account. There is at least one. */
export function isOneOf(keys: readonly EntryKey[]) {
  const all = keys.map(({ accountId, entry }) => sql`(${accountId}, ${entry})`)
  return sql<boolean>`(account_id, entry) in (values ${sql.join(all)})`
}

/** Every name that an entry of this cause may have. */
export function namesOf(kind: CauseKind, id: string): EntryName[] {
  return entryNames[kind].map((what): EntryName => `${id}:${what}`)
}

/** The id of the cause; for a name without a colon, an id that does not exist. */
export function causeOf(entry: string): string {
  const colon = entry.indexOf(':')
  return colon < 0 ? entry : entry.slice(0, colon)
}

/** What happened. */
export function whatHappened(entry: string): string {
  return entry.slice(entry.indexOf(':') + 1)
}

/** Sorts after every entry of a cause, because `;` follows `:`. */
export function afterEntriesOf(id: string): string {
  return `${id};`
}

/** How the ids of these causes begin; 26 characters follow. An operation's id is a UUID. */
const prefixes = {
  payment: 'pay_',
  transfer: 'trf_',
  line: 'stl_',
  refund: 'ref_',
  dispute: 'dsp_',
  payout: 'po_',
  reserve: 'rsv_',
  claim: 'clm_',
  'fee-statement': 'fst_',
} as const satisfies { [K in CauseKind]?: string }

type PrefixedKind = keyof typeof prefixes

export function isEntryOf(kind: PrefixedKind, entry: string): boolean {
  return entry.startsWith(prefixes[kind])
}

/** The kind of the entry's cause, by the form of its id. */
export function causeKindOf(entry: string): CauseKind {
  const kinds = Object.keys(prefixes) as PrefixedKind[]
  return kinds.find((kind) => isEntryOf(kind, entry)) ?? 'operation'
}

/** `isEntryOf` in SQL, as a range for an index. Sample: from `ref_` to before `` ref` ``. */
export function entryIsOf(kind: PrefixedKind) {
  const [first, next] = [prefixes[kind], prefixes[kind].replace('_', '`')]
  return sql<boolean>`(entry >= ${first} and entry < ${next})`
}

/** The id of an entry's cause in SQL, by its length; of a cause of another kind, no id of this kind. */
export function causeIn(column: string, kind: PrefixedKind) {
  return beginning(column, prefixes[kind].length + 26)
}

/** The same of an operation. */
export function operationIn(database: { engine: Engine }, column: string) {
  return uuidIn(database, beginning(column, 36))
}

function beginning(column: string, length: number) {
  return sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(length)})`
}
