// The page for an address under /docs that no document and no call has: it leads to the search, to the beginning, and to every guide beside it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../core/language/bilingual.ts'
import { html } from '../pages/html.ts'
import { pagePolicy } from '../pages/reply.ts'
import type { Site } from '../pages/site-bar.ts'
import type { Opened } from './built.ts'
import { filled, framed, LANG, readerOf } from './frame.ts'
import { beside } from './page.ts'
import type { Shelf } from './shelf.ts'

const TEXTS = {
  es: {
    title: 'No encontramos esta página',
    lead: 'La dirección está mal escrita, o la página cambió de nombre. Busca arriba por una palabra, o sigue por aquí:',
    start: 'Tu primer cobro',
    guides: 'Todas las guías',
    calls: 'Todas las llamadas',
  },
  en: {
    title: 'We could not find this page',
    lead: 'The address is mistyped, or the page has another name now. Search above for a word, or go on from here:',
    start: 'Your first payment',
    guides: 'Every guide',
    calls: 'Every call',
  },
} as const

/** Whether an address belongs to the documents, the reference included. */
export function isUnderDocuments(url: string): boolean {
  return /^\/docs([/?]|$)/.test(url)
}

/** Sends the page with 404. */
export function missingPages(site: Site, baseUrl: () => string, known: () => Opened) {
  const kept = new Map<Language, string>()
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const reader = readerOf(request, site, baseUrl())
    const page = kept.get(reader.language) ?? missingPage(known().shelf, reader.language)
    kept.set(reader.language, page)
    return reply
      .code(404)
      .headers({
        'content-security-policy': pagePolicy({ forms: 'nowhere' }),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        vary: 'Accept-Language',
      })
      .type('text/html; charset=utf-8')
      .send(filled(page, reader, '/docs/pages', false))
  }
}

function missingPage(shelf: Shelf, language: Language): string {
  const say = TEXTS[language]
  return framed({
    language,
    written: language,
    title: say.title,
    path: '',
    ...beside(shelf, language, 'users'),
    unfolded: true,
    body: html`<h1>${say.title}</h1>
<p class="lead">${say.lead}</p>
<p class="starts"><a class="start" href="/docs/pages/docs/guides/first-payment.md${LANG}">${say.start}</a> <a href="/docs/pages${LANG}">${say.guides}</a> <a href="/docs${LANG}">${say.calls}</a></p>`,
  })
}
