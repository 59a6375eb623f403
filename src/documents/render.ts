// Renders a document's Markdown as HTML. HTML in the text is shown as text, so that none of it is active.
import { Marked } from 'marked'
import { guidePrograms } from './samples/guide-programs.ts'
import { programs } from './samples/request-programs.ts'

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

/** `Wrong signatures, twice` is `wrong-signatures-twice`, as links in the documents write it. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/** The anchors of a text's headings, in their order. */
export function anchorsOf(markdown: string): string[] {
  const tokens = new Marked().lexer(markdown)
  return tokens.flatMap((token) => (token.type === 'heading' ? [anchorOf(plain(String(token.text)))] : []))
}

const plain = (heading: string) => heading.replace(/[`*]/g, '')

/** `hidden`: a program beside a command, which the script's tabs show. */
function block(text: string, attributes = ''): string {
  return `<pre tabindex="0"${attributes}><code>${escaped(text)}</code></pre>`
}

/** One block of each program. Without the script the command alone is seen. */
function tabbed(texts: Record<keyof typeof programs, string>): string {
  const blocks = Object.entries(programs).map(([name, { label }]) =>
    block(
      texts[name as keyof typeof programs],
      ` data-program="${name}" data-label="${label}"${name === 'curl' ? '' : ' hidden'}`,
    ),
  )
  return `<div class="code" data-tabs>${blocks.join('\n')}</div>\n`
}

/** The second headings of a text, with their anchors: what the page holds. */
export function contentsOf(markdown: string): { anchor: string; title: string }[] {
  return new Marked()
    .lexer(markdown)
    .filter((token) => token.type === 'heading' && token.depth === 2)
    .map((token) => plain(String('text' in token ? token.text : '')))
    .map((title) => ({ anchor: anchorOf(title), title: withoutLinks(title) }))
}

/** A line of Markdown as its bare text. */
function withoutLinks(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
}

/** The sections of a text for the search: each heading with the words below it. */
export function sectionsOf(markdown: string): { anchor: string; title: string; text: string }[] {
  const sections: { anchor: string; title: string; text: string }[] = []
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'heading') {
      const title = plain(String(token.text))
      sections.push({ anchor: anchorOf(title), title: withoutLinks(title), text: '' })
    } else if (token.type !== 'html') {
      const last = sections.at(-1)
      if (last)
        last.text += ` ${withoutLinks(token.raw)
          .replace(/[|\s-]+/g, ' ')
          .trim()}`
    }
  }
  return sections
}

/**
 * `address` gives the page's target for a link or picture of the text. `others` are the anchors of the same headings in the other language: a link that
 * was written for that text finds the same heading in this one.
 */
export function rendered(
  markdown: string,
  address: (href: string) => string = (href) => href,
  others: readonly string[] = [],
): string {
  let headings = 0
  const programsOf = guidePrograms()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const own = anchorOf(plain(text))
        const other = others[headings]
        headings += 1
        const place = other === undefined || other === own ? '' : `<span id="${escaped(other)}"></span>`
        return `${place}<h${depth} id="${escaped(own)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      html({ text }) {
        return /^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : escaped(text)
      },
      code({ text, lang }) {
        const others = lang === 'sh' ? programsOf(text) : undefined
        return others === undefined ? `<div class="code">${block(text)}</div>\n` : tabbed({ curl: text, ...others })
      },
      link({ href, tokens }) {
        // Documents link to each other, to the service and to the web; other targets are not links.
        const isLink = /^(https?:\/\/|#|\.{0,2}\/?[\p{Letter}\w./#-]+$)/iu.test(href)
        const text = this.parser.parseInline(tokens)
        return isLink ? `<a href="${escaped(address(href))}">${text}</a>` : text
      },
      // A picture of a box: nothing can be ticked on the page, and a field would need a label.
      checkbox({ checked }) {
        return checked ? '☑ ' : '☐ '
      },
      image({ href, text }) {
        return `<img src="${escaped(address(href))}" alt="${escaped(text)}">`
      },
      table({ header, rows }) {
        const cells = (row: typeof header, tag: string) =>
          row.map(({ tokens, text }) => {
            const name = text === '' ? 'td' : tag
            return `<${name}>${this.parser.parseInline(tokens)}</${name}>`
          })
        const body = rows.map((row) => `<tr>${cells(row, 'td').join('')}</tr>`).join('\n')
        return `<div class="table" tabindex="0"><table><thead><tr>${cells(header, 'th').join('')}</tr></thead>\n<tbody>${body}</tbody></table></div>\n`
      },
    },
  })
  return marked.parse(markdown, { async: false })
}
