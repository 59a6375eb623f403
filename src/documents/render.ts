// Renders a document's Markdown as HTML. HTML in the text is shown as text, so that none of it is active.
import { Marked } from 'marked'

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
      code({ text }) {
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`
      },
      link({ href, tokens }) {
        // Documents link to each other, to the service and to the web; other targets are not links.
        const isLink = /^(https?:\/\/|#|\.{0,2}\/?[\p{Letter}\w./#-]+$)/iu.test(href)
        const text = this.parser.parseInline(tokens)
        return isLink ? `<a href="${escaped(address(href))}">${text}</a>` : text
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
