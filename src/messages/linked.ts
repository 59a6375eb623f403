// Makes links of the addresses in a text, because not all mail programs do.
import type { Markup, Piece } from '../pages/html.ts'

/** `link` makes the link of an address; the full stop or comma after it is not part of it. */
export function linked(text: string, link: (address: string) => Markup): Piece {
  return text.split(/(https?:\/\/\S+[^\s.,;])/).map((part, at) => (at % 2 === 1 ? link(part) : part))
}
