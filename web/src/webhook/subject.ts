// What an event is about: a text that the shop knows it by, and its page.
import type { Event as WebhookEvent } from '../../../client/src/types.ts'
import { shopReference } from '../../../src/core/shop-reference.ts'

interface Subject {
  /** Below /console; undefined: there is no page of it. */
  path?: string
  text: string
}

/** The pages of what has an id, by its prefix. */
const PAGES: Record<string, string> = { cus: 'customers', dsp: 'disputes', pln: 'plans', aff: 'affiliates' }

export function subjectOf({ operation, data }: Pick<WebhookEvent, 'operation' | 'data'>): Subject | undefined {
  const { id, reference, description, customer, name, date, transaction, month, day, user, statement, change } =
    data as Record<string, unknown>
  const named = typeof reference === 'object' ? (reference as { number?: unknown; description?: unknown } | null) : null
  const number = text(typeof reference === 'object' ? named?.number : reference)
  // The charge of a plan is known by what it is for.
  const own = text(shopReference(number)) ?? (number && text(named?.description))
  const called = text(name)
  const payment = text(operation) ?? text(transaction)
  const ofId = text(id)
  const prefix = ofId?.slice(0, ofId.indexOf('_')) ?? ''
  if (prefix === 'chk') return { path: '/links', text: own ?? text(description) ?? ofId ?? '' }
  if (prefix === 'po' && text(date) !== undefined) return { path: `/payouts/${date}`, text: String(date) }
  if (ofId !== undefined && PAGES[prefix] !== undefined)
    return { path: `/${PAGES[prefix]}/${ofId}`, text: called ?? own ?? ofId }
  if (prefix === 'sub' && payment === undefined && text(customer) !== undefined)
    return { path: `/customers/${customer}`, text: ofId ?? '' }
  if (payment !== undefined) return { path: `/operations/${payment}`, text: own ?? called ?? payment.slice(0, 8) }
  const rest = own ?? called ?? text(user) ?? text(month) ?? text(day) ?? ofId ?? text(statement) ?? text(change)
  return rest === undefined ? undefined : { text: rest }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
