// Reads the audit trail: of one account through the API, of all through the command line.
import { keptObject, UNREADABLE_OBJECT } from '../core/kept-json.ts'
import { acrossStore } from '../store/across.ts'
import { columns } from '../store/columns.ts'
import { idSince, idUntil } from '../store/made-between.ts'
import type { Store } from '../store/store.ts'
import type { AuditTrailRow } from './tables.ts'

interface TrailFilter {
  /** Undefined: all accounts and the service itself. */
  accountId?: string | undefined
  action?: string | undefined
  actor?: string | undefined
  subject?: string | undefined
  /** Instants, both included. */
  since?: string | undefined
  until?: string | undefined
  /** The id of the last record of the previous page. */
  startingAfter?: string | undefined
  limit: number
}

/** Newest first. */
export async function readTrail(store: Store, filter: TrailFilter): Promise<AuditTrailRow[]> {
  const { accountId, action, actor, subject, since, until, startingAfter, limit } = filter
  const { db } = accountId === undefined ? acrossStore(store, 'operator') : store
  let query = db.selectFrom('audit_trail').select(columns.audit_trail)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (since !== undefined) query = query.where('id', '>=', idSince('aud', since)).where('created_at', '>=', since)
  if (until !== undefined) query = query.where('id', '<', idUntil('aud', until)).where('created_at', '<=', until)
  if (startingAfter !== undefined) query = query.where('id', '<', startingAfter)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** What a record says about its subject before or after the change. */
export function recorded(text: string | null): Record<string, unknown> | null {
  return text === null ? null : (keptObject(text) ?? UNREADABLE_OBJECT)
}
