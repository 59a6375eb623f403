// The frame of the reference's pages: the navigation shared with the other pages, the language, and the list of calls.
import type { Language } from '../core/failure.ts'
import { html, type Markup } from '../pages/html.ts'
import { type Site, siteBar } from '../pages/site-bar.ts'
import type { Group } from './reference-model.ts'
import { groupName, referenceTexts } from './reference-texts.ts'

export interface FrameFacts extends Site {
  language: Language
  /** The language that the address asked for. */
  said: Language | undefined
}

interface Framed {
  title: string
  /** The path of this page. */
  path: string
  body: Markup
  beside?: Markup
}

export function framed(facts: FrameFacts, { title, path, body, beside }: Framed): string {
  const { language } = facts
  const other = language === 'es' ? 'en' : 'es'
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Cobro</title>
<link rel="icon" href="/docs/assets/cobro.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/reference.css">
<script type="module" src="/docs/assets/reference.js"></script>
</head>
<body>
${siteBar({ ...facts, path, inOther: `${path}?lang=${other}` })}
<div class="page">${beside}<main id="content" tabindex="-1">
${body}
</main></div>
</body>
</html>
`.toString()
}

/** The address of a call's page. It keeps the language of the page, whatever the browser prefers. */
export function callPath(operationId: string, chosen?: Language): string {
  return `/docs/calls/${operationId}${chosen === undefined ? '' : `?lang=${chosen}`}`
}

/** Every call; the group of the open call is unfolded. */
export function callsBeside(groups: readonly Group[], language: Language, operationId: string): Markup {
  const say = referenceTexts[language]
  return html`<nav class="beside" aria-label="${say.title}">${groups.map(
    ({ tag, calls }) =>
      html`<details${calls.some((call) => call.operationId === operationId) && html` open`}><summary>${groupName(tag, language)}</summary><ul>${calls.map(
        (call) =>
          html`<li><a href="${callPath(call.operationId, language)}"${call.operationId === operationId && html` aria-current="page"`} lang="en">${call.summary}</a></li>`,
      )}</ul></details>\n`,
  )}</nav>`
}
