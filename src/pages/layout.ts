// The frame around every page for payers: head, mark of the sandbox, language switch, footer.
import type { Language } from '../core/language/bilingual.ts'
import { assetPath } from './assets.ts'
import { html, type Markup, type Piece } from './html.ts'
import { fill, texts } from './texts.ts'

/** The paths of a page and its assets, because a proxy may put the service under a prefix. */
interface PagePaths {
  /** The page itself; undefined for a page without an operation. */
  self: string | undefined
  /** The folder of stylesheet, script and fonts. */
  assets: string
}

/** What a page shows of its merchant besides the name. */
interface Brand {
  logo: string
  colour: string
  at: string
}

interface Frame {
  language: Language
  paths: PagePaths
  title: string
  document: string
  merchant: string | undefined
  /** Of the merchant: the digest of its logo, and its colour, empty where it has none; and the path of the payer's page that serves them. */
  brand?: Brand | undefined
  sandboxMark: string | undefined
  /** A module that the page runs besides its script; undefined: none. */
  module?: string | undefined
  /** True when the page polls its state. */
  live: boolean
  main: Markup
  /** The preview of a link to the page in a chat; undefined for a page without an operation. */
  preview?: { url: string; description: string } | undefined
}

/** A whole HTML document. It loads nothing from outside the service and works without its script. */
export function framed({
  language,
  paths,
  title,
  document,
  merchant,
  brand,
  sandboxMark,
  module,
  live,
  main,
  preview,
}: Frame): string {
  const other: Language = language === 'es' ? 'en' : 'es'
  const asset = (name: string) => assetPath(paths.assets, name)
  const frame = html`<!doctype html>
<html lang="${language === 'es' ? 'es-MX' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
${
  preview &&
  html`<meta property="og:type" content="website">
<meta property="og:title" content="${merchant}: ${title}">
<meta property="og:description" content="${preview.description}">
<meta property="og:url" content="${preview.url}">
<meta property="og:image" content="${preview.url.replace(/\/[pc]\/[^/]*$/, assetPath('/p/assets', 'share.png'))}">
`
}<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<link rel="preload" href="${asset('inter-400.woff2')}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${asset('page.css')}">
${brand !== undefined && brand.colour !== '' && html`<link rel="stylesheet" href="${brand.at}/colour.css?v=${brand.colour.slice(1)}">`}
${paths.self !== undefined && html`<script src="${asset('page.js')}" defer></script>`}
${module !== undefined && html`<script type="module" src="${asset(module)}"></script>`}
${live && html`<noscript><meta http-equiv="refresh" content="30"></noscript>`}
</head>
<body>
<a class="skip" href="#content">${fill(texts.skip, language)}</a>
<div id="page">
<header>
${sandboxMark !== undefined && html`<p class="mark">${sandboxMark}</p>`}
<div class="top">
${brand !== undefined && brand.logo !== '' && html`<img class="logo" src="${brand.at}/logo?v=${brand.logo}" alt="">`}
<p class="who">${named(merchant)}<span class="document">${document}</span></p>
<nav aria-label="${language === 'es' ? 'Idioma' : 'Language'}"><a class="language" href="?lang=${other}" hreflang="${other}" lang="${other}">${fill(texts.otherLanguage, language)}</a></nav>
</div>
</header>
${main}
</div>
<p id="announcement" class="unseen" role="status"></p>
</body>
</html>
`
  return frame.text
}

/** The page for an unknown address, a busy service or a fault. It gives no details. */
export function plainPage(kind: 'notFound' | 'busy' | 'broken', language: Language, assets: string): string {
  const heading = fill(texts[kind], language)
  const note = fill(texts[`${kind}Note`], language)
  return framed({
    language,
    paths: { self: undefined, assets },
    title: heading,
    document: '',
    // A page without a merchant has the name of the service.
    merchant: 'Cobro',
    sandboxMark: undefined,
    live: false,
    main: html`<main id="content" class="plain"><h1>${heading}</h1><p>${note}</p></main>`,
  })
}

function named(merchant: string | undefined): Piece {
  return merchant !== undefined && html`<bdi class="merchant">${merchant}</bdi>`
}
