// An e-mail of a few paragraphs, as text and as a page: what letters to the account itself look like.
import type { Language } from '../core/failure.ts'
import { html } from '../pages/html.ts'
import type { EmailContent } from './content.ts'

const STYLE =
  'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1b1f1d'

/** Its title, and its paragraphs in one language. */
export interface LetterPart {
  language: Language
  title: string
  paragraphs: readonly string[]
}

/** The parts one below the other; the subject is the first title, or what is given. */
export function letterPage(parts: readonly [LetterPart, ...LetterPart[]], subject = parts[0].title): EmailContent {
  const sections = parts.map(({ language, title, paragraphs }) => {
    const body = paragraphs.map((line) => html`<p style="${STYLE}">${line}</p>`)
    return html`<section lang="${language}"><h1 style="font-size:20px">${title}</h1>${body}</section>`
  })
  return {
    subject,
    text: parts
      .map(({ title, paragraphs }, at) => [...(at > 0 ? [title] : []), ...paragraphs].join('\n\n'))
      .join('\n\n—\n\n'),
    html: html`<!doctype html>
<html lang="${parts[0].language}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="${STYLE}">${sections}</body></html>
`.text,
  }
}
