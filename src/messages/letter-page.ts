// The layout of letters to an account: a few paragraphs, as text and as HTML.
import type { Language } from '../core/language/bilingual.ts'
import { html, type Piece } from '../pages/html.ts'
import type { EmailContent } from './content.ts'
import { linked } from './linked.ts'
import { emailStyles, sheet } from './sheet.ts'

/** Its title, and its paragraphs in one language. */
interface LetterPart {
  language: Language
  title: string
  paragraphs: readonly string[]
}

/** The parts one below the other; the subject is the first title unless given. */
export function letterPage(parts: readonly [LetterPart, ...LetterPart[]], subject = parts[0].title): EmailContent {
  const section = ({ language, title, paragraphs }: LetterPart, at: number) => {
    // One heading for the letter; the part in the other language follows without its own.
    const heading =
      at === 0
        ? html`<h1 style="${emailStyles.heading}">${title}</h1>`
        : html`<h2 class="line" style="${emailStyles.ask};font-size:18px">${title}</h2>`
    return html`<div lang="${language}">${heading}${paragraphs.map((line) => html`<p style="${emailStyles.text}">${lineOf(line)}</p>\n`)}</div>`
  }
  return {
    subject,
    text: parts
      .map(({ title, paragraphs }, at) => [...(at > 0 ? [title] : []), ...paragraphs].join('\n\n'))
      .join('\n\n—\n\n'),
    html: sheet({ language: parts[0].language, title: subject }, parts.map(section)),
  }
}

/** No line breaks before the last digits of an account. */
function lineOf(text: string): Piece {
  return linked(
    text.replaceAll(/…(?=\d)/g, '…\u2060'),
    (address) =>
      html`<a class="link" href="${address}" target="_blank" rel="noopener" style="${emailStyles.link}">${address}</a>`,
  )
}
