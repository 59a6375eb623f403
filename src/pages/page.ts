// A payer's page as HTML: the slip or the receipt in its frame.
import { symbolSvg } from './barcode.ts'
import type { PayerContent, PayWith } from './content.ts'
import { kindOf } from './digits.ts'
import { html, type Markup, type Piece } from './html.ts'
import { copyIcon } from './icons.ts'
import { framed } from './layout.ts'
import { actions, details, foldedDetails, list, merchantCard, type PageParts, sayer, summary } from './parts.ts'

/** The whole document. `self` and `assets` are paths; `payNow` offers the sandbox's button on a slip that can be paid. */
export function payerPage(
  content: PayerContent,
  { self, assets, payNow }: { self: string; assets: string; payNow: boolean },
): string {
  const parts = { content, self, payNow: payNow && content.pay !== undefined }
  const body = content.kind === 'slip' ? slip(parts) : receipt(parts)
  return framed({
    language: content.language,
    paths: { self, assets },
    title: `${content.document} · ${content.amount} · ${content.stateName}`,
    document: content.document,
    merchant: content.merchant,
    brand: { logo: content.logo, colour: content.colour, at: self },
    sandboxMark: content.sandboxMark,
    live: content.live,
    preview: { url: content.url, description: `${content.heading}. ${content.stateSentence}` },
    main: html`<main id="content" class="${content.kind} ${content.tone}" data-state="${content.state}" data-watch="${
      content.live && `${self}/state`
    }" data-announce="${content.stateName}. ${content.stateSentence}">${body}</main>`,
  })
}

/** The amount, the state, and the details that a payer may be asked for. */
function receipt(parts: PageParts): Markup {
  return html`<div class="column">${summary(parts)}${actions(parts)}</div>
<div class="column">${merchantCard(parts)}${details(parts)}</div>`
}

/** The slip. The references and the steps are shown only while it can be paid. */
function slip(parts: PageParts): Markup {
  const { content } = parts
  return html`<div class="column">${summary(parts)}${content.pay && payWith(content, content.pay)}</div>
<div class="column">${steps(content)}${actions(parts)}${merchantCard(parts)}${foldedDetails(parts)}</div>`
}

function payWith(content: PayerContent, pay: PayWith): Markup {
  const say = sayer(content)
  const kind = kindOf(pay.kind)
  const symbol = kind.barcode(pay.digits)
  return html`<section class="pay ${pay.kind}" aria-labelledby="pay">
<h2 id="pay">${pay.heading}</h2>
${
  symbol &&
  html`<div class="barcode">${symbolSvg(symbol, { unit: 2, height: 96, label: `${say('barcode')} ${pay.digits}`, className: 'symbol' })}</div>
<button class="link enlarge" type="button" data-enlarge hidden>${say('enlarge')}</button>
<dialog class="whole" aria-label="${say('barcode')}"><div class="barcode">${symbolSvg(symbol, { unit: 2, height: 200, label: `${say('barcode')} ${pay.digits}`, className: 'symbol' })}</div><p class="digits">${digits(pay)}</p><form method="dialog"><button class="button" type="submit">${say('close')}</button></form></dialog>`
}
<p class="label" id="digits-label">${pay.label}</p>
<p class="digits">${digits(pay)}</p>
<p class="copying"><button class="button" type="button" data-copy="${pay.digits}" data-copied="${say('copied')}" hidden>${copyIcon}<span>${say(kind.copy)}</span></button></p>
${pay.facts.length > 0 && list(pay.facts)}
</section>`
}

/** Grouped for reading and for screen readers; the copied text has no spaces. */
function digits({ digits, kind }: PayWith): Piece {
  return kindOf(kind)
    .groups(digits)
    .map((group, at) => html`${at > 0 && html`<span class="gap"> </span>`}<span>${group}</span>`)
}

function steps({ steps, banks, ...content }: PayerContent): Piece {
  if (!steps) return undefined
  const say = sayer({ steps, banks, ...content })
  return html`<section class="steps" aria-labelledby="steps">
<h2 id="steps">${steps.title}</h2>
<ol>${steps.items.map((step) => html`<li>${step}</li>`)}</ol>
${
  banks.length > 0 &&
  html`<div class="banks"><h3>${say('byBank')}</h3>
<div class="choices">${banks.map(({ bank, steps }) => html`<details name="bank"><summary>${bank}</summary><ol>${steps.map((step) => html`<li>${step}</li>`)}</ol></details>`)}</div>
<p class="note">${say('byBankNote')}</p></div>`
}
</section>`
}
