// The sheet of paper that every e-mail is written on: mail programs know tables and inline styles, and little else.
import type { Language } from '../core/language/bilingual.ts'
import { html, type Piece } from '../pages/html.ts'

/** For mail programs that know it; the others show the letter as by day. */
const DARK = `@media (prefers-color-scheme:dark){.body{background:#101513!important;color:#edf2ef!important}.sheet{background:#19201d!important}.quiet{color:#a3b0aa!important}.line{border-color:#2d3733!important}.link{color:#7ad3bb!important}.button{background:#7ad3bb!important;color:#06231c!important}}`

/** On the narrowest phones there is less paper around the words, so that a long amount and a barcode fit. */
const NARROW =
  '@media (max-width:360px){.body{padding:12px 4px!important}.sheet{padding:16px!important}.amount{font-size:28px!important}}'

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
/** White text on it is easy to read; so it is on every colour that a profile takes. */
export const BUTTON = '#0b5d48'

/** The inline styles of every e-mail. */
export const emailStyles = {
  body: `margin:0;padding:24px 12px;background:#f3f4f2;color:#1b1f1d;${FONT}`,
  sheet: 'max-width:560px;width:100%;margin:0 auto;background:#ffffff;border-radius:12px;padding:24px',
  mark: 'margin:0 0 16px;padding:8px 12px;background:#fff4d6;color:#5c4300;border-radius:8px;font-size:13px',
  merchant: 'margin:0;color:#565d59;font-size:14px',
  heading: 'margin:4px 0 0;font-size:20px;line-height:1.3',
  title: 'margin:24px 0 8px;font-size:16px',
  amount: 'margin:12px 0;font-size:34px;font-weight:700',
  text: 'font-size:15px;line-height:1.5;overflow-wrap:anywhere',
  button: 'display:inline-block;padding:12px 20px;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  facts: 'width:100%;margin-top:16px;border-collapse:collapse;font-size:14px',
  label: 'padding:8px 12px 8px 0;border-top:1px solid #e3e6e4;color:#565d59;vertical-align:top',
  value: 'padding:8px 0;border-top:1px solid #e3e6e4;text-align:right;overflow-wrap:anywhere',
  logo: 'display:block;height:48px;width:auto;max-width:200px;margin:0 0 12px',
  ask: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e6e4;font-size:14px;line-height:1.6',
  link: `color:${BUTTON}`,
  note: 'margin:12px 0 0;color:#565d59;font-size:13px;line-height:1.4',
} as const

/** A whole letter. What shall be readable by night has the classes `quiet`, `line`, `link` or `button`. */
export function sheet({ language, title }: { language: Language; title: string }, body: Piece): string {
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title><style>${DARK}${NARROW}</style></head>
<body class="body" style="${emailStyles.body}"><div role="main"><table role="presentation" class="sheet" style="${emailStyles.sheet}"><tr><td>
${body}
</td></tr></table></div></body></html>
`.text
}
