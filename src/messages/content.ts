// What an e-mail or SMS says of an operation: the slip to pay, or what became of it.
import type { Language } from '../core/failure.ts'
import { mexicoCityTime } from '../core/time.ts'
import { type PayerContent, type PayerFacts, payerContent } from '../pages/content.ts'
import { html, type Piece } from '../pages/html.ts'
import { fill, texts } from '../pages/texts.ts'
import { SEGMENT_SEPTETS, septets, toGsm7 } from './gsm7.ts'

/** What the HTML names the attached logo by. */
export const LOGO_CID = 'logo'

export interface EmailContent {
  subject: string
  text: string
  html: string
}

/** The e-mail: HTML, and the same as text. The PDF goes beside it. */
export function emailContent(facts: PayerFacts, language: Language): EmailContent {
  const content = payerContent(facts, language)
  const { document, merchant, amount, url } = content
  const open = words.open[language]
  const lines = summaryOf(content)
  return {
    subject: `${document} · ${amount} MXN · ${merchant}`,
    text: [
      content.sandboxMark,
      `${merchant}: ${content.heading}`,
      `${content.stateName}. ${content.stateSentence}`,
      '',
      ...lines.map(({ label, text }) => `${label}: ${text}`),
      '',
      ...(content.steps
        ? [content.steps.title, ...content.steps.items.map((item, at) => `${at + 1}. ${item}`), '']
        : []),
      ...content.notes,
      '',
      `${open}: ${url}`,
      ...(content.contact.length > 0
        ? ['', `${asking(content)}: ${content.contact.map(({ text: one }) => one).join(' · ')}`]
        : []),
      ...(content.legal === '' ? [] : [content.legal]),
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    html: emailHtml(content, lines, open, facts.picture !== undefined),
  }
}

/**
 * The SMS: one segment. Of several wordings the first that fits; the address of the page is only left out when nothing else
 * would fit beside it.
 */
export function smsText(facts: PayerFacts, language: Language): string {
  const content = payerContent(facts, language)
  const { merchant, amount, heading, stateName, url, pay, deadline } = content
  const until = deadline ? `${words.before[language]} ${shortMoment(deadline.at)}` : ''
  const number = pay ? `${pay.kind === 'clabe' ? 'CLABE' : 'ref'} ${pay.digits}` : ''
  const phone = content.contact.find(({ href }) => href.startsWith('tel:'))?.href.slice('tel:+52'.length)
  const wordings =
    pay && deadline
      ? [
          ...(phone
            ? [
                `${merchant} ${phone}: ${heading}, ${amount}, ${number}, ${until}. ${url}`,
                `${words.ask[language]} ${phone}. ${heading}: ${amount}, ${number}, ${until}. ${url}`,
                `${merchant} ${phone}: ${amount}, ${number}, ${until}: ${url}`,
                `Tel ${phone}: ${amount}, ${number}, ${until}: ${url}`,
              ]
            : []),
          `${merchant}: ${heading}, ${amount}, ${number}, ${until}. ${url}`,
          `${heading}: ${amount}, ${number}, ${until}. ${url}`,
          `${words.pay[language]} ${amount}, ${number}, ${until}: ${url}`,
          `${words.pay[language]} ${amount}: ${url}`,
          `${heading}: ${amount}, ${number}, ${until}`,
        ]
      : [
          ...(phone
            ? [
                `${merchant} ${phone}: ${heading}, ${amount}. ${stateName}. ${url}`,
                `${merchant} ${phone}: ${amount}. ${stateName}. ${url}`,
                `Tel ${phone}: ${amount}. ${stateName}. ${url}`,
              ]
            : []),
          `${merchant}: ${heading}, ${amount}. ${stateName}. ${url}`,
          `${heading}, ${amount}. ${stateName}. ${url}`,
          `${amount} ${stateName}: ${url}`,
          `${heading}, ${amount}. ${stateName}`,
        ]
  const written = wordings.map(toGsm7)
  return (
    written.find((text) => septets(text) <= SEGMENT_SEPTETS) ?? (written.at(-1) ?? '').slice(0, SEGMENT_SEPTETS / 2)
  )
}

const words = {
  open: { es: 'Ver en línea', en: 'View online' },
  amount: { es: 'Importe', en: 'Amount' },
  before: { es: 'antes del', en: 'before' },
  pay: { es: 'Paga', en: 'Pay' },
  ask: { es: 'Dudas', en: 'Ask' },
} as const satisfies Record<string, Record<Language, string>>

function summaryOf(content: PayerContent): { label: string; text: string }[] {
  const { language, amount, pay, deadline, facts } = content
  return [
    { label: words.amount[language], text: `${amount} MXN` },
    ...(pay ? [{ label: pay.label, text: pay.digits }, ...pay.facts] : []),
    ...(deadline ? [{ label: deadline.label, text: `${deadline.text} (${deadline.note})` }] : []),
    ...facts,
  ]
}

/** Mail programs know tables and inline styles, and little else. */
function emailHtml(
  content: PayerContent,
  lines: { label: string; text: string }[],
  open: string,
  withLogo: boolean,
): string {
  const { language, merchant, document, heading, amount, stateName, stateSentence, url } = content
  const mark = content.sandboxMark && html`<p style="${styles.mark}">${content.sandboxMark}</p>`
  const row = ({ label, text }: { label: string; text: string }) =>
    html`<tr><td style="${styles.label}">${label}</td><td style="${styles.value}">${text}</td></tr>`
  const steps =
    content.steps &&
    html`<h2 style="${styles.title}">${content.steps.title}</h2>
<ol style="${styles.text}">${content.steps.items.map((item) => html`<li>${item}</li>`)}</ol>`
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${document}</title></head>
<body style="${styles.body}"><table role="presentation" style="${styles.sheet}"><tr><td>
${mark}${withLogo && html`<img src="cid:${LOGO_CID}" alt="" height="48" style="${styles.logo}">`}<p style="${styles.merchant}">${merchant}</p>
<h1 style="${styles.heading}">${heading}</h1>
<p style="${styles.amount}">${amount} <small>MXN</small></p>
<p style="${styles.text}"><strong>${stateName}.</strong> ${stateSentence}</p>
<p><a href="${url}" target="_blank" rel="noopener" style="${styles.button};background:${content.colour || BUTTON}">${open}</a></p>
<table role="presentation" style="${styles.facts}">${lines.map(row)}</table>
${steps}${content.notes.map((note) => html`<p style="${styles.note}">${note}</p>`)}${askHtml(content)}
</td></tr></table></body></html>
`.text
}

/** Where a payer asks, and who takes the money. */
function askHtml(content: PayerContent): Piece {
  const { contact, legal } = content
  const link = ({ text, href }: PayerContent['contact'][number], at: number) =>
    html`${at > 0 && ' · '}<a href="${href}" style="${styles.link}">${text}</a>`
  return [
    contact.length > 0 &&
      html`<p style="${styles.ask}"><strong>${asking(content)}</strong><br>${contact.map(link)}</p>`,
    legal !== '' && html`<p style="${styles.note}">${legal}</p>`,
  ]
}

function asking({ language, merchant }: PayerContent): string {
  return fill(texts.questions, language, { merchant })
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
/** White text on it is easy to read; so it is on every colour that a profile takes. */
const BUTTON = '#0b5d48'
const styles = {
  body: `margin:0;padding:24px 12px;background:#f3f4f2;color:#1b1f1d;${FONT}`,
  sheet: 'max-width:560px;width:100%;margin:0 auto;background:#ffffff;border-radius:12px;padding:24px',
  mark: 'margin:0 0 16px;padding:8px 12px;background:#fff4d6;color:#5c4300;border-radius:8px;font-size:13px',
  merchant: 'margin:0;color:#565d59;font-size:14px',
  heading: 'margin:4px 0 0;font-size:20px',
  title: 'margin:24px 0 8px;font-size:16px',
  amount: 'margin:12px 0;font-size:34px;font-weight:700',
  text: 'font-size:15px;line-height:1.5',
  button: 'display:inline-block;padding:12px 20px;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  facts: 'width:100%;margin-top:16px;border-collapse:collapse;font-size:14px',
  label: 'padding:8px 12px 8px 0;border-top:1px solid #e3e6e4;color:#565d59;vertical-align:top',
  value: 'padding:8px 0;border-top:1px solid #e3e6e4;text-align:right;overflow-wrap:anywhere',
  logo: 'display:block;height:48px;width:auto;max-width:200px;margin:0 0 12px',
  ask: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e6e4;font-size:14px;line-height:1.6',
  link: 'color:#0b5d48',
  note: 'margin:12px 0 0;color:#565d59;font-size:13px;line-height:1.4',
} as const

/** `24/11 16:11` in Mexico City. */
function shortMoment(instant: string): string {
  const [, month, day, time] = /^\d+-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(mexicoCityTime(instant)) ?? []
  return `${day}/${month} ${time}`
}
