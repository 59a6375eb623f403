// What an e-mail or SMS says of an operation: the slip to pay, or what became of it.
import type { Language } from '../core/failure.ts'
import { mexicoCityTime } from '../core/time.ts'
import { code128 } from '../pages/barcode.ts'
import { type PayerContent, type PayerFacts, payerContent } from '../pages/content.ts'
import { groups } from '../pages/format.ts'
import { html, type Markup } from '../pages/html.ts'
import type { MessageRow } from '../store/tables.ts'
import { SEGMENT_SEPTETS, septets, toGsm7 } from './gsm7.ts'

export interface EmailContent {
  subject: string
  text: string
  html: string
}

/** The e-mail: HTML, and the same as text. The PDF goes beside it. */
export function emailContent(facts: PayerFacts, { language, is_reminder }: Letter): EmailContent {
  const content = payerContent(facts, language)
  const { document, merchant, amount, url } = content
  const open = words.open[language]
  const lines = summaryOf(content)
  return {
    subject: `${is_reminder === 1 ? words.reminder[language] : document} · ${amount} MXN · ${merchant}`,
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
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    html: emailHtml(content, lines, open),
  }
}

/**
 * The SMS: one segment. Of several wordings the first that fits; each has the merchant's name, shortened if it must be, and the short address:
 * without them it reads like fraud.
 */
export function smsText(facts: SmsFacts, { language, is_reminder }: Letter): string {
  const content = payerContent(facts, language)
  const { amount, heading, stateName, pay, deadline } = content
  const url = facts.shortUrl
  const name = toGsm7(content.merchant)
  const brief = name.length > BRIEF_NAME ? `${name.slice(0, BRIEF_NAME - 3).trimEnd()}...` : name
  const remind = is_reminder === 1 ? `${words.reminder[language]}: ` : ''
  const until = deadline ? `${words.before[language]} ${shortMoment(deadline.at)}` : ''
  const number = pay ? `${pay.kind === 'clabe' ? 'CLABE' : 'ref'} ${groups(pay.digits, pay.kind).join(' ')}` : ''
  const wordings =
    pay && deadline
      ? [
          `${name}: ${remind}${heading}, ${amount}, ${number}, ${until}. ${url}`,
          `${brief}: ${remind}${heading}, ${amount}, ${number}, ${until}. ${url}`,
          `${brief}: ${remind}${words.pay[language]} ${amount}, ${number}, ${until}. ${url}`,
          `${brief}: ${words.pay[language]} ${amount}, ${until}. ${url}`,
          `${brief}: ${words.pay[language]} ${amount}. ${url}`,
          `${brief}: ${words.pay[language]} ${amount}, ${number}, ${until}`,
        ]
      : [
          `${name}: ${heading}, ${amount}. ${stateName}. ${url}`,
          `${brief}: ${heading}, ${amount}. ${stateName}. ${url}`,
          `${brief}: ${amount}. ${stateName}. ${url}`,
          `${brief}: ${amount}. ${stateName}`,
        ]
  const written = wordings.map(toGsm7)
  return (
    written.find((text) => septets(text) <= SEGMENT_SEPTETS) ?? (written.at(-1) ?? '').slice(0, SEGMENT_SEPTETS / 2)
  )
}

/** What is kept of a merchant's name where its whole does not fit. */
const BRIEF_NAME = 30

export interface SmsFacts extends PayerFacts {
  shortUrl: string
}

type Letter = Pick<MessageRow, 'language' | 'is_reminder'>

const words = {
  reminder: { es: 'Recordatorio', en: 'Reminder' },
  open: { es: 'Ver en línea', en: 'View online' },
  amount: { es: 'Importe', en: 'Amount' },
  before: { es: 'antes del', en: 'before' },
  pay: { es: 'Paga', en: 'Pay' },
} as const satisfies Record<string, Record<Language, string>>

