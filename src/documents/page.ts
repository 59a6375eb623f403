// The pages of the documents: the index, and a document in the requested language, or in English if it has no other.
import { posix } from 'node:path'
import type { Language } from '../core/failure.ts'
import { html, Markup } from '../pages/html.ts'
import { type Site, siteBar } from '../pages/site-bar.ts'
import { type Document, type Shelf, textOf } from './shelf.ts'

const TEXTS = {
  es: {
    title: 'Documentación',
    calls: 'Todas las llamadas',
    lead: 'Qué hacer y cómo, junto a cada llamada. Lo marcado con «en inglés» todavía no está en español.',
    onlyEnglish: 'Este texto está en inglés.',
    mark: ' (en inglés)',
  },
  en: {
    title: 'Documentation',
    calls: 'Every call',
    lead: 'What to do and how, beside every call.',
    onlyEnglish: '',
    mark: '',
  },
} as const

/** The address in the documents' samples: that of a service without settings. */
const SAMPLE_ADDRESS = 'http://127.0.0.1:8080'

export interface Wish {
  site: Site
  /** The address of this service, which its readers use instead of the samples'. */
  address: string
  /** The requested language. */
  language: Language
  /** The language that the address asked for, which links pass on. */
  said: Language | undefined
}

/** The Markdown library is loaded with the first page. */
export async function documentPage(shelf: Shelf, document: Document, wish: Wish): Promise<string> {
  const { site, address, language, said } = wish
  const { anchorsOf, rendered } = await import('./render.ts')
  const written = document.files[language] === undefined ? 'en' : language
  const file = document.files[written] ?? document.path
  const others = written === 'es' ? anchorsOf(textOf(document.files.en)) : []
  const text = textOf(file).replaceAll(SAMPLE_ADDRESS, address)
  const body = new Markup(rendered(text, (href) => addressIn(shelf, file, { href, written, said }), others))
  return layout({
    site,
    path: `/docs/pages/${document.path}`,
    title: document.titles[written] ?? file,
    language,
    written,
    said,
    switches: document.files.es !== undefined,
    body,
  })
}

export function indexPage({ groups }: Shelf, { site, language, said }: Omit<Wish, 'address'>): string {
  const say = TEXTS[language]
  const entry = ({ path, titles }: Document) => {
    const title = titles[language]
    const link = html`/docs/pages/${path}${passedOn(said)}`
    return title === undefined
      ? html`<li><a href="${link}" hreflang="en"><span lang="en">${titles.en}</span></a>${say.mark}</li>\n`
      : html`<li><a href="${link}">${title}</a></li>\n`
  }
  const body = html`<h1>${say.title}</h1>
<p>${say.lead}</p>
<p><a href="/docs${passedOn(said)}">${say.calls}</a> · <a href="/openapi.json">OpenAPI 3.1</a></p>
${groups.map(({ heading, documents }) => html`<h2>${heading[language]}</h2>\n<ul>${documents.map(entry)}</ul>\n`)}`
  return layout({
    site,
    path: '/docs/pages',
    title: say.title,
    language,
    written: language,
    said,
    switches: true,
    body,
  })
}

/** The target of a link of a file: a document's one address, in the language of the page; anything else by its path. */
function addressIn(
  shelf: Shelf,
  file: string,
  { href, written, said }: { href: string; written: Language; said: Language | undefined },
): string {
  if (/^(https?:|#|\/)/i.test(href)) return href
  const [target = '', place] = href.split('#')
  const path = posix.join(posix.dirname(file), target)
  const hash = place === undefined ? '' : `#${place}`
  const found = shelf.documentAt(path)
  if (found === undefined) return `/docs/pages/${path}${hash}`
  const { document, language } = found
  // A link to the other language's text of a document, as the READMEs have, selects that language.
  const other = language !== written && document.files.es !== undefined ? language : said
  return `/docs/pages/${document.path}${passedOn(other)}${hash}`
}

function passedOn(language: Language | undefined): string {
  return language === undefined ? '' : `?lang=${language}`
}

interface Layout extends Omit<Wish, 'address'> {
  title: string
  /** The path of the page: its link in the navigation bar is marked. */
  path: string
  /** The language of the text. */
  written: Language
  /** Whether the document has a text in the other language. */
  switches: boolean
  body: Markup
}

function layout({ site, path, title, language, written, said, switches, body }: Layout): string {
  const say = TEXTS[language]
  const other = language === 'es' ? 'en' : 'es'
  return html`<!doctype html>
<html lang="${written}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Cobro</title>
<link rel="icon" href="/docs/assets/cobro.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/pages/assets/documents.css">
</head>
<body>
${siteBar({ ...site, language, said, path, inOther: switches ? `?lang=${other}` : undefined })}
<main id="content" tabindex="-1">
${written === language ? '' : html`<p class="note" lang="${language}">${say.onlyEnglish}</p>`}
${body}
</main>
</body>
</html>
`.toString()
}
