// A template for HTML that escapes its values, so that a text of a merchant or payer cannot become markup.
import { withoutTurning } from '../core/turning.ts'

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

/** `` html`<p>${text}</p>` ``: texts are escaped, markup stays, lists are joined, undefined and false are omitted. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(strings.map((text, at) => text + (at < pieces.length ? markupOf(pieces[at]) : '')).join(''))
}

/**
 * The displayable part of a text from outside: without control characters and direction marks (with which a name could
 * change the display of the amount beside it).
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