/** What it is paid with and until when; then what only a question about it needs. */
function summaryOf(content: PayerContent): Record<'first' | 'rest', Line[]> {
  const { language, amount, pay, deadline, facts } = content
  return {
    first: [
      { label: words.amount[language], text: `${amount} MXN` },
      ...(pay ? [{ label: pay.label, text: groups(pay.digits, pay.kind).join(' ') }, ...pay.facts] : []),
      ...(deadline ? [{ label: deadline.label, text: `${deadline.text} (${deadline.zone})` }] : []),
    ],
    rest: facts,
  }
}

interface Line {
  label: string
  text: string
}

/** Mail programs know tables and inline styles, and little else. */
function emailHtml(content: PayerContent, lines: Record<'first' | 'rest', Line[]>, open: string): string {
  const { language, merchant, document, heading, amount, stateName, stateSentence, url } = content
  const mark = content.sandboxMark && html`<p style="${styles.mark}">${content.sandboxMark}</p>`
  const table = (some: Line[]) =>
    html`<table role="presentation" style="${styles.facts}">${some.map(
      ({ label, text }) =>
        html`<tr><td class="quiet line" style="${styles.label}">${label}</td><td class="line" style="${styles.value}">${text}</td></tr>`,
    )}</table>`
  const steps =
    content.steps &&
    html`<h2 style="${styles.title}">${content.steps.title}</h2>
<ol style="${styles.text}">${content.steps.items.map((item) => html`<li>${item}</li>`)}</ol>`
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${document}</title><style>${DARK}</style></head>
<body class="body" style="${styles.body}"><table role="presentation" class="sheet" style="${styles.sheet}"><tr><td>
${mark}<p class="quiet" style="${styles.merchant}">${merchant}</p>
<h1 style="${styles.heading}">${heading}</h1>
<p style="${styles.amount}">${amount} <small>MXN</small></p>
<p style="${styles.text}"><strong>${stateName}.</strong> ${stateSentence}</p>
${content.pay?.kind === 'reference' && barcode(content.pay.digits)}
${table(lines.first)}
<p><a class="button" href="${url}" target="_blank" rel="noopener" style="${styles.button}">${open}</a></p>
${steps}${table(lines.rest)}${content.notes.map((note) => html`<p class="quiet" style="${styles.note}">${note}</p>`)}
</td></tr></table></body></html>
`.text
}

/** The bars as cells of a table: mail programs block images, and none draws SVG. */
function barcode(digits: string): Markup | undefined {
  const symbol = code128(digits)
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
/** For mail programs that know it; the others show the letter as by day. */
const DARK = `@media (prefers-color-scheme:dark){.body{background:#101513!important;color:#edf2ef!important}.sheet{background:#19201d!important}.quiet{color:#a3b0aa!important}.line{border-color:#2d3733!important}.button{background:#7ad3bb!important;color:#06231c!important}}`

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
const styles = {
  body: `margin:0;padding:24px 12px;background:#f3f4f2;color:#1b1f1d;${FONT}`,
  sheet: 'max-width:560px;width:100%;margin:0 auto;background:#ffffff;border-radius:12px;padding:24px',
  mark: 'margin:0 0 16px;padding:8px 12px;background:#fff4d6;color:#5c4300;border-radius:8px;font-size:13px',
  merchant: 'margin:0;color:#565d59;font-size:14px',
  heading: 'margin:4px 0 0;font-size:20px',
  title: 'margin:24px 0 8px;font-size:16px',
  amount: 'margin:12px 0;font-size:34px;font-weight:700',
  text: 'font-size:15px;line-height:1.5',
  button:
    'display:inline-block;padding:12px 20px;background:#0b5d48;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  facts: 'width:100%;margin-top:16px;border-collapse:collapse;font-size:14px',
  label: 'padding:8px 12px 8px 0;border-top:1px solid #e3e6e4;color:#565d59;vertical-align:top',
  value: 'padding:8px 0;border-top:1px solid #e3e6e4;text-align:right;overflow-wrap:anywhere',
  note: 'margin:12px 0 0;color:#565d59;font-size:13px;line-height:1.4',
} as const

/** `24/11 16:11` in Mexico City. */
function shortMoment(instant: string): string {
  const [, month, day, time] = /^\d+-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(mexicoCityTime(instant)) ?? []
  return `${day}/${month} ${time}`
}
