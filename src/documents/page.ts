// The pages of the documents: two indexes, and each document in a language, or in English if it has no other. As they are built, before they are sent.
import { posix } from 'node:path'
import type { Language } from '../core/language/bilingual.ts'
import { html, Markup } from '../pages/html.ts'
import { type Branch, framed, LANG, type Leaf } from './frame.ts'
import { type Document, type Shelf, textOf } from './shelf.ts'

const TEXTS = {
  es: {
    title: 'Documentación',
    lead: 'Cobra con tarjeta, en efectivo y por SPEI: qué hacer y cómo, junto a cada llamada.',
    start: 'Empieza con tu primer cobro',
    calls: 'Todas las llamadas',
    contributors: 'Para quien contribuye',
    contributorsLead:
      'Cómo está hecho Cobro y por qué. No hace falta para usarlo. Lo marcado con «en inglés» no está en español.',
    back: 'Guías',
    onlyEnglish: 'Este texto está en inglés.',
    mark: ' (en inglés)',
  },
  en: {
    title: 'Documentation',
    lead: 'Take cards, cash and SPEI: what to do and how, beside every call.',
    start: 'Begin with your first payment',
    calls: 'Every call',
    contributors: 'For contributors',
    contributorsLead: 'How Cobro is made and why. You do not need it to use Cobro.',
    back: 'Guides',
    onlyEnglish: '',
    mark: '',
  },
} as const

export const CONTRIBUTORS = '/docs/pages/contributors'

/** An index, as it is built. */
export function builtIndex(shelf: Shelf, language: Language, audience: 'users' | 'contributors'): string {
  const say = TEXTS[language]
  const isForUsers = audience === 'users'
  const groups = shelf.groups.filter((group) => group.audience === audience)
  const title = isForUsers ? say.title : say.contributors
  const body = html`<h1>${title}</h1>
<p class="lead">${isForUsers ? say.lead : say.contributorsLead}</p>
${isForUsers && html`<p class="starts"><a class="start" href="/docs/pages/docs/guides/first-payment.md${LANG}">${say.start}</a> <a href="/docs${LANG}">${say.calls}</a> <a href="/openapi.json">OpenAPI 3.1</a></p>`}
${groups.map(
  ({ heading, documents }) =>
    html`<section><h2>${heading[language]}</h2>\n<ul class="cards">${documents.map((one) => cardOf(one, language))}</ul></section>\n`,
)}
${isForUsers && html`<p><a href="${CONTRIBUTORS}${LANG}">${say.contributors}</a></p>`}`
  const path = isForUsers ? '/docs/pages' : CONTRIBUTORS
  return framed({
    language,
    written: language,
    title,
    path,
    ...beside(shelf, language, audience),
    unfolded: isForUsers,
    body,
  })
}

function cardOf({ path, titles, leads }: Document, language: Language): Markup {
  const href = html`/docs/pages/${path}${LANG}`
  const title = titles[language]
  return title === undefined
    ? html`<li><a href="${href}" hreflang="en"><span lang="en">${titles.en}</span></a>${TEXTS[language].mark}</li>\n`
    : html`<li><a href="${href}">${title}</a><p>${leads[language]}</p></li>\n`
}

/** The page of a document, as it is built. The Markdown library is loaded with the first one. */
export async function builtPage(shelf: Shelf, document: Document, language: Language): Promise<string> {
  const { anchorsOf, contentsOf, rendered } = await import('./render.ts')
  const written = document.files[language] === undefined ? 'en' : language
  const file = document.files[written] ?? document.path
  const others = written === 'es' ? anchorsOf(textOf(document.files.en)) : []
  const text = textOf(file)
  const body = new Markup(rendered(text, (href) => addressIn(shelf, file, href, written), others))
  const say = TEXTS[language]
  return framed({
    language,
    written,
    title: document.titles[written] ?? file,
    path: `/docs/pages/${document.path}`,
    ...beside(shelf, language, document.audience),
    contents: contentsOf(text),
    body: html`${written !== language && html`<p class="note" lang="${language}">${say.onlyEnglish}</p>`}
${body}`,
  })
}

export function beside(
  shelf: Shelf,
  language: Language,
  audience: 'users' | 'contributors',
): { first: Leaf[]; branches: Branch[] } {
  const say = TEXTS[language]
  const branches = shelf.groups
    .filter((group) => group.audience === audience)
    .map(({ heading, documents }) => ({
      heading: heading[language],
      leaves: documents.map(({ path, titles }) => ({
        href: `/docs/pages/${path}`,
        title: titles[language] ?? titles.en,
        titleLanguage: titles[language] === undefined ? ('en' as const) : undefined,
      })),
    }))
  const other =
    audience === 'users' ? { href: CONTRIBUTORS, title: say.contributors } : { href: '/docs/pages', title: say.back }
  return { first: [{ href: '/docs', title: say.calls }, other], branches }
}

/** The target of a link of a file: a document's one address, in the language of the page; anything else by its path. */
function addressIn(shelf: Shelf, file: string, href: string, written: Language): string {
  if (/^(https?:|#|\/)/i.test(href)) return href
  const [target = '', place] = href.split('#')
  const path = posix.join(posix.dirname(file), target)
  const hash = place === undefined ? '' : `#${place}`
  const found = shelf.documentAt(path)
  if (found === undefined) return `/docs/pages/${path}${hash}`
  const { document, language } = found
  // A link to the other language's text of a document, as the READMEs have, selects that language.
  const lang = language !== written && document.files.es !== undefined ? `?lang=${language}` : LANG
  return `/docs/pages/${document.path}${lang}${hash}`
}
