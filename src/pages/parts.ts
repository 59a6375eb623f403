// The parts that slips and receipts share: the summary with its state, the list of details, the way to the PDF.
import { qrCode, symbolSvg } from './barcode.ts'
import { isOver, type PayerContent } from './content.ts'
import { html, type Markup, type Piece } from './html.ts'
import { calendarIcon, downloadIcon, toneIcons } from './icons.ts'
import { fill, type TextName, texts } from './texts.ts'

/** The input of a page's layout. */
export interface PageParts {
  content: PayerContent
  /** The path of the page. */
  self: string
  /** Whether the sandbox's "pay now" is offered. */
  payNow: boolean
}

/** `say('clabe')` in the language of the page. */
export function sayer({ language }: PayerContent): (name: TextName, values?: Record<string, string>) => string {
  return (name, values) => fill(texts[name], language, values)
}

/** An amount of at least this many characters is drawn smaller on a phone, because it must not be broken. Sample: `$1,000,000.00`. */
const LONG_AMOUNT = 12

/** The amount in large letters; struck through where nobody pays it any more. */
export function amountLine(amount: string, isOver = false): Markup {
  const look = amount.length >= LONG_AMOUNT ? 'amount long' : 'amount'
  return html`<p class="${look}"><span class="sum">${isOver ? html`<s>${amount}</s>` : amount}</span> <span class="currency">MXN</span></p>`
}

/** The state, the purpose, the amount and the deadline: what a payer looks for first. */
export function summary({ content }: PageParts): Markup {
  const { deadline } = content
  return html`<section class="summary" aria-labelledby="heading">
<p class="state ${content.tone}">${toneIcons[content.tone]}<span><strong>${content.stateName}</strong> <span class="sentence">${content.stateSentence}</span></span></p>
<h1 id="heading">${content.heading}</h1>
${content.kind === 'slip' && content.concept !== '' && html`<p class="concept"><bdi>${content.concept}</bdi></p>`}
${amountLine(content.amount, isOver(content))}
${
  deadline &&
  html`<p class="deadline">${calendarIcon}<span>${deadline.label} <time datetime="${deadline.at}">${deadline.text}</time><span class="note">${deadline.note}</span></span></p>`
}
</section>`
}

/** The details as a list of names and values, with the QR code beside it. */
export function details({ content }: PageParts): Markup {
  const say = sayer(content)
  return html`<section class="details" aria-labelledby="details">
<h2 id="details">${say('details')}</h2>
${detailList(content)}
</section>`
}

/** The details of a slip, folded, because only questions about the payment need them. On paper they are open. */
export function foldedDetails({ content }: PageParts): Markup {
  const say = sayer(content)
  return html`<section class="details"><details class="fold"><summary class="questions">${say('forQuestions')}</summary>
<p class="note">${say('forQuestionsNote')}</p>
${detailList(content)}
</details></section>`
}

function detailList(content: PayerContent): Markup {
  const say = sayer(content)
  return html`${list(content.facts)}
<div class="qr">${symbolSvg(qrCode(content.url), { unit: 3, label: say('qr'), className: 'symbol' })}<p class="note">${say('qrNote')}</p></div>`
}

/** The merchant, and its contacts. */
export function merchantCard({
  content,
}: {
  content: Pick<PayerContent, 'language' | 'merchant' | 'contact' | 'legal'>
}): Piece {
  const { contact, legal, merchant } = content
  if (contact.length === 0 && legal === '') return undefined
  return html`<section class="ask" aria-labelledby="ask">
<h2 id="ask">${fill(texts.questions, content.language, { merchant })}</h2>
${contact.length > 0 && html`<ul>${contact.map(({ text, href }) => html`<li><a href="${href}" rel="noopener noreferrer"><bdi>${text}</bdi></a></li>`)}</ul>`}
${legal !== '' && html`<p class="note"><bdi>${legal}</bdi></p>`}
</section>`
}

export function list(facts: PayerContent['facts']): Markup {
  return html`<dl>${facts.map(({ label, text }) => html`<div><dt>${label}</dt><dd><bdi>${text}</bdi></dd></div>`)}</dl>`
}

/** The PDF, the sandbox's payer, and how the page keeps up to date. */
export function actions(parts: PageParts): Markup {
  const { content, self, payNow } = parts
  const say = sayer(content)
  return html`<section class="actions" aria-label="${say('pdf')}">
${payNow && payForm(parts)}
<p><a class="button" href="${self}.pdf?lang=${content.language}">${downloadIcon}${say('pdf')}</a></p>
${!isOver(content) && content.state !== 'processing' && shareLinks(content, self)}
${content.proof && html`<p><a class="link" href="${content.proof.url}" target="_blank" rel="noopener noreferrer">${content.proof.text}</a></p>`}
${notes(content)}
${
  content.live &&
  html`<p class="note live" hidden>${say('live')}</p><noscript><p class="note"><a href="?lang=${content.language}">${say('refresh')}</a></p></noscript>`
}
</section>`
}

/** Links that share the page: by the phone's share sheet if the browser has one, otherwise by WhatsApp; and the deadline for the calendar. */
function shareLinks(content: PayerContent, self: string): Markup {
  const say = sayer(content)
  const { heading, amount, merchant, url, deadline } = content
  const text = say('shareText', { heading, amount, merchant })
  const whatsapp = `https://wa.me/?${new URLSearchParams({ text: `${text} ${url}` })}`
  return html`<p class="links"><button class="link" type="button" data-share="${url}" data-share-text="${text}" hidden>${say('share')}</button><a class="link" href="${whatsapp}" target="_blank" rel="noopener noreferrer" data-share-by>${say('shareBy')}</a>${
    deadline && html`<a class="link" href="${self}.ics?lang=${content.language}">${say('calendar')}</a>`
  }</p>`
}

function payForm({ content, self }: PageParts): Markup {
  const say = sayer(content)
  return html`<form class="play" method="post" action="${self}/pay?lang=${content.language}"><button class="button primary" type="submit">${say('payNow')}</button><p class="note">${say('payNowNote')}</p></form>`
}

function notes({ notes }: PayerContent): Piece {
  return notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`
}
