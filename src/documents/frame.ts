// The frame of the documents and of the reference: the bar, the search, what there is beside, what the page holds, and the page before and after.
import type { FastifyRequest } from 'fastify'
import type { Language } from '../core/language/bilingual.ts'
import { html, type Markup } from '../pages/html.ts'
import { languageFor, requestedLanguage } from '../pages/reply.ts'
import { type Site, siteBar, siteFor } from '../pages/site-bar.ts'

const frameTexts = {
  es: {
    menu: 'Índice',
    beside: 'Índice de la documentación',
    search: 'Buscar en guías y llamadas',
    nothing: 'No encontramos nada. Prueba con otra palabra.',
    unread: 'El buscador no se pudo leer: las páginas cambiaron, o no hay conexión. Vuelve a cargar la página.',
    onPage: 'En esta página',
    before: 'Anterior',
    after: 'Siguiente',
    around: 'Página anterior y siguiente',
    copy: 'Copiar',
    copied: 'Copiado',
    programs: 'Lenguaje del ejemplo',
    key: 'Tu llave en los ejemplos',
    keyText: 'Los ejemplos de todas las páginas la llevan. Se queda en esta pestaña y se borra al cerrarla.',
    use: 'Usar',
    forget: 'Olvidar',
  },
  en: {
    menu: 'Contents',
    beside: 'Contents of the documents',
    search: 'Search guides and calls',
    nothing: 'Nothing of that. Try another word.',
    unread: 'The search could not be read: the pages have changed, or there is no connection. Load the page again.',
    onPage: 'On this page',
    before: 'Previous',
    after: 'Next',
    around: 'Previous and next page',
    copy: 'Copy',
    copied: 'Copied',
    programs: 'Language of the sample',
    key: 'Your key in the samples',
    keyText: 'The samples of all pages carry it. It stays in this tab and is gone when you close it.',
    use: 'Use it',
    forget: 'Forget it',
  },
} as const

/** The parts of a page that depend on its service and on its reader stand for themselves until it is sent. */
const BAR = '<!--bar-->'
export const LANG = '%lang%'
/** The address in the documents' samples: that of a service without settings. */
const SAMPLE_ADDRESS = 'http://127.0.0.1:8080'

export interface Leaf {
  href: string
  title: string
  /** The language of the title, if it is not the page's. */
  titleLanguage?: Language | undefined
}

export interface Branch {
  heading: string
  leaves: Leaf[]
}

interface Framed {
  language: Language
  /** The language of the text, if it has no other. */
  written: Language
  title: string
  /** The address of this page, without its query. */
  path: string
  /** Above the branches: the way to the other half of the documents. */
  first: Leaf[]
  branches: Branch[]
  /** Whether all branches are open, on a page that is none of their leaves. */
  unfolded?: boolean
  contents?: { anchor: string; title: string }[]
  body: Markup
  /** A script of this page beside the frame's. */
  script?: string
}

/** A page with `BAR`, `LANG` and the address of the samples in it. */
export function framed({
  language,
  written,
  title,
  path,
  first,
  branches,
  unfolded = false,
  contents = [],
  body,
  script,
}: Framed): string {
  const say = frameTexts[language]
  const leaves = branches.flatMap(({ leaves }) => leaves)
  const at = leaves.findIndex(({ href }) => href === path)
  const [before, after] = at < 0 ? [] : [leaves[at - 1], leaves[at + 1]]
  return html`<!doctype html>
<html lang="${written}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === 'Cobro' ? title : `${title} · Cobro`}</title>
<link rel="icon" href="/docs/assets/cobro.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/documents.css">
<script type="module" src="/docs/assets/documents.js"></script>${
    script !== undefined &&
    html`
<script type="module" src="/docs/assets/${script}"></script>`
  }
</head>
<body data-language="${language}" data-say="${JSON.stringify({ copy: say.copy, copied: say.copied, programs: say.programs, nothing: say.nothing, unread: say.unread })}">
${BAR_MARKUP}
<div class="strip" lang="${language}"><button class="menu" type="button" popovertarget="beside">${say.menu}</button><search class="search" hidden><input id="search" type="search" placeholder="${say.search}" aria-label="${say.search}" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><div id="hits" hidden></div><p id="hits-said" class="unseen" role="status"></p></search></div>
<div class="docs">
<nav class="beside" id="beside" popover aria-label="${say.beside}" lang="${language}">
<ul>${first.map((leaf) => leafOf(leaf, path))}</ul>
${branches.map((branch) => branchOf(branch, path, unfolded))}
<details class="key" hidden><summary>${say.key}</summary><form><label for="my-key">app_key</label><input id="my-key" autocomplete="off" spellcheck="false"><label for="my-secret">app_secret</label><input id="my-secret" type="password" autocomplete="off"><p>${say.keyText}</p><p><button type="submit">${say.use}</button> <button type="button" id="forget-key">${say.forget}</button></p></form></details>
</nav>
<main id="content" tabindex="-1">
${body}
${
  (before ?? after) !== undefined &&
  html`<nav class="around" aria-label="${say.around}" lang="${language}">${before && aroundOf(before, 'prev', say.before)}${after && aroundOf(after, 'next', say.after)}</nav>`
}
</main>
${contents.length > 1 && html`<nav class="contents" aria-label="${say.onPage}"><p lang="${language}">${say.onPage}</p><ul>${contents.map(({ anchor, title: inner }) => html`<li><a href="#${anchor}">${inner}</a></li>\n`)}</ul></nav>`}
</div>
</body>
</html>
`.toString()
}

const BAR_MARKUP = html`<!--bar-->`

function branchOf({ heading, leaves }: Branch, path: string, isOpen: boolean): Markup {
  const open = isOpen || leaves.some(({ href }) => href === path)
  return html`<details${open && html` open`}><summary>${heading}</summary><ul>${leaves.map((leaf) => leafOf(leaf, path))}</ul></details>\n`
}

function leafOf({ href, title, titleLanguage }: Leaf, path: string): Markup {
  return html`<li><a href="${href}${LANG}"${href === path && html` aria-current="page"`}${titleLanguage !== undefined && html` lang="${titleLanguage}"`}>${title}</a></li>\n`
}

function aroundOf({ href, title, titleLanguage }: Leaf, rel: string, word: string): Markup {
  return html`<a rel="${rel}" href="${href}${LANG}"><span>${word}</span><strong${titleLanguage !== undefined && html` lang="${titleLanguage}"`}>${title}</strong></a>\n`
}

interface Reader {
  site: Site
  /** The address of this service, which its readers use instead of the samples'. */
  address: string
  /** The requested language. */
  language: Language
  /** The language that the address asked for, which links pass on. */
  askedLanguage: Language | undefined
}

export function readerOf(request: FastifyRequest, site: Site, address: string): Reader {
  return {
    site: siteFor(site, request),
    address,
    language: languageFor(request),
    askedLanguage: requestedLanguage(request),
  }
}

/** The page as this service sends it to this reader. `path` marks the link of the bar; `switches`: it has a text in the other language. */
export function filled(
  page: string,
  { site, address, language, askedLanguage }: Reader,
  path: string,
  switches: boolean,
): string {
  const other = language === 'es' ? 'en' : 'es'
  const bar = siteBar({ ...site, language, askedLanguage, path, inOther: switches ? `?lang=${other}` : undefined })
  return page
    .replace(BAR, () => bar.toString())
    .replaceAll(LANG, askedLanguage === undefined ? '' : `?lang=${askedLanguage}`)
    .replaceAll(SAMPLE_ADDRESS, address)
}
