// The page where a payer pays: what is paid for, the ways of paying, or what became of it.
import type { Bilingual, Language } from '../core/language/bilingual.ts'
import { isVoucher, type Rail, rails } from '../core/rail.ts'
import { qrCode, symbolSvg } from '../pages/barcode.ts'
import { merchantOf, type PayerProfile } from '../pages/content.ts'
import { deadlineText, pesosText } from '../pages/format.ts'
import { html, type Markup, type Piece, shown } from '../pages/html.ts'
import { calendarIcon, toneIcons } from '../pages/icons.ts'
import { framed } from '../pages/layout.ts'
import { amountLine, merchantCard } from '../pages/parts.ts'
import { fill, type Tone, texts } from '../pages/texts.ts'
import { itemsOf, waysOf } from './present.ts'
import type { CheckoutRow } from './tables.ts'
import { type PageState, say, states, waiting } from './texts.ts'
import { chainsFor } from './ways.ts'

/** Where a payment that holds or has taken the last use can be followed. */
export interface Standing {
  /** `slip`: a voucher that can be paid; `bank`: the payer authenticates; `receipt`: anything else. */
  kind: 'slip' | 'bank' | 'receipt'
  path: string
  /** The try that made a slip, by which it can be given up. */
  attempt: string
}

export interface CheckoutFacts {
  checkout: CheckoutRow
  state: PageState
  merchant: string
  profile: PayerProfile | undefined
  sandbox: boolean
  url: string
  standing: Standing | undefined
  /** Why the payment from which the payer comes back was declined. */
  declined: string | undefined
  /** Why no slip was made for a browser without a script. */
  refused: string | undefined
  /** The name of the try of a browser without a script: pressed twice, it makes one slip. */
  attempt: string
}

interface Paths {
  language: Language
  self: string
  assets: string
}

/** The whole document. */
export function checkoutPage(facts: CheckoutFacts, paths: Paths): string {
  const { checkout, state, profile } = facts
  const { language, self } = paths
  const merchant = shown(facts.merchant)
  const { contact, legal, logo, colour } = merchantOf(profile)
  const text = sayer(language, merchant)
  const [tone, name, sentence] = wordsOf(facts)
  const amount = checkout.amount_centavos === null ? undefined : pesosText(checkout.amount_centavos)
  const stateName = fill(name, language)
  const heading = checkout.description === '' ? text(say.heading) : shown(checkout.description)
  return framed({
    language,
    paths: { self, assets: paths.assets },
    title: [heading, amount, stateName].filter(Boolean).join(' · '),
    document: text(say.document),
    merchant,
    brand: { logo, colour, at: self },
    sandboxMark: facts.sandbox ? fill(texts.sandbox, language) : undefined,
    live: false,
    module: state === 'open' ? 'checkout.js' : undefined,
    preview: { url: facts.url, description: [heading, amount].filter(Boolean).join(' · ') },
    main: html`<main id="content" class="checkout ${tone}" data-state="${state}" data-watch="${isOver(state) ? '' : `${self}/state`}" data-leave>
<div class="column"><section class="summary" aria-labelledby="heading">
<p class="state ${tone}">${toneIcons[tone]}<span><strong>${stateName}</strong> <span class="sentence">${text(sentence)}</span></span></p>
<h1 id="heading">${heading}</h1>
${amount !== undefined && amountLine(amount, state === 'expired' || state === 'cancelled')}
${state === 'open' && html`<p class="deadline">${calendarIcon}<span>${text(texts.payBy)} <time datetime="${checkout.expires_at}">${deadlineText(checkout.expires_at, language)}</time><span class="note">${fill(texts.zone, language)}</span></span></p>`}
</section>${items(checkout, language)}</div>
<div class="column">${state === 'open' ? form(facts, paths, text) : nextStep(facts, paths, text)}
${merchantCard({ content: { language, merchant, contact, legal } })}
${state === 'open' && html`<section class="phone"><h2>${text(say.onPhone)}</h2><div class="qr">${symbolSvg(qrCode(facts.url), { unit: 3, label: text(say.qr), className: 'symbol' })}<p class="note">${text(say.onPhoneNote)}</p></div></section>`}
</div></main>`,
  })
}

/** Whoever has a slip is not told that nothing is to be paid. */
function wordsOf({ state, standing }: CheckoutFacts): readonly [Tone, Bilingual, Bilingual] {
  if (state !== 'taken' || standing === undefined || standing.kind === 'receipt') return states[state]
  return [states.taken[0], ...waiting[standing.kind]]
}

type Text = (text: Bilingual, values?: Record<string, string>) => string

function sayer(language: Language, merchant: string): Text {
  return (text, values = {}) => fill(text, language, { merchant, ...values })
}

function isOver(state: PageState): boolean {
  return state === 'paid' || state === 'expired' || state === 'cancelled'
}

function items(checkout: CheckoutRow, language: Language): Piece {
  const all = itemsOf(checkout)
  if (all.length === 0) return undefined
  return html`<section class="items" aria-labelledby="items"><h2 id="items">${fill(say.items, language)}</h2>
<dl>${all.map(({ name, quantity, centavos }) => html`<div><dt><bdi>${shown(name)}</bdi>${quantity > 1 && html`&nbsp;×&nbsp;${quantity}`}</dt><dd>${pesosText(centavos * quantity)}</dd></div>`)}</dl></section>`
}

