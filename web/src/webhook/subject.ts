// What an event is about: a text that the shop knows it by, or what it is with its amount, and its page.
import type { Event as WebhookEvent } from '../../../client/src/types.ts'
import type { Bilingual } from '../../../src/core/language/bilingual.ts'
import { shopReference } from '../../../src/core/shop-reference.ts'
import { day, money, month } from '../format.ts'

interface Subject {
  /** Below /console; undefined: there is no page of it. */
  path?: string
  /** The shop's own number or name; a day or a word of ours has both languages. */
  text: string | Bilingual
}

/** The pages of what has an id, by its prefix, and what it is. */
const PAGES: Record<string, readonly [page: string, what: Bilingual]> = {
  cus: ['customers', ['Cliente', 'Customer']],
  dsp: ['disputes', ['Aclaración', 'Dispute']],
  pln: ['plans', ['Plan', 'Plan']],
  aff: ['affiliates', ['Afiliado', 'Affiliate']],
}

export function subjectOf({ operation, data }: Pick<WebhookEvent, 'operation' | 'data'>): Subject | undefined {
  const given = data as Record<string, unknown>
  const { id, reference, description, customer, name, date, transaction, user, statement, change } = given
  const named = typeof reference === 'object' ? (reference as { number?: unknown; description?: unknown } | null) : null
  const number = text(typeof reference === 'object' ? named?.number : reference)
  // The charge of a plan is known by what it is for.
  const own = text(shopReference(number)) ?? text(named?.description)
  const called = text(name)
  const payment = text(operation) ?? text(transaction)
  const ofId = text(id)
  const prefix = ofId?.slice(0, ofId.indexOf('_')) ?? ''
  const amount = amountIn(data)
  if (prefix === 'chk')
    return { path: '/links', text: own ?? text(description) ?? of(['Link de pago', 'Payment link'], amount) }
  const paidOn = text(date)
  if (prefix === 'po' && paidOn !== undefined) return { path: `/payouts/${paidOn}`, text: ofDay(paidOn) }
  const page = PAGES[prefix]
  if (page !== undefined) return { path: `/${page[0]}/${ofId}`, text: called ?? own ?? of(page[1], amount) }
  if (prefix === 'sub' && payment === undefined && text(customer) !== undefined)
    return { path: `/customers/${customer}`, text: ['Suscripción', 'Subscription'] }
  if (payment !== undefined)
    return {
      path: `/operations/${payment}`,
      text:
        own ?? called ?? (prefix === 'sub' ? of(['Cobro de un plan', 'Charge of a plan']) : of(what(prefix), amount)),
    }
  const rest =
    own ??
    called ??
    text(user) ??
    ofTime(given.month, ofMonth) ??
    ofTime(given.day, ofDay) ??
    ofId ??
    text(statement) ??
    text(change)
  return rest === undefined ? undefined : { text: rest }
}

function what(prefix: string): Bilingual {
  return prefix === 'ref' ? ['Devolución', 'Refund'] : ['Pago', 'Payment']
}

/** Sample: `Dispute of $950.00`. */
function of([es, en]: Bilingual, amount?: string): Bilingual {
  return amount === undefined ? [es, en] : [`${es} de ${amount}`, `${en} of ${amount}`]
}

/** Sample: `29 dic 2026`. */
function ofDay(date: string): Bilingual {
  return [day(date, 'es', 'plain'), day(date, 'en', 'plain')]
}

/** Sample: `diciembre de 2026`. */
function ofMonth(period: string): Bilingual {
  return [month(period, 'es'), month(period, 'en')]
}

function ofTime(value: unknown, words: (time: string) => Bilingual): Bilingual | undefined {
  const time = text(value)
  return time === undefined ? undefined : words(time)
}

/** The amount that the event carries, for people. */
function amountIn(data: WebhookEvent['data']): string | undefined {
  const { total, amount } = data as { total?: unknown; amount?: unknown }
  const given = [total, amount].map((one) =>
    typeof one === 'object' && one !== null && 'amount' in one ? one.amount : one,
  )
  const found = given.map(text).find((one) => one !== undefined && /^\d+\.\d\d$/.test(one))
  return found === undefined ? undefined : money(found)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
