// The receipt of a payment, or of an attempted card payment.
import { html, type Markup } from './html.ts'
import { actions, details, merchantCard, type PageParts, summary } from './parts.ts'

/** The amount, the state, and the details that a payer may be asked for. */
export function receipt(parts: PageParts): Markup {
  return html`<div class="column">${summary(parts)}${actions(parts)}</div>
<div class="column">${merchantCard(parts)}${details(parts)}</div>`
}
