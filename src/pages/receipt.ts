// The receipt: what is left of a payment once it was made, or was tried with a card.
import { html, type Markup } from './html.ts'
import { actions, details, merchantCard, type PageParts, summary } from './parts.ts'

/** The amount, what became of it, and the details a payer may be asked for. */
export function receipt(parts: PageParts): Markup {
  return html`<div class="column">${summary(parts)}${actions(parts)}</div>
<div class="column">${merchantCard(parts)}${details(parts)}</div>`
}
