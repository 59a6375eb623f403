// A template for HTML that escapes whatever is put into it, so that no text of a merchant or payer can become markup.

import { withoutTurning } from '../core/text.ts'

/** HTML that is known to be safe: only `html` and `icon` files of this room make it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type Piece = string | number | Markup | undefined | false | readonly Piece[]

/** `` html`<p>${text}</p>` ``: texts are escaped, markup stays, lists are joined, undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.map((text, at) => text + (at < pieces.length ? markupOf(pieces[at]) : '')).join(''))
}

/**
 * What may be shown of a text from outside: without control characters and without the marks that turn the direction of
 * the text around them (a name could rewrite the amount beside it).
 */
export function shown(text: string): string {
  return withoutTurning(text.replace(UNSEEN, ' ')).replace(/\s+/g, ' ').trim()
}

const UNSEEN = /\p{Cc}/gu

function markupOf(piece: Piece): string {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'object') return piece.map(markupOf).join('')
  return String(piece).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
