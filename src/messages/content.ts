// The content of an e-mail or SMS about an operation: the slip to pay, or its state.
import type { Language } from '../core/language/bilingual.ts'
import { mexicoCityTime } from '../core/time.ts'
import { isOver, type PayerContent, type PayerFacts, type PayWith, payerContent } from '../pages/content.ts'
import { kindOf } from '../pages/digits.ts'
import { html, type Markup, type Piece } from '../pages/html.ts'
import { fill, texts } from '../pages/texts.ts'
import { SEGMENT_SEPTETS, septets, toGsm7 } from './gsm7.ts'
import { BUTTON, emailStyles, sheet } from './sheet.ts'
import type { MessageRow } from './tables.ts'

/** The content id of the attached logo in the HTML. */
export const LOGO_CID = 'logo'

export interface EmailContent {
  subject: string
  text: string
  html: string
  /** Of a letter that comes again and again: the page where its receiver ends it. */
  unsubscribe?: string | undefined
}

/** The e-mail: HTML, and the same as text. The PDF goes beside it. */
export function emailContent(facts: PayerFacts, { language, is_reminder }: Letter): EmailContent {
  const content = payerContent(facts, language)
  const { document, merchant, amount, url } = content
  const open = words.open[language]
  const lines = summaryOf(content)
  return {
    subject: `${is_reminder === 1 ? words.reminder[language] : isOver(content) ? content.stateName : document} · ${amount} MXN · ${merchant}`,
    text: [
      content.sandboxMark,
      `${merchant}: ${content.heading}`,
      `${content.stateName}. ${content.stateSentence}`,
      '',
      ...lines.first.map(({ label, text }) => `${label}: ${text}`),
      '',
      ...(content.steps
        ? [content.steps.title, ...content.steps.items.map((item, at) => `${at + 1}. ${item}`), '']
        : []),
      ...lines.rest.map(({ label, text }) => `${label}: ${text}`),
      '',
      ...content.notes,
      '',
      `${open}: ${url}`,
      ...askText(content),
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    html: emailHtml(content, lines, open, facts.picture !== undefined),
  }
}

/**
 * The SMS: one segment. It uses the first of several wordings that fits. Each has the merchant's name, shortened if
 * necessary, and the short address, because an SMS without them looks like fraud.
 */
export function smsText(facts: SmsFacts, { language, is_reminder }: Letter): string {
  const content = payerContent(facts, language)
  const { amount, heading, stateName, pay, deadline } = content
  const url = facts.shortUrl
  const name = toGsm7(content.merchant)
  const brief = name.length > BRIEF_NAME ? `${name.slice(0, BRIEF_NAME - 3).trimEnd()}...` : name
  const remind = is_reminder === 1 ? `${words.reminder[language]}: ` : ''
  const until = deadline ? `${words.by[language]} ${shortMoment(deadline.at)}` : ''
  const number = pay ? `${kindOf(pay.kind).brief} ${inGroups(pay)}` : ''
  const phone = content.contact.find(({ href }) => href.startsWith('tel:'))?.href.slice('tel:+52'.length)
  // The merchant's contact comes before texts that are also on the page.
  const names = phone ? [`${name} ${phone}`, `${brief} ${phone}`, name, brief] : [name, brief]
  const shortest = phone ? `${brief} ${phone}` : brief
  const wordings =
    pay && deadline
      ? [
          ...names.map((who) => `${who}: ${remind}${heading}, ${amount}, ${number}, ${until}. ${url}`),
          `${shortest}: ${remind}${words.pay[language]} ${amount}, ${number}, ${until}. ${url}`,
          `${brief}: ${remind}${words.pay[language]} ${amount}, ${number}, ${until}. ${url}`,
          `${shortest}: ${words.pay[language]} ${amount}, ${until}. ${url}`,
          `${brief}: ${words.pay[language]} ${amount}, ${until}. ${url}`,
          `${brief}: ${words.pay[language]} ${amount}. ${url}`,
          `${brief}: ${words.pay[language]} ${amount}, ${number}, ${until}`,
        ]
      : [
          ...names.map((who) => `${who}: ${heading}, ${amount}. ${stateName}. ${url}`),
          `${shortest}: ${amount}. ${stateName}. ${url}`,
          `${brief}: ${amount}. ${stateName}. ${url}`,
          `${brief}: ${amount}. ${stateName}`,
        ]
  const written = wordings.map(toGsm7)
  return (
    written.find((text) => septets(text) <= SEGMENT_SEPTETS) ?? (written.at(-1) ?? '').slice(0, SEGMENT_SEPTETS / 2)
  )
}

/** The length of a shortened merchant's name. */
const BRIEF_NAME = 30

export interface SmsFacts extends PayerFacts {
  shortUrl: string
}

type Letter = Pick<MessageRow, 'language' | 'is_reminder'>

const words = {
  reminder: { es: 'Recordatorio', en: 'Reminder' },
  open: { es: 'Ver en línea', en: 'View online' },
  amount: { es: 'Monto', en: 'Amount' },
  by: { es: 'hasta el', en: 'by' },
  pay: { es: 'Paga', en: 'Pay' },
  ask: { es: 'Dudas', en: 'Ask' },
} as const satisfies Record<string, Record<Language, string>>

/** First the amount, the references and the deadline; then the details for questions. */
function summaryOf(content: PayerContent): Record<'first' | 'rest', Line[]> {
  const { language, amount, pay, deadline, facts } = content
  return {
    first: [
      { label: words.amount[language], text: `${amount} MXN` },
      ...(pay ? [{ label: pay.label, text: inGroups(pay) }, ...pay.facts] : []),
      ...(deadline ? [{ label: deadline.name, text: `${deadline.text} (${deadline.zone})` }] : []),
    ],
    rest: facts,
  }
}

/** Its digits, in groups. */
function inGroups({ kind, digits }: PayWith): string {
  return kindOf(kind).groups(digits).join(' ')
}

interface Line {
  label: string
  text: string
}

/** Mail programs support tables and inline styles, and little else. */
function emailHtml(
  content: PayerContent,
  lines: Record<'first' | 'rest', Line[]>,
  open: string,
  withLogo: boolean,
): string {
  const { language, merchant, document, heading, amount, stateName, stateSentence, url } = content
  const mark = content.sandboxMark && html`<p style="${emailStyles.mark}">${content.sandboxMark}</p>`
  const table = (some: Line[]) =>
    html`<table role="presentation" style="${emailStyles.facts}">${some.map(
      ({ label, text }) =>
        html`<tr><td class="quiet line" style="${emailStyles.label}">${label}</td><td class="line" style="${emailStyles.value}">${text}</td></tr>`,
    )}</table>`
  const steps =
    content.steps &&
    html`<h2 style="${emailStyles.title}">${content.steps.title}</h2>
<ol style="${emailStyles.text}">${content.steps.items.map((item) => html`<li>${item}</li>`)}</ol>`
  return sheet(
    { language, title: document },
    html`${mark}${logoHtml(withLogo)}<p class="quiet" style="${emailStyles.merchant}">${merchant}</p>
<h1 style="${emailStyles.heading}">${heading}</h1>
<p class="amount" style="${emailStyles.amount}">${isOver(content) ? html`<s>${amount}</s>` : amount} <small>MXN</small></p>
<p style="${emailStyles.text}"><strong>${stateName}.</strong> ${stateSentence}</p>
${content.pay && barcode(content.pay)}
${lines.first.length > 1 && table(lines.first.slice(1))}
<p><a class="button" href="${url}" target="_blank" rel="noopener" style="${emailStyles.button};background:${content.colour || BUTTON}">${open}</a></p>
${steps}${table(lines.rest)}${content.notes.map((note) => html`<p class="quiet" style="${emailStyles.note}">${note}</p>`)}${askHtml(content)}`,
  )
}

/** The logo, which is attached to the e-mail. */
export function logoHtml(isAttached: boolean): Piece {
  return isAttached && html`<img src="cid:${LOGO_CID}" alt="" height="48" style="${emailStyles.logo}">`
}

/** The bars as cells of a table: mail programs block images, and none draws SVG. */
function barcode({ kind, digits }: PayWith): Markup | undefined {
  const symbol = kindOf(kind).barcode(digits)
  if (symbol === undefined) return undefined
  const cells: Markup[] = []
  let at = 0
  const cell = (width: number, color: string) =>
    html`<td width="${width * BAR_PX}" height="72" bgcolor="${color}" style="width:${width * BAR_PX}px;height:72px;padding:0;font-size:0;line-height:0;background:${color}"></td>`
  for (const { x, width } of symbol.bars) {
    cells.push(cell(x - at, '#ffffff'), cell(width, '#000000'))
    at = x + width
  }
  cells.push(cell(symbol.width - at, '#ffffff'))
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="margin:16px auto 0;border-collapse:collapse;background:#ffffff;table-layout:fixed;width:${symbol.width * BAR_PX}px"><tr>${cells}</tr></table>`
}

/** Pixels of a module. */
const BAR_PX = 2
/** The merchant's contacts, and the merchant. */
export function askText(content: Asked): string[] {
  const { contact, legal } = content
  const asked = contact.length > 0 ? ['', `${asking(content)}: ${contact.map(({ text }) => text).join(' · ')}`] : []
  return [...asked, ...(legal === '' ? [] : [legal])]
}

/** The same with links. */
export function askHtml(content: Asked): Piece {
  const { contact, legal } = content
  const link = ({ text, href }: PayerContent['contact'][number], at: number) =>
    html`${at > 0 && ' · '}<a class="link" href="${href}" style="${emailStyles.link}">${text}</a>`
  return [
    contact.length > 0 &&
      html`<p class="line" style="${emailStyles.ask}"><strong>${asking(content)}</strong><br>${contact.map(link)}</p>`,
    legal !== '' && html`<p class="quiet" style="${emailStyles.note}">${legal}</p>`,
  ]
}

type Asked = Pick<PayerContent, 'language' | 'merchant' | 'contact' | 'legal'>

function asking({ language, merchant }: Asked): string {
  return fill(texts.questions, language, { merchant })
}

/** `24/11 16:11` in Mexico City. */
function shortMoment(instant: string): string {
  const [, month, day, time] = /^\d+-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(mexicoCityTime(instant)) ?? []
  return `${day}/${month} ${time}`
}
