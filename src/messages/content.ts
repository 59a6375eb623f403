// What an e-mail or SMS says of an operation: the slip to pay, or what became of it.
import type { Language } from '../core/failure.ts'
import { mexicoCityTime } from '../core/time.ts'
import { type PayerContent, type PayerFacts, payerContent } from '../pages/content.ts'
import { html } from '../pages/html.ts'
import { SEGMENT_SEPTETS, septets, toGsm7 } from './gsm7.ts'

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
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    html: emailHtml(content, lines, open),
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
  const wordings =
    pay && deadline
      ? [
          `${merchant}: ${heading}, ${amount}, ${number}, ${until}. ${url}`,
          `${heading}: ${amount}, ${number}, ${until}. ${url}`,
          `${words.pay[language]} ${amount}, ${number}, ${until}: ${url}`,
          `${words.pay[language]} ${amount}: ${url}`,
          `${heading}: ${amount}, ${number}, ${until}`,
        ]
      : [
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
function emailHtml(content: PayerContent, lines: { label: string; text: string }[], open: string): string {
  const { language, merchant, document, heading, amount, stateName, stateSentence, url } = content
  const mark = content.sandboxMark && html`<p style="${emailStyles.mark}">${content.sandboxMark}</p>`
  const row = ({ label, text }: { label: string; text: string }) =>
    html`<tr><td style="${emailStyles.label}">${label}</td><td style="${emailStyles.value}">${text}</td></tr>`
  const steps =
    content.steps &&
    html`<h2 style="${emailStyles.title}">${content.steps.title}</h2>
<ol style="${emailStyles.text}">${content.steps.items.map((item) => html`<li>${item}</li>`)}</ol>`
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${document}</title></head>
<body style="${emailStyles.body}"><table role="presentation" style="${emailStyles.sheet}"><tr><td>
${mark}<p style="${emailStyles.merchant}">${merchant}</p>
<h1 style="${emailStyles.heading}">${heading}</h1>
<p style="${emailStyles.amount}">${amount} <small>MXN</small></p>
<p style="${emailStyles.text}"><strong>${stateName}.</strong> ${stateSentence}</p>
<p><a href="${url}" target="_blank" rel="noopener" style="${emailStyles.button}">${open}</a></p>
<table role="presentation" style="${emailStyles.facts}">${lines.map(row)}</table>
${steps}${content.notes.map((note) => html`<p style="${emailStyles.note}">${note}</p>`)}
</td></tr></table></body></html>
`.text
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
/** The inline styles of every e-mail. */
export const emailStyles = {
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
