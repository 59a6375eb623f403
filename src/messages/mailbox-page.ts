// The mailbox as a page, sandbox only: an account's own messages, each e-mail in a frame that can do nothing.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { languageOf } from '../api/answer.ts'
import type { Access, Caller } from '../api/caller.ts'
import { Id } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import { isLoopback } from '../config.ts'
import { Failure, type Language } from '../core/failure.ts'
import { mexicoCityTime } from '../core/time.ts'
import { html, Markup } from '../pages/html.ts'
import type { Store } from '../store/store.ts'
import { type MailboxEntry, readMailbox } from './mailbox-routes.ts'

export interface MailboxPageNeeds {
  store: Store
  authenticate(request: FastifyRequest, access: Access): Promise<Caller>
  /** The account that a browser on this machine sees without a credential; undefined where there is none. */
  localAccountId: string | undefined
}

const SHOWN = 100

/**
 * Without a credential only the sandbox's own account is shown, and only to a browser that addressed this machine by a
 * loopback name: a page from elsewhere that points its own name at 127.0.0.1 sees nothing. `?account` asks for a credential.
 */
export function mailboxPageRoutes(app: App, { store, authenticate, localAccountId }: MailboxPageNeeds): void {
  const accountOf = async (request: FastifyRequest, ask: boolean): Promise<string> => {
    const local = !ask && localAccountId !== undefined && isLoopback(request.hostname)
    if (request.headers.authorization === undefined && local) return localAccountId
    return (await authenticate(request, 'read')).accountId
  }

  app.get(
    '/mailbox',
    {
      config: { access: 'public' },
      schema: { hide: true, querystring: Type.Object({ account: Type.Optional(Type.String()) }) },
    },
    async (request, reply) => {
      const accountId = await accountOf(request, request.query.account !== undefined)
      const rows = await readMailbox(store, { accountId, limit: SHOWN })
      return framed(reply, PAGE_POLICY).send(page(rows, languageOf(request)).text)
    },
  )

  app.get(
    '/mailbox/:id',
    { config: { access: 'public' }, schema: { hide: true, params: Type.Object({ id: Id }) } },
    async (request, reply) => {
      const accountId = await accountOf(request, false)
      const row = await store.db
        .selectFrom('mailbox')
        .select('html')
        .where('id', '=', request.params.id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (!row?.html) throw new Failure('resource-unknown')
      return framed(reply, LETTER_POLICY).send(row.html)
    },
  )
}

const STYLE = `
:root{color-scheme:light dark;--paper:#f3f4f1;--sheet:#fff;--ink:#17211d;--quiet:#56625c;--line:#d8ddd7;--accent:#0c5c4c}
@media (prefers-color-scheme:dark){:root{--paper:#101513;--sheet:#19201d;--ink:#edf2ef;--quiet:#a3b0aa;--line:#2d3733;--accent:#7ad3bb}}
body{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;max-width:46rem;margin:0 auto;padding:1.5rem 1rem;background:var(--paper);color:var(--ink)}
h1{font-size:1.5rem;letter-spacing:-.01em;margin:0}
header{display:flex;gap:.25rem 1rem;align-items:baseline;justify-content:space-between;flex-wrap:wrap}
nav{font-size:.9rem}
a{color:var(--accent)}
.hint{color:var(--quiet);font-size:.9rem}
ul{list-style:none;padding:0;margin:1rem 0}
li{background:var(--sheet);border:1px solid var(--line);border-radius:1rem;margin:.75rem 0;padding:1rem 1.25rem}
summary{cursor:pointer;display:grid;gap:.1rem}
summary strong{overflow-wrap:anywhere;font-weight:600}
.sms{white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0 0}
iframe{width:100%;height:36rem;border:1px solid var(--line);border-radius:.5rem;background:#fff;margin-top:.75rem;box-sizing:border-box}
a:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
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
  refresh: { es: 'Actualizar', en: 'Refresh' },
  other: { es: 'Otra cuenta', en: 'Another account' },
  letter: { es: 'Correo', en: 'E-mail' },
} as const satisfies Record<string, Record<Language, string>>

function page(rows: MailboxEntry[], language: Language): Markup {
  const say = (name: keyof typeof words) => words[name][language]
  const letters =
    rows.length === 0 ? html`<p>${say('empty')}</p>` : html`<ul>${rows.map((row) => entry(row, say('letter')))}</ul>`
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('title')}</title>${new Markup(`<style>${STYLE}</style>`)}</head><body>
<header><h1>${say('title')}</h1><nav><a href="/mailbox">${say('refresh')}</a> · <a href="/mailbox?account">${say('other')}</a></nav></header>
<p class="hint">${say('hint')}</p>
<main>${letters}</main>
</body></html>
`
}

function entry(row: MailboxEntry, letter: string): Markup {
  const [date, time = ''] = mexicoCityTime(row.created_at).split('T')
  const about = html`<span class="hint">${row.channel === 'sms' ? 'SMS' : letter} · ${row.recipient} · ${date} ${time.slice(0, 5)}</span>`
  if (row.html === null) return html`<li>${about}<p class="sms">${linked(row.body)}</p></li>`
  return html`<li><details><summary><strong>${row.subject}</strong>${about}</summary><iframe src="/mailbox/${row.id}" title="${row.subject}" loading="lazy" sandbox="${LETTER_SANDBOX}" referrerpolicy="no-referrer"></iframe></details></li>`
}

/** A text with its addresses as links. */
function linked(text: string): (Markup | string)[] {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return parts.map((part, at) =>
    at % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part,
  )
}