/** Its script shows it and seals the card; nothing of a card is in a field with a name. Without a script the page has a plain form instead. */
function form(
  { checkout, declined, refused, attempt }: CheckoutFacts,
  { language, self }: Pick<Paths, 'language' | 'self'>,
  text: Text,
): Markup {
  const ways = waysOf(checkout)
  const [least, most] = [checkout.least_centavos, checkout.most_centavos]
  const amount = checkout.amount_centavos
  const labels = {
    pay: amount === null ? text(say.payOpen) : text(say.pay, { amount: pesosText(amount) }),
    slip: text(say.slip),
    working: text(say.working),
    late: text(say.late),
    broken: text(say.broken),
    declined: text(say.declined),
  }
  return html`<noscript><section>${plainForm({ checkout, refused, attempt }, { language, self }, text)}</section></noscript>
<section class="before" id="before" hidden><p>${text(say.before)} <a class="link" href="${self}">${text(say.receipt)}</a></p></section>
<form class="pay-form" id="checkout" hidden novalidate data-pay="${self}/pay" data-id="${checkout.id}" data-language="${language}" data-labels="${JSON.stringify(labels)}">
${
  least !== null &&
  most !== null &&
  html`<section><label class="ask-amount" for="amount">${text(say.amountLabel)}</label><input id="amount" inputmode="decimal" autocomplete="off" maxlength="12" data-least="${least / 100}" data-most="${most / 100}" aria-describedby="amount-hint amount-fault"><p class="fault" id="amount-fault" role="alert"></p><p class="note" id="amount-hint">${text(say.amountHint, { least: pesosText(least), most: pesosText(most) })}</p></section>`
}
<section aria-labelledby="ways"><h2 id="ways">${text(say.ways)}</h2>
<div class="ways" role="radiogroup" aria-labelledby="ways">${ways.map(
    (way, at) =>
      html`<label class="way"><input type="radio" name="way" value="${way}"${at === 0 && html` checked`}><span><strong>${text(rails[way].offer[0])}</strong><small>${text(rails[way].offer[1])}</small></span></label>`,
  )}</div>
${ways.map((way, at) => html`<div class="panel" data-way="${way}"${at > 0 && html` hidden`}>${panels[way](checkout, text)}</div>`)}
<p class="fault" id="fault" role="alert">${declined !== undefined && text(say.declined, { why: declined })}</p>
<button class="button primary" type="submit" id="pay" disabled>${ways[0] !== undefined && isVoucher(ways[0]) ? labels.slip : labels.pay}</button>
</section></form>`
}

/** For browsers without a script: a slip, because only a script seals a card. */
function plainForm(
  { checkout, refused, attempt }: Pick<CheckoutFacts, 'checkout' | 'refused' | 'attempt'>,
  { language, self }: Pick<Paths, 'language' | 'self'>,
  text: Text,
): Markup {
  const ways = waysOf(checkout)
  const [least, most] = [checkout.least_centavos, checkout.most_centavos]
  const isOpen = least !== null && most !== null
  return html`${refused !== undefined && html`<p class="wrong" role="alert">${refused}</p>`}
${ways.includes('card') && html`<p>${text(ways.some(isVoucher) ? say.noScriptSlip : say.noScript)}</p>`}
${ways.filter(isVoucher).map(
  (
    way,
  ) => html`<form class="fields plain-form" method="post" action="${self}/slip?lang=${language}"><input type="hidden" name="attempt" value="${attempt}"><input type="hidden" name="way" value="${way}">
${isOpen && html`<label class="field"><span>${text(say.amountLabel)}</span><input name="amount" inputmode="decimal" autocomplete="off" maxlength="12" required></label><p class="note">${text(say.amountHint, { least: pesosText(least), most: pesosText(most) })}</p>`}
${way === 'store' && html`<label class="field"><span>${text(say.chain)}</span><select name="store">${chainOptions(checkout)}</select></label>`}
<button class="button" type="submit">${text(say.plainSlip, { way: text(rails[way].offer[0]) })}</button></form>`,
)}`
}

function chainOptions(checkout: CheckoutRow): Markup[] {
  return chainsFor(checkout.amount_centavos ?? checkout.least_centavos ?? 0).map(
    ({ name, shortName }) => html`<option value="${shortName}">${name}</option>`,
  )
}

const panels = {
  card: (_checkout, text) => html`<div id="card"></div><p class="note">${text(say.cardText)}</p>`,
  store: (checkout, text) =>
    html`<p class="note">${text(say.storeText)}</p><label for="store">${text(say.chain)}</label><select id="store">${chainOptions(checkout)}</select>`,
  spei: (_checkout, text) => html`<p class="note">${text(say.speiText)}</p>`,
} satisfies Record<Rail, (checkout: CheckoutRow, text: Text) => Markup>

/** Where a payer goes from a page on which nothing more is paid. */
function nextStep({ checkout, state, standing }: CheckoutFacts, { language, self }: Paths, text: Text): Piece {
  const label = { slip: say.yourSlip, bank: say.toBank, receipt: say.receipt }
  const isOne = checkout.uses === 1
  const site = checkout.return_url === null ? undefined : new URL(checkout.return_url)
  const follow = isOne && standing !== undefined && (state === 'taken' || state === 'paid')
  if (!follow && site === undefined) return undefined
  return html`<section class="actions">
${follow && html`<p><a class="button primary" href="${standing.path}">${text(label[standing.kind])}</a></p>`}
${
  follow &&
  standing.kind === 'slip' &&
  html`<form method="post" action="${self}/change?lang=${language}"><input type="hidden" name="attempt" value="${standing.attempt}"><button class="button" type="submit">${text(say.other)}</button><p class="note">${text(say.otherNote)}</p></form>`
}
${site !== undefined && html`<p><a class="link" href="${site.href}" rel="noopener noreferrer">${text(say.back, { site: site.host })}</a></p>`}
</section>`
}
