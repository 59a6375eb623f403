// The mailbox as a page, sandbox only: an account's own messages, each e-mail in a frame that can do nothing.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { isFromHere } from '../api/browsers/own-page.ts'
import { type Caller, scopes } from '../api/caller.ts'
import { Id } from '../api/fields.ts'
import type { Serving } from '../api/room.ts'
import type { App } from '../api/server.ts'
import type { Language } from '../core/language/bilingual.ts'
import { Failure } from '../failures.ts'
import { linked } from '../messages/linked.ts'
import { assetPath } from '../pages/assets.ts'
import { momentText } from '../pages/format.ts'
import { html, type Markup } from '../pages/html.ts'
import { languageFor, requestedLanguage } from '../pages/reply.ts'
import { siteBar } from '../pages/site-bar.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type MailboxEntry, readableBy, readMailbox } from './mailbox-routes.ts'

const SHOWN = 100

const Query = Type.Object({
  account: Type.Optional(Type.String()),
  lang: Type.Optional(Type.String()),
  recipient: Type.Optional(Type.String({ maxLength: 254 })),
  channel: Type.Optional(Type.String()),
})

type Reader = Pick<Caller, 'accountId' | 'scopes' | 'person'>

/** The filters of the page. */
interface Asked {
  recipient: string
  channel: 'email' | 'sms' | undefined
  /** The language of `?lang=`. */
  askedLanguage: Language | undefined
}

/**
 * Without a credential only the sandbox's own account is shown, and only to a browser that addressed this machine by a
 * loopback name: a page from elsewhere that points its own name at 127.0.0.1 sees nothing. `?account` asks for a credential.
 */
export function mailboxPageRoutes(
  app: App,
  {
    store,
    authenticate,
    localAccountId,
  }: {
    store: Store
    authenticate: Serving['authenticate']
    /** The account that a browser on this machine sees without a credential; undefined where there is none. */
    localAccountId: string | undefined
  },
): void {
  const readerOf = async (request: FastifyRequest, ask: boolean): Promise<Reader> => {
    const local = !ask && localAccountId !== undefined && isFromHere(request)
    if (request.headers.authorization === undefined && local) return { accountId: localAccountId, scopes }
    return authenticate(request, 'read')
  }

  app.get(
    '/mailbox',
    {
      config: { access: 'public' },
      schema: { hide: true, querystring: Query },
    },
    async (request, reply) => {
      const { account, recipient = '', channel } = request.query
      const reader = await readerOf(request, account !== undefined)
      const { accountId } = reader
      const asked: Asked = {
        askedLanguage: requestedLanguage(request),
        recipient: recipient.trim(),
        channel: channel === 'email' || channel === 'sms' ? channel : undefined,
      }
      const rows = await readMailbox(store, {
        accountId,
        channel: asked.channel,
        recipient: asked.recipient || undefined,
        limit: SHOWN,
      })
      const shown = rows.map((row) => ({ ...row, body: readableBy(reader, row.body) }))
      const language = languageFor(request)
      return framed(reply, PAGE_POLICY).send(
        page(shown, asked, { language, ownAccount: localAccountId !== undefined }).text,
      )
    },
  )

  app.get(
    '/mailbox/:id',
    { config: { access: 'public' }, schema: { hide: true, params: Type.Object({ id: Id }) } },
    async (request, reply) => {
      const reader = await readerOf(request, false)
      const row = await rowOf(store.db, 'mailbox', { id: request.params.id, account_id: reader.accountId }, ['html'])
      if (!row?.html) throw new Failure('resource-unknown')
      return framed(reply, LETTER_POLICY).send(readableBy(reader, row.html))
    },
  )
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** A letter is shown as it is: no scripts, no requests, an origin of its own; its link opens in a new tab. */
const LETTER_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'
const LETTER_POLICY = `sandbox ${LETTER_SANDBOX}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`

function framed(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
}

const words = {
  title: { es: 'Buzón de pruebas', en: 'Sandbox mailbox' },
  hint: {
    es: 'Correos y SMS que el entorno de pruebas guardó en lugar de enviarlos.',
    en: 'E-mails and SMS that the sandbox kept instead of sending them.',
  },
  empty: { es: 'Todavía no hay mensajes.', en: 'No messages yet.' },
  recipient: { es: 'Para', en: 'To' },
  channel: { es: 'Tipo', en: 'Kind' },
  all: { es: 'Todos', en: 'All' },
  filter: { es: 'Filtrar', en: 'Filter' },
  other: { es: 'Otra cuenta', en: 'Another account' },
  letter: { es: 'Correo', en: 'E-mail' },
} as const satisfies Record<string, Record<Language, string>>

function page(
  rows: MailboxEntry[],
  asked: Asked,
  { language, ownAccount }: { language: Language; ownAccount: boolean },
): Markup {
  const say = (name: keyof typeof words) => words[name][language]
  const asset = (name: string) => assetPath('/p/assets', name)
  const other = language === 'es' ? 'en' : 'es'
  const option = (value: string, text: string) =>
    html`<option value="${value}"${(asked.channel ?? '') === value && html` selected`}>${text}</option>`
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${say('title')} · Cobro</title>
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset('mailbox.css')}"><script src="${asset('mailbox.js')}" defer></script></head><body>
${siteBar({ language, askedLanguage: asked.askedLanguage, sandbox: true, ownAccount, path: '/mailbox', inOther: `/mailbox?lang=${other}` })}
<main id="content" tabindex="-1"><div class="top"><h1>${say('title')}</h1><a href="/mailbox?account">${say('other')}</a></div>
<p class="hint">${say('hint')}</p>
<form method="get" action="/mailbox"><input type="hidden" name="lang" value="${language}">
<label>${say('recipient')} <input name="recipient" value="${asked.recipient}" maxlength="254" autocomplete="off"></label>
<label>${say('channel')} <select name="channel">${option('', say('all'))}${option('email', say('letter'))}${option('sms', 'SMS')}</select></label>
<button type="submit">${say('filter')}</button></form>
<div aria-live="polite"><p id="empty"${rows.length > 0 && html` hidden`}>${say('empty')}</p><ul id="messages">${rows.map((row) => entry(row, language, say('letter')))}</ul></div></main>
</body></html>
`
}

function entry(row: MailboxEntry, language: Language, letter: string): Markup {
  const about = html`<span class="hint">${row.channel === 'sms' ? 'SMS' : letter} · ${row.recipient} · ${momentText(row.created_at, language)}</span>`
  const link = (address: string) => html`<a href="${address}" target="_blank" rel="noreferrer">${address}</a>`
  if (row.html === null) return html`<li data-id="${row.id}">${about}<p class="sms">${linked(row.body, link)}</p></li>`
  return html`<li data-id="${row.id}"><details><summary><strong>${row.subject}</strong>${about}</summary><iframe src="/mailbox/${row.id}" title="${row.subject}" loading="lazy" sandbox="${LETTER_SANDBOX}" referrerpolicy="no-referrer"></iframe></details></li>`
}
