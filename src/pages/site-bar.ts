// The bar over every page that is not for payers: documents, reference, the sandbox's first page, its shop and its mailbox.
// The console has the same links.
import type { FastifyRequest } from 'fastify'
import { isFromHere } from '../api/browsers/own-page.ts'
import type { Language } from '../core/language/bilingual.ts'
import { html, type Markup } from './html.ts'

export interface Site {
  sandbox: boolean
  /** True if the sandbox's own account is usable, and with it the shop and the mailbox. */
  ownAccount: boolean
}

interface SiteBar extends Site {
  language: Language
  /** The language of `?lang=`, which the links pass on; undefined without it. */
  askedLanguage: Language | undefined
  /** The path of the open page, whose link is marked. */
  path: string
  /** The page in the other language; undefined if there is none. */
  inOther: string | undefined
}

const TEXTS = {
  es: {
    pages: 'Páginas',
    guides: 'Guías',
    calls: 'Llamadas',
    console: 'Consola',
    shop: 'Tienda',
    mailbox: 'Buzón',
    other: 'English',
    skip: 'Ir al contenido',
  },
  en: {
    pages: 'Pages',
    guides: 'Guides',
    calls: 'Calls',
    console: 'Console',
    shop: 'Shop',
    mailbox: 'Mailbox',
    other: 'Español',
    skip: 'Skip to the content',
  },
} as const

/** The site as this reader has it: the sandbox's own account is for requests from the machine itself, and others are not shown its key. */
export function siteFor(site: Site, request: FastifyRequest): Site {
  return { ...site, ownAccount: site.ownAccount && isFromHere(request) }
}

/** Its style is `site.css`; the page's main part is `#content`. */
export function siteBar({ language, askedLanguage, sandbox, ownAccount, path, inOther }: SiteBar): Markup {
  const say = TEXTS[language]
  const other = language === 'es' ? 'en' : 'es'
  const passed = askedLanguage === undefined ? '' : `?lang=${askedLanguage}`
  const barLink = (href: string, text: string) =>
    html`<a href="${href}${passed}"${isWithin(path, href) && html` aria-current="page"`}>${text}</a>\n`
  return html`<a class="skip" href="#content" lang="${language}">${say.skip}</a>
<header class="site" lang="${language}"><a class="mark" href="${sandbox ? '/' : '/docs/pages'}${passed}"><img src="/docs/assets/cobro.svg" alt="" width="24" height="24">Cobro</a>${
    sandbox && html`<span class="badge">Sandbox</span>`
  }
<nav aria-label="${say.pages}">${barLink('/docs/pages', say.guides)}${barLink('/docs', say.calls)}${barLink('/console', say.console)}${
    ownAccount && [barLink('/demo', say.shop), barLink('/mailbox', say.mailbox)]
  }</nav>
${inOther !== undefined && html`<a class="language" href="${inOther}" hreflang="${other}" lang="${other}">${say.other}</a>`}</header>`
}

/** Calls and guides are both below `/docs`. */
function isWithin(path: string, section: string): boolean {
  if (section === '/docs') return path === section || path.startsWith('/docs/calls/')
  return path === section || path.startsWith(`${section}/`)
}
